# carom_io: files, scene text and trajectories. Third parties are used as headers, in .cpp files only, and nothing is linked:
# the installed target has no trace of them. In two parts, because text and files need less optimisation.
set(required REQUIRED)
if(CAROM_BUILD_IO STREQUAL "AUTO")
    set(required QUIET)
elseif(NOT CAROM_BUILD_IO)
    return()
endif()
find_package(fmt 9 ${required})
find_package(nlohmann_json 3.11 ${required})
string(REPLACE QUIET "" required_path "${required}")
find_path(CAROM_TOMLPLUSPLUS_INCLUDE toml++/toml.h ${required_path})
find_path(CAROM_XXHASH_INCLUDE xxhash.h ${required_path})
if(NOT fmt_FOUND OR NOT nlohmann_json_FOUND OR NOT CAROM_TOMLPLUSPLUS_INCLUDE OR NOT CAROM_XXHASH_INCLUDE)
    message(STATUS "carom: carom::io is left out, because fmt 9, nlohmann_json 3.11, toml++ or xxHash is not installed "
        "(CAROM_BUILD_IO=ON says which)")
    return()
endif()

function(carom_io_objects target)
    carom_layer_sources(sources ${ARGN})
    carom_unity_by_folder(${ARGN})
    carom_objects(${target} ${sources})
    target_include_directories(${target} SYSTEM PRIVATE
        $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>
        $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>
        ${CAROM_TOMLPLUSPLUS_INCLUDE} ${CAROM_XXHASH_INCLUDE})
    target_compile_definitions(${target} PRIVATE TOML_HEADER_ONLY=1 XXH_INLINE_ALL)
endfunction()
carom_io_objects(carom_records files record proof)
carom_io_objects(carom_texts scene_text export)
target_compile_options(carom_records PRIVATE $<$<CONFIG:Release>:-O2>)
target_compile_options(carom_texts PRIVATE $<$<CONFIG:Release>:-O1>)

add_library(carom_io $<TARGET_OBJECTS:carom_records> $<TARGET_OBJECTS:carom_texts>)
add_library(carom::io ALIAS carom_io)
carom_library(carom_io)
# Shared, it finds libcarom beside it.
set_target_properties(carom_io PROPERTIES EXPORT_NAME io INSTALL_RPATH "\$ORIGIN")
target_link_libraries(carom_io PUBLIC carom)
