# Builds Carom with BUILD_SHARED_LIBS and uses the package as installed_test.cmake does with that of static libraries. All
# options of this test are those of that one, but for BUILD, and the ones with which Carom is configured.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
set(BUILD ${WORK}/build)
# g++ 12 links start-up code that flushes subnormals into what is linked with -ffast-math.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CAROM} -B ${BUILD} -G ${GENERATOR} ${OPTIONS}
        -D CMAKE_CXX_COMPILER=${COMPILER} -D BUILD_SHARED_LIBS=ON -D CMAKE_SHARED_LINKER_FLAGS=-ffast-math
        -D CMAKE_INSTALL_LIBDIR=${LIBDIR} -D CAROM_BUILD_IO=ON -D CAROM_BUILD_C=ON -D CAROM_BUILD_APP=OFF -D CAROM_BUILD_TESTS=OFF
        -D CAROM_BUILD_EXAMPLES=OFF -D CAROM_BUILD_BENCH=OFF
    COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --parallel 2 COMMAND_ERROR_IS_FATAL ANY)

set(WORK ${WORK}/use)
include(${CMAKE_CURRENT_LIST_DIR}/installed_test.cmake)

foreach(name carom carom_io)
    set(library ${WORK}/prefix/${LIBDIR}/lib${name}.so)
    if(NOT EXISTS ${library})
        message(FATAL_ERROR "${library} is not there")
    endif()
    # Kind: what a library contains of others meets another version of it in the program.
    execute_process(COMMAND ${NM} --dynamic --defined-only ${library} OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^ \n]+\n" names "${names}")
    list(LENGTH names count)
    list(FILTER names EXCLUDE REGEX "^_Z[A-Z]*N?K?5carom")
    if(count LESS 100 OR names)
        message(FATAL_ERROR "${library} shows ${count} names, among them:\n${names}")
    endif()
    # Kind: a library that finds the one beside it only where the program names that too.
    execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=LD_LIBRARY_PATH ldd ${library}
        OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
    if(needed MATCHES "not found")
        message(FATAL_ERROR "${library} misses a library:\n${needed}")
    endif()
endforeach()
