# The shared library of the C interface shows exactly the functions of symbols.txt. Options: LIBRARY, NM, LIST.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
    OUTPUT_VARIABLE shown COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " [^\n]*" "" shown "${shown}")
string(STRIP "${shown}" shown)
string(REPLACE "\n" ";" shown "${shown}")
file(STRINGS ${LIST} listed)
list(SORT shown)
list(SORT listed)
if(NOT shown STREQUAL listed)
    message(FATAL_ERROR "${LIBRARY} shows other names than ${LIST}:\n${shown}\n${listed}")
endif()
