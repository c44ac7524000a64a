# Every function of the C interface is called by the fuzz target c_fuzz, or excused here with the reason. Options: LIST,
# FUZZ (the directory of the target).
cmake_minimum_required(VERSION 3.25)

set(excused
    carom_version)  # it takes nothing, and gives a constant

file(GLOB sources ${FUZZ}/c_fuzz.cpp ${FUZZ}/*_calls.hpp ${FUZZ}/call_*.hpp)
set(calls "")
foreach(source IN LISTS sources)
    file(READ ${source} text)
    string(APPEND calls "${text}")
endforeach()
file(STRINGS ${LIST} names)
set(missing "")
foreach(name IN LISTS names)
    string(REGEX MATCH "[^a-z_]${name}\\(" found "${calls}")
    if(found STREQUAL "" AND NOT name IN_LIST excused)
        string(APPEND missing " ${name}")
    elseif(NOT found STREQUAL "" AND name IN_LIST excused)
        message(FATAL_ERROR "${name} is excused, but c_fuzz calls it")
    endif()
endforeach()
if(NOT missing STREQUAL "")
    message(FATAL_ERROR "fuzz/c_fuzz.cpp never calls${missing}")
endif()
