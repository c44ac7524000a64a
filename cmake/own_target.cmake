# How every target of this project is compiled, whatever flags the builder sets.

# These come after CMAKE_CXX_FLAGS on the command line, so -ffast-math or -Ofast there changes no bit of a result:
# -fno-fast-math undoes the group, the others what single options or -Ofast may have set.
set(carom_same_bits_options
    -fno-fast-math
    -fno-unsafe-math-optimizations
    -fno-associative-math
    -fno-reciprocal-math
    -fno-finite-math-only
    -fsigned-zeros
    -fno-rounding-math
    -ffp-contract=off
    -fno-math-errno)

# g++ 12 drops the rounding in float(x) * y for two doubles x and y when it vectorises the expression for two or four
# lanes (it takes double -> float -> double for no conversion), at -O2 and -O3 alike. tests/consumer sees it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND carom_same_bits_options -fno-tree-vectorize)
endif()

# g++ 12 zeroes an answer of 130 bytes with "rep stos", which takes 10 ns of a sweep's 20
# (bench/results/2026-11-21_changes_sweeps.md).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(carom_tuning -mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign)
endif()

# g++ looks for memory to free again and again, which takes a tenth of its time: later, from 400 MB on.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND carom_tuning --param=ggc-min-heapsize=400000)
endif()

set(carom_warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# g++ 12 warns of overlap and overflow in "literal" + std::string, wrongly (GCC bugs 105651 and 105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND carom_warnings -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
# In a unity build g++ takes a .cpp file for a header, and warns of its unnamed namespaces.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_UNITY_BUILD)
    list(APPEND carom_warnings -Wno-subobject-linkage)
endif()

# Sizes have 32 bits there, and memory ends before counts of 64 bits do. Floating-point exceptions do not exist.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    list(APPEND carom_warnings -Wno-shorten-64-to-32 -Wno-unsupported-floating-point-opt)
endif()

set(carom_pic ON)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    set(carom_pic OFF)
endif()

function(carom_own_target target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ${carom_pic})
    target_compile_options(${target} PRIVATE ${carom_warnings} ${carom_same_bits_options} ${carom_tuning})
    # With -ffast-math on its command line g++ links start-up code that flushes subnormals in the whole process.
    target_link_options(${target} PRIVATE -fno-fast-math)
endfunction()

# carom_library(TARGET): one that is installed, static, or shared with BUILD_SHARED_LIBS.
function(carom_library target)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "SHARED_LIBRARY")
        return()
    endif()
    # It calls its own functions, even where a program has compiled one of them with other flags.
    target_link_options(${target} PRIVATE -fno-fast-math LINKER:-Bsymbolic-functions
        LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
endfunction()
