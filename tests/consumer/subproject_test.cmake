# Configures the project in subproject/, which has the sources of CAROM in it. Nothing is built: what can go wrong here
# does so before.
cmake_minimum_required(VERSION 3.25)

# configure(NAME OPTION...): what it prints is in `printed`.
function(configure name)
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/subproject -B ${WORK}/${name} -G ${GENERATOR}
            -D CAROM=${CAROM} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=Release ${ARGN}
        OUTPUT_VARIABLE printed ERROR_VARIABLE printed RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${name}:\n${printed}")
    endif()
    set(printed "${printed}" PARENT_SCOPE)
endfunction()

function(expect name text)
    if(NOT printed MATCHES "${text}")
        message(FATAL_ERROR "${name} has no \"${text}\":\n${printed}")
    endif()
endfunction()

file(REMOVE_RECURSE ${WORK})

# The core alone needs no package. Its users' install(EXPORT) works, because CAROM_INSTALL is on.
set(no_packages -D CMAKE_DISABLE_FIND_PACKAGE_fmt=ON -D CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
configure(core ${no_packages})
expect(core "carom is a STATIC_LIBRARY")
if(printed MATCHES "there is")
    message(FATAL_ERROR "core:\n${printed}")
endif()

# Without a choice, carom::io is left out where its packages are missing, and there where they are not.
configure(automatic -D CAROM_BUILD_IO=AUTO ${no_packages})
expect(automatic "carom::io is left out, because")
# Kind: libc++ 14 cannot read numbers as carom::io does, and it failed when it was compiled.
configure(old_library -D CAROM_BUILD_IO=AUTO -D CAROM_HAS_FROM_CHARS=OFF)
expect(old_library "carom::io is left out, because")
configure(with_io -D CAROM_BUILD_IO=AUTO)
expect(with_io "there is carom_io")

configure(shared -D BUILD_SHARED_LIBS=ON -D CMAKE_INSTALL_PREFIX=/opt/some -D CMAKE_INSTALL_LIBDIR=lib/some-linux-gnu)
expect(shared "carom is a SHARED_LIBRARY")

# The pkg-config file finds the headers from a folder of several architectures, wherever it was moved to.
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG)
    set(moved ${WORK}/moved/lib/some-linux-gnu/pkgconfig)
    file(COPY ${WORK}/shared/carom/carom.pc DESTINATION ${moved})
    set(ENV{PKG_CONFIG_PATH} ${moved})
    execute_process(COMMAND ${PKG_CONFIG} --variable=includedir carom
        OUTPUT_VARIABLE include OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    get_filename_component(include ${include} ABSOLUTE)
    if(NOT include STREQUAL "${WORK}/moved/include")
        message(FATAL_ERROR "carom.pc finds the headers in ${include}")
    endif()
endif()
