# The version has one place, include/carom/core/version.hpp: what is made says the same, and the packaging files say none.
# Options: ROOT, MADE, and CAROM, the command, where it is built.
cmake_minimum_required(VERSION 3.25)

file(READ ${ROOT}/include/carom/core/version.hpp text)
string(REGEX MATCH "version = \"([0-9.]+)\"" found "${text}")
set(version ${CMAKE_MATCH_1})

function(expect what text wanted)
    string(FIND "${text}" "${wanted}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${what} does not say ${wanted}")
    endif()
endfunction()

foreach(name carom carom-io carom-c)
    file(READ ${MADE}/${name}.pc text)
    expect(${name}.pc "${text}" "Version: ${version}\n")
endforeach()
file(READ ${MADE}/carom-config-version.cmake text)
expect(carom-config-version.cmake "${text}" "set(PACKAGE_VERSION \"${version}\")")
file(READ ${MADE}/carom.spdx.json text)
expect(carom.spdx.json "${text}" "\"name\": \"carom\", \"versionInfo\": \"${version}\"")
if(CAROM)
    execute_process(COMMAND ${CAROM} --version OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    expect("carom --version" "${text}" "carom ${version}\n")
    file(READ ${MADE}/pages/man1/carom.1 text)
    expect(carom.1 "${text}" "\"carom ${version}\"")
endif()

file(GLOB_RECURSE files ${ROOT}/packaging/* ${ROOT}/pyproject.toml ${ROOT}/setup.py ${ROOT}/tools/package)
foreach(file IN LISTS files)
    file(READ ${file} text)
    string(FIND "${text}" "${version}" at)
    if(NOT at EQUAL -1)
        message(FATAL_ERROR "${file} has the version ${version}; derive it instead")
    endif()
endforeach()

# setup.py has it without setuptools' help; where that is not installed, nothing can be asked.
execute_process(COMMAND /usr/bin/python3 -B setup.py --version WORKING_DIRECTORY ${ROOT}
    OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE status)
if(status EQUAL 0)
    expect(setup.py "${text}" "${version}\n")
endif()
