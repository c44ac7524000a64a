# Runs PROGRAM (with ARGUMENTS) and compares what it prints with expected.txt. With SUBNORMALS, it must also report those.
# After an intended change of results: build/release/tests/consumer_in_tree > tests/consumer/expected.txt
cmake_minimum_required(VERSION 3.25)

function(compare_with_expected)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "PROGRAM;SUBNORMALS" "ARGUMENTS")
    execute_process(COMMAND ${arg_PROGRAM} ${arg_ARGUMENTS}
        OUTPUT_VARIABLE printed ERROR_VARIABLE modes RESULT_VARIABLE status)
    message("${arg_PROGRAM} ${arg_ARGUMENTS}\n${modes}${printed}")
    file(READ ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expected.txt expected)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "exit status ${status}")
    elseif(NOT printed STREQUAL expected)
        message(FATAL_ERROR "other bits than in expected.txt:\n${expected}")
    elseif(arg_SUBNORMALS AND NOT modes MATCHES "subnormals: ${arg_SUBNORMALS}\n")
        message(FATAL_ERROR "this run was to have subnormals ${arg_SUBNORMALS}, or it tests nothing")
    endif()
endfunction()

if(PROGRAM)
    compare_with_expected(PROGRAM ${PROGRAM})
endif()
