# The script of the viewer page: one module out of main.js and all that it imports, the JavaScript package among them; with
# their names but without white space, which would be 80 kB, and the same bytes wherever it is made.
set(page_dir ${PROJECT_SOURCE_DIR}/src/view/page)
set(chart_notice ${PROJECT_SOURCE_DIR}/third_party/chart_js.txt)
set(page_script ${PROJECT_BINARY_DIR}/viewer.js)
file(GLOB page_modules CONFIGURE_DEPENDS ${page_dir}/*.js ${page_dir}/play/*.js ${PROJECT_SOURCE_DIR}/javascript/carom/*.js)
add_custom_command(OUTPUT ${page_script}
    COMMAND ${CAROM_ESBUILD} main.js --bundle --format=esm --target=es2022 --charset=utf8 --log-level=warning --minify-whitespace
            --external:node:* --outfile=${page_script}
    DEPENDS ${page_modules} WORKING_DIRECTORY ${page_dir} COMMENT "Bundling viewer.js" VERBATIM)
