# The scripts of pages: each is one module out of a first one and all that it imports, the JavaScript package among them; with
# their names but without white space, which would be 80 kB, and the same bytes wherever they are made.
set(page_dir ${PROJECT_SOURCE_DIR}/src/view/page)
set(study_dir ${PROJECT_SOURCE_DIR}/src/view/study)
set(page_script ${PROJECT_BINARY_DIR}/viewer.js)
set(study_script ${PROJECT_BINARY_DIR}/study.js)
file(GLOB page_modules CONFIGURE_DEPENDS ${page_dir}/*.js ${page_dir}/play/*.js ${PROJECT_SOURCE_DIR}/javascript/carom/*.js)
function(carom_page_script from to)
    cmake_path(GET to FILENAME name)
    add_custom_command(OUTPUT ${to}
        COMMAND ${CAROM_ESBUILD} ${from} --bundle --format=esm --target=es2022 --charset=utf8 --log-level=warning --minify-whitespace
                --external:node:* --outfile=${to}
        DEPENDS ${from} ${page_modules} WORKING_DIRECTORY ${page_dir} COMMENT "Bundling ${name}" VERBATIM)
endfunction()
carom_page_script(${page_dir}/main.js ${page_script})
carom_page_script(${study_dir}/study.js ${study_script})

# A file as pages carry it.
set(page_bytes ${PROJECT_SOURCE_DIR}/cmake/page_bytes.sh)
function(carom_page_bytes from to)
    cmake_path(GET to FILENAME name)
    add_custom_command(OUTPUT ${to} COMMAND sh ${page_bytes} ${from} ${to}
        DEPENDS ${from} ${page_bytes} ${ARGN} COMMENT "Packing ${name}" VERBATIM)
endfunction()
set(chart_notice ${PROJECT_SOURCE_DIR}/third_party/chart_js.txt)
set(chart_library ${PROJECT_BINARY_DIR}/chart_library.txt)
carom_page_bytes(${CAROM_CHART_LIBRARY} ${chart_library})
