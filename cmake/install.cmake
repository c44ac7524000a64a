# cmake --install: headers, libraries, the command, a CMake package and pkg-config files.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(TARGETS carom carom_io EXPORT carom-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET carom_cli)
    install(TARGETS carom_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${package_dir})
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake ${PROJECT_BINARY_DIR}/carom-config-version.cmake
    DESTINATION ${package_dir})

configure_file(cmake/carom.pc.in carom.pc @ONLY)
configure_file(cmake/carom-io.pc.in carom-io.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc ${PROJECT_BINARY_DIR}/carom-io.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
