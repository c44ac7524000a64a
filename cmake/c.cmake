# carom_c: the C interface, always a shared library. It contains all of carom and carom_io, and shows its own functions
# only.
if(NOT CAROM_BUILD_C OR NOT TARGET carom_io)
    return()
endif()
carom_layer_sources(c_sources c)
carom_objects(carom_c_objects ${c_sources})
target_compile_options(carom_c_objects PRIVATE $<$<CONFIG:Release>:-O2>)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    return()
endif()
set(parts engine pairs_in_double pairs_in_float frames scenes billiards records texts c_objects)
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:carom_\\1>")
add_library(carom_c SHARED ${parts})
add_library(carom::c ALIAS carom_c)
set_target_properties(carom_c PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME c VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports_c.map)
target_link_options(carom_c PRIVATE -fno-fast-math LINKER:-Bsymbolic-functions
    LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/exports_c.map)
target_link_libraries(carom_c PRIVATE -pthread)
target_include_directories(carom_c
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
