# The result bits of tests/consumer/expected.txt, from this build and from an installed package.
set(consumer ${CMAKE_CURRENT_LIST_DIR})

add_executable(consumer_in_tree
    ${consumer}/main.cpp ${consumer}/pair_queries.cpp ${consumer}/generators.cpp ${consumer}/simulation.cpp)
carom_own_target(consumer_in_tree)
target_link_libraries(consumer_in_tree PRIVATE carom_io)
add_test(NAME consumer/in_tree
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:consumer_in_tree> -P ${consumer}/compare.cmake)
set_tests_properties(consumer/in_tree PROPERTIES TIMEOUT 300)

# Public headers under strict warnings. The matrix is every header alone with every compiler and language; it takes
# minutes, and runs on demand: ctest --preset release -C matrix -R headers_matrix.
foreach(part headers headers_matrix headers_libcxx)
    set(when "")
    if(part STREQUAL "headers_matrix")
        set(when CONFIGURATIONS matrix)
    endif()
    add_test(NAME consumer/${part} ${when}
        COMMAND ${CMAKE_COMMAND} -D WORK=${PROJECT_BINARY_DIR}/consumer_${part} -D COMPILER=${CMAKE_CXX_COMPILER}
            -D INCLUDE=${PROJECT_SOURCE_DIR}/include -D PART=${part} -P ${consumer}/headers_test.cmake)
    set_tests_properties(consumer/${part} PROPERTIES TIMEOUT 900 SKIP_REGULAR_EXPRESSION "SKIPPED: clang")
endforeach()

add_test(NAME consumer/subproject
    COMMAND ${CMAKE_COMMAND}
        -D WORK=${PROJECT_BINARY_DIR}/consumer_subproject -D GENERATOR=${CMAKE_GENERATOR}
        -D COMPILER=${CMAKE_CXX_COMPILER} -D CAROM=${PROJECT_SOURCE_DIR} -P ${consumer}/subproject_test.cmake)
add_test(NAME consumer/notices
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D MADE=${PROJECT_BINARY_DIR} -P ${consumer}/notices_test.cmake)
add_test(NAME consumer/versions
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D MADE=${PROJECT_BINARY_DIR}
        -D "CAROM=$<$<TARGET_EXISTS:carom_cli>:$<TARGET_FILE:carom_cli>>" -P ${consumer}/versions_test.cmake)

# A package of a sanitized library would need sanitized users.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    add_test(NAME consumer/installed
        COMMAND ${CMAKE_COMMAND}
            -D BUILD=${PROJECT_BINARY_DIR} -D WORK=${PROJECT_BINARY_DIR}/consumer
            -D COMPILER=${CMAKE_CXX_COMPILER} -D GENERATOR=${CMAKE_GENERATOR} -D LIBDIR=${CMAKE_INSTALL_LIBDIR}
            -P ${consumer}/installed_test.cmake)
    set_tests_properties(consumer/installed PROPERTIES TIMEOUT 300)

    # Builds the libraries once more.
    set(options -D CMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -D CMAKE_UNITY_BUILD=${CMAKE_UNITY_BUILD}
        -D CMAKE_UNITY_BUILD_BATCH_SIZE=${CMAKE_UNITY_BUILD_BATCH_SIZE}
        -D CMAKE_COMPILE_WARNING_AS_ERROR=${CMAKE_COMPILE_WARNING_AS_ERROR}
        -D CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
    add_test(NAME consumer/shared
        COMMAND ${CMAKE_COMMAND}
            -D CAROM=${PROJECT_SOURCE_DIR} -D "OPTIONS=${options}" -D WORK=${PROJECT_BINARY_DIR}/consumer_shared
            -D COMPILER=${CMAKE_CXX_COMPILER} -D GENERATOR=${CMAKE_GENERATOR} -D LIBDIR=${CMAKE_INSTALL_LIBDIR}
            -D NM=${CMAKE_NM} -P ${consumer}/shared_test.cmake)
    set_tests_properties(consumer/shared PROPERTIES TIMEOUT 1800 LABELS slow PROCESSORS 2)
endif()
