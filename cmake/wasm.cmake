# For WebAssembly: the headers of packages that do not depend on the machine, apart from those of this one.
set(io_headers ${PROJECT_BINARY_DIR}/headers)
foreach(header fmt nlohmann toml++ xxhash.h)
    find_path(CAROM_FOLDER_OF_${header} ${header} PATHS /usr/include REQUIRED)
    file(MAKE_DIRECTORY ${io_headers})
    file(CREATE_LINK ${CAROM_FOLDER_OF_${header}}/${header} ${io_headers}/${header} SYMBOLIC)
endforeach()
