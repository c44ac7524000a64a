# cmake --install: headers, libraries, the command, a CMake package, pkg-config files and licences.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
set(libraries carom)
set(packages carom)
if(TARGET carom_io)
    list(APPEND libraries carom_io)
    list(APPEND packages carom-io)
endif()
if(TARGET carom_c)
    list(APPEND libraries carom_c)
    list(APPEND packages carom-c)
endif()
install(TARGETS ${libraries} EXPORT carom-targets)
if(TARGET carom_cli)
    install(TARGETS carom_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${package_dir})
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake ${PROJECT_BINARY_DIR}/carom-config-version.cmake
    DESTINATION ${package_dir})

# Relative, so that the package may be moved: also out of a folder of several architectures, lib/x86_64-linux-gnu.
file(RELATIVE_PATH libdir_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_PREFIX})
foreach(package IN LISTS packages)
    configure_file(cmake/${package}.pc.in ${package}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(FILES LICENSE ${PROJECT_BINARY_DIR}/THIRD_PARTY_NOTICES.txt ${PROJECT_BINARY_DIR}/carom.spdx.json
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
