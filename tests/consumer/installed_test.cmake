# Installs BUILD into WORK/prefix and uses the package as others would: find_package with default flags, find_package with
# flags that would change bits, pkg-config. All must print the same bits.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/compare.cmake)
set(EXAMPLES ${CMAKE_CURRENT_LIST_DIR}/../../examples/c)

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(build_consumer name flags)
    run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/${name} -G ${GENERATOR}
        -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${flags})
    run(${CMAKE_COMMAND} --build ${WORK}/${name})
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)

# Nothing of a third party may leak into what users see.
file(GLOB_RECURSE package_files ${WORK}/prefix/${LIBDIR}/cmake/*.cmake ${WORK}/prefix/${LIBDIR}/pkgconfig/*.pc)
foreach(file IN LISTS package_files)
    file(READ ${file} text)
    string(TOLOWER "${text}" text)
    if(text MATCHES "fmt|nlohmann|toml|xxhash|cli11|link_only|find_dependency")
        message(FATAL_ERROR "${file} names ${CMAKE_MATCH_0}")
    endif()
endforeach()

build_consumer(default "")
compare_with_expected(PROGRAM ${WORK}/default/consumer SUBNORMALS kept)
compare_with_expected(PROGRAM ${WORK}/default/consumer ARGUMENTS upward)
build_consumer(fast "-O3 -ffast-math -march=native")
compare_with_expected(PROGRAM ${WORK}/fast/consumer SUBNORMALS flushed)

# A component that is not there is named; io is.
file(WRITE ${WORK}/components/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(components LANGUAGES C CXX)
find_package(carom 0.1 REQUIRED CONFIG COMPONENTS io c)
add_executable(shots ${EXAMPLES}/shots.c)
target_link_libraries(shots PRIVATE carom::c)\n")
run(${CMAKE_COMMAND} -S ${WORK}/components -B ${WORK}/components/build -G ${GENERATOR}
    -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${WORK}/components/build)
run(${WORK}/components/build/shots)

# Kind: another layout of the standard library's classes. It linked and crashed.
file(GLOB library ${WORK}/prefix/${LIBDIR}/libcarom.*)
file(WRITE ${WORK}/other_layout.cpp "#include \"carom/scene/validate.hpp\"
int main() { return carom::validate(carom::Scene<2>{}).faults.empty(); }\n")
execute_process(COMMAND ${COMPILER} -std=c++20 -D_GLIBCXX_DEBUG -I ${WORK}/prefix/include ${WORK}/other_layout.cpp
        ${library} -pthread -o ${WORK}/other_layout
    ERROR_VARIABLE said RESULT_VARIABLE status)
if(status EQUAL 0 OR NOT said MATCHES "carom_compiled_with_GLIBCXX_DEBUG")
    message(FATAL_ERROR "a program with another layout of std::vector was linked:\n${said}")
endif()

foreach(file LICENSE THIRD_PARTY_NOTICES.txt carom.spdx.json)
    if(NOT EXISTS ${WORK}/prefix/share/doc/carom/${file})
        message(FATAL_ERROR "${file} is not installed")
    endif()
endforeach()

# With the command come its pages.
if(EXISTS ${WORK}/prefix/bin/carom AND NOT EXISTS ${WORK}/prefix/share/man/man1/carom-run.1)
    message(FATAL_ERROR "carom-run.1 is not installed")
endif()

find_program(PKG_CONFIG pkg-config REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${WORK}/prefix/${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs carom-io
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
file(GLOB sources ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
run(${COMPILER} -std=c++20 ${sources} ${flags} -o ${WORK}/with_pkg_config)
set(ENV{LD_LIBRARY_PATH} ${WORK}/prefix/${LIBDIR})  # for shared libraries, whose place pkg-config does not hand on
compare_with_expected(PROGRAM ${WORK}/with_pkg_config)

# The same from C: every example, by every compiler that is here.
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs carom-c
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
set(c_compilers "")
foreach(name gcc clang)
    find_program(FOUND_${name} ${name})
    if(FOUND_${name})
        list(APPEND c_compilers ${name})
    endif()
endforeach()
if(NOT c_compilers)
    message(FATAL_ERROR "there is neither gcc nor clang")
endif()
file(GLOB examples ${EXAMPLES}/*.c)
foreach(compiler IN LISTS c_compilers)
    foreach(example IN LISTS examples)
        cmake_path(GET example STEM name)
        set(program ${WORK}/${name}_by_${compiler})
        run(${compiler} -std=c99 -Wall -Wextra -pedantic -Werror ${example} ${flags} -lm -o ${program})
        execute_process(COMMAND ${program} WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
        file(READ ${EXAMPLES}/${name}.out expected)
        if(NOT printed STREQUAL expected)
            message(FATAL_ERROR "${program} printed\n${printed}instead of\n${expected}")
        endif()
    endforeach()
endforeach()
