# The programs and files that the viewer page is made with; `page_tools` is REQUIRED where it is always made.
find_file(CAROM_CHART_LIBRARY chart.min.js PATHS /usr/share/javascript/chart.js NO_CACHE NO_CMAKE_FIND_ROOT_PATH
    ${page_tools})
find_program(CAROM_ESBUILD esbuild DOC "joins the modules of the viewer page" ${page_tools})
