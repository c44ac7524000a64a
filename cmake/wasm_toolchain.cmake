# WebAssembly by Debian's clang 16 and wasi-libc, for the JavaScript package (preset wasm).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-16)
set(CMAKE_CXX_COMPILER clang++-16)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# What this standard library lacks comes first: javascript/compat. Clang finds the library by itself only where that of
# the machine lies in /usr/include/c++/v1 too.
set(CMAKE_CXX_FLAGS_INIT "-nostdinc++ -isystem ${CMAKE_CURRENT_LIST_DIR}/../javascript/compat \
-isystem /usr/lib/llvm-16/include/wasm32-wasi/c++/v1 -D_WASI_EMULATED_GETPID -Qunused-arguments")
# Headers of packages are the same for every machine.
set(CMAKE_PREFIX_PATH /usr)
