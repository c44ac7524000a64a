# The viewer page: its parts become part of the program (src/view/assets.cpp), so that nothing is needed at run time.
find_file(CAROM_CHART_LIBRARY chart.min.js PATHS /usr/share/javascript/chart.js NO_CACHE REQUIRED)

set(page_dir ${CMAKE_CURRENT_SOURCE_DIR}/view/page)
set(page_script ${CMAKE_CURRENT_BINARY_DIR}/viewer.js)

# One module: what a part uses at once stands before it.
set(page_parts numbers data walls trajectory trails player colours camera gl_program draw_spheres draw_lines draw_space draw_table
    draw_marks measures chart_kinds charts event_list card pointer controls address view main)
list(TRANSFORM page_parts REPLACE "(.+)" "${page_dir}/\\1.js")
add_custom_command(OUTPUT ${page_script} COMMAND cat ${page_parts} > ${page_script} DEPENDS ${page_parts} VERBATIM)

set_source_files_properties(view/assets.cpp PROPERTIES
    COMPILE_DEFINITIONS "CAROM_PAGE_FRAME=\"${page_dir}/page.html\";CAROM_PAGE_STYLE=\"${page_dir}/style.css\";\
CAROM_PAGE_SCRIPT=\"${page_script}\";CAROM_CHART_LIBRARY=\"${CAROM_CHART_LIBRARY}\""
    OBJECT_DEPENDS "${page_dir}/page.html;${page_dir}/style.css;${page_script};${CAROM_CHART_LIBRARY}")
