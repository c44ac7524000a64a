# Compiles every public header with the warnings that strict users have, all as errors. PART headers: all in one file, in
# both orders, with every compiler that is here, with and without exceptions and RTTI, in C++20 and C++23. PART
# headers_matrix: each alone, in every combination of these. PART headers_libcxx: all in one file, in both orders, with
# clang++ and libc++; skipped where they are not installed.
cmake_minimum_required(VERSION 3.25)

set(gnu_warnings -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Warith-conversion -Wshadow -Wold-style-cast
    -Wuseless-cast -Wdouble-promotion -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wcast-qual -Wlogical-op
    -Wduplicated-cond -Wduplicated-branches -Wnull-dereference -Wformat=2 -Wextra-semi -Wundef -Wredundant-decls
    -Wzero-as-null-pointer-constant -Wfloat-equal -Wswitch-enum -Wswitch-default -Wsuggest-override -Wunused-macros
    -Wctor-dtor-privacy -Wmissing-declarations -Wsign-promo -Wredundant-tags -Wmismatched-tags)
# Neither C++98 nor the holes in our structs are anybody's concern.
set(clang_warnings -Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-padded)

file(GLOB_RECURSE headers RELATIVE ${INCLUDE} ${INCLUDE}/*.hpp)
list(SORT headers)
set(backwards ${headers})
list(REVERSE backwards)

# check(NAME COMPILER FLAGS HEADER...): a file that includes these headers.
function(check name compiler flags)
    set(code "")
    foreach(header IN LISTS ARGN)
        string(APPEND code "#include \"${header}\"\n")
    endforeach()
    file(WRITE ${WORK}/${name}.cpp "${code}")
    set(warnings ${gnu_warnings})
    if(compiler MATCHES "clang")
        set(warnings ${clang_warnings})
    endif()
    execute_process(COMMAND ${compiler} -fsyntax-only -Werror ${warnings} ${flags} -I ${INCLUDE} ${WORK}/${name}.cpp
        ERROR_VARIABLE said RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${compiler} ${flags} ${ARGN}:\n${said}")
    endif()
endfunction()

set(compilers "")
foreach(name g++ clang++)
    find_program(FOUND_${name} ${name})
    if(FOUND_${name})
        list(APPEND compilers ${FOUND_${name}})
    endif()
endforeach()
set(plain "-fno-exceptions;-fno-rtti")

if(PART STREQUAL "headers_matrix")
    foreach(compiler IN LISTS compilers)
        foreach(language "-std=c++20" "-std=c++20 -fno-exceptions -fno-rtti" "-std=c++2b")
            separate_arguments(flags UNIX_COMMAND "${language}")
            foreach(header IN LISTS headers)
                check(alone ${compiler} "${flags}" ${header})
            endforeach()
        endforeach()
    endforeach()
    return()
endif()

if(PART STREQUAL "headers_libcxx")
    if(FOUND_clang++)
        execute_process(COMMAND ${FOUND_clang++} -stdlib=libc++ -x c++ -include vector -fsyntax-only /dev/null
            RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    endif()
    if(NOT FOUND_clang++ OR NOT status EQUAL 0)
        message("SKIPPED: clang++ and libc++ are not both installed (apt-get install clang libc++-dev libc++abi-dev)")
        return()
    endif()
    check(forwards ${FOUND_clang++} "-std=c++20;-stdlib=libc++" ${headers})
    check(backwards ${FOUND_clang++} "-std=c++2b;-stdlib=libc++;${plain}" ${backwards})
    return()
endif()

foreach(compiler IN LISTS compilers)
    check(forwards ${compiler} "-std=c++20" ${headers})
    check(backwards ${compiler} "-std=c++2b;${plain}" ${backwards})
endforeach()

# refuse(NAME WORDS CODE): the code does not compile, and the compiler says these words.
function(refuse name words code)
    file(WRITE ${WORK}/${name}.cpp "${code}")
    execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I ${INCLUDE} ${WORK}/${name}.cpp
        ERROR_VARIABLE said RESULT_VARIABLE status)
    if(status EQUAL 0 OR NOT said MATCHES "${words}" OR said MATCHES "before deduction")
        message(FATAL_ERROR "${name}:\n${said}")
    endif()
endfunction()

# Kind: a type that nothing is compiled for. It failed at link time, or with words about deduction.
refuse(long_double "Carom computes in float and double" "#include \"carom/pair/sweep.hpp\"
carom::MovingBall<long double, 3> ball;\n")
refuse(own_struct "frame_balls takes a vector, array or span of carom::Ball or carom::MovingBall"
    "#include <vector>\n#include \"carom/frame/frame_balls.hpp\"
struct Marble { double x; };\nauto balls = carom::frame_balls(std::vector<Marble>{});\n")
