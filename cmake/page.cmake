# The viewer page: its parts become part of the program (src/view/assets.cpp), so that nothing is needed at run time.
# The Python module alone goes without pages where their tools are not installed.
set(page_tools "")
if(CAROM_BUILD_APP)
    set(page_tools REQUIRED)
endif()
find_file(CAROM_CHART_LIBRARY chart.min.js PATHS /usr/share/javascript/chart.js NO_CACHE ${page_tools})
find_program(CAROM_ESBUILD esbuild DOC "joins the modules of the viewer page" ${page_tools})
if(NOT CAROM_CHART_LIBRARY OR NOT CAROM_ESBUILD)
    message(STATUS "carom: the Python module makes no pages, because esbuild or Chart.js is not installed")
    return()
endif()

set(page_dir ${CMAKE_CURRENT_SOURCE_DIR}/view/page)
set(chart_notice ${PROJECT_SOURCE_DIR}/third_party/chart_js.txt)
set(page_script ${CMAKE_CURRENT_BINARY_DIR}/viewer.js)

# One module out of main.js and all that it imports; as readable as they are, and the same bytes wherever it is made.
file(GLOB page_modules CONFIGURE_DEPENDS ${page_dir}/*.js)
add_custom_command(OUTPUT ${page_script}
    COMMAND ${CAROM_ESBUILD} main.js --bundle --format=esm --target=es2022 --charset=utf8 --log-level=warning
            --outfile=${page_script}
    DEPENDS ${page_modules} WORKING_DIRECTORY ${page_dir} COMMENT "Bundling viewer.js" VERBATIM)

set_source_files_properties(view/assets.cpp PROPERTIES
    COMPILE_DEFINITIONS "CAROM_PAGE_FRAME=\"${page_dir}/page.html\";CAROM_PAGE_STYLE=\"${page_dir}/style.css\";\
CAROM_PAGE_SCRIPT=\"${page_script}\";CAROM_CHART_LIBRARY=\"${CAROM_CHART_LIBRARY}\";\
CAROM_CHART_NOTICE=\"${chart_notice}\";CAROM_STUDY_PAGE=\"${CMAKE_CURRENT_SOURCE_DIR}/view/study/page.html\";\
CAROM_STUDY_SCRIPT=\"${CMAKE_CURRENT_SOURCE_DIR}/view/study/study.js\""
    OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/view/study/page.html;${CMAKE_CURRENT_SOURCE_DIR}/view/study/study.js;${page_dir}/page.html;${page_dir}/style.css;${page_script};${CAROM_CHART_LIBRARY};${chart_notice}")

carom_layer_sources(page_sources view)
add_library(carom_pages STATIC ${page_sources})
carom_own_target(carom_pages)
carom_unity_together(pages view)
carom_unity_group(pages_json view/page_header.cpp view/study_page.cpp)
set_target_properties(carom_pages PROPERTIES UNITY_BUILD_MODE GROUP)
target_compile_options(carom_pages PRIVATE $<$<CONFIG:Release>:-O1>)
find_package(nlohmann_json 3.11 REQUIRED)
target_link_libraries(carom_pages PUBLIC carom_look PRIVATE nlohmann_json::nlohmann_json)
