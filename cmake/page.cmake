# The viewer page: its parts become part of the program (src/view/assets.cpp), so that nothing is needed at run time.
# The Python module alone goes without pages where their tools are not installed.
set(page_tools "")
if(CAROM_BUILD_APP)
    set(page_tools REQUIRED)
endif()
include(${PROJECT_SOURCE_DIR}/cmake/page_tools.cmake)
if(NOT CAROM_CHART_LIBRARY OR NOT CAROM_ESBUILD)
    message(STATUS "carom: the Python module makes no pages, because esbuild or Chart.js is not installed")
    return()
endif()

include(${PROJECT_SOURCE_DIR}/cmake/page_script.cmake)

# The engine with which visitors play: the preset wasm makes it.
set(CAROM_PAGE_ENGINE "" CACHE FILEPATH "engine.txt of the npm package; empty: that of build/npm, where it is")
set(page_engine ${CAROM_PAGE_ENGINE})
if(NOT page_engine)
    set(page_engine ${PROJECT_SOURCE_DIR}/build/npm/engine.txt)
    if(NOT EXISTS ${page_engine})
        set(page_engine ${CMAKE_CURRENT_BINARY_DIR}/no_engine.txt)
        file(TOUCH ${page_engine})
    endif()
endif()

set_source_files_properties(view/assets.cpp PROPERTIES
    COMPILE_DEFINITIONS "CAROM_PAGE_FRAME=\"${page_dir}/page.html\";CAROM_PAGE_STYLE=\"${page_dir}/style.css\";\
CAROM_PAGE_ENGINE=\"${page_engine}\";CAROM_PAGE_SCRIPT=\"${page_script}\";CAROM_CHART_LIBRARY=\"${chart_library}\";\
CAROM_CHART_NOTICE=\"${chart_notice}\";CAROM_STUDY_PAGE=\"${study_dir}/page.html\";\
CAROM_STUDY_SCRIPT=\"${study_script}\""
    OBJECT_DEPENDS "${study_dir}/page.html;${study_script};${page_dir}/page.html;${page_dir}/style.css;${page_engine};${page_script};${chart_library};${chart_notice}")

carom_layer_sources(page_sources view)
add_library(carom_pages STATIC ${page_sources})
carom_own_target(carom_pages)
carom_unity_together(pages view)
carom_unity_group(pages_json view/page_header.cpp view/study_page.cpp)
set_target_properties(carom_pages PROPERTIES UNITY_BUILD_MODE GROUP)
target_compile_options(carom_pages PRIVATE $<$<CONFIG:Release>:-O1>)
find_package(nlohmann_json 3.11 REQUIRED)
# A shared carom_io keeps what it has of fmt to itself.
if(BUILD_SHARED_LIBS)
    target_compile_definitions(carom_pages PRIVATE FMT_HEADER_ONLY)
endif()
target_link_libraries(carom_pages PUBLIC carom_look PRIVATE nlohmann_json::nlohmann_json)
