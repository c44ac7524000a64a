# The result bits of tests/consumer/expected.txt, from this build and from an installed package.
set(consumer ${CMAKE_CURRENT_LIST_DIR})

add_executable(consumer_in_tree
    ${consumer}/main.cpp ${consumer}/pair_queries.cpp ${consumer}/generators.cpp ${consumer}/simulation.cpp)
carom_own_target(consumer_in_tree)
target_link_libraries(consumer_in_tree PRIVATE carom_io)
add_test(NAME consumer/in_tree
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:consumer_in_tree> -P ${consumer}/compare.cmake)
set_tests_properties(consumer/in_tree PROPERTIES TIMEOUT 300)

# A package of a sanitized library would need sanitized users.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    add_test(NAME consumer/installed
        COMMAND ${CMAKE_COMMAND}
            -D BUILD=${PROJECT_BINARY_DIR} -D WORK=${PROJECT_BINARY_DIR}/consumer
            -D COMPILER=${CMAKE_CXX_COMPILER} -D GENERATOR=${CMAKE_GENERATOR} -D LIBDIR=${CMAKE_INSTALL_LIBDIR}
            -P ${consumer}/installed_test.cmake)
    set_tests_properties(consumer/installed PROPERTIES TIMEOUT 300)
endif()
