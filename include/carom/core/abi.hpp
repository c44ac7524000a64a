/// \file
/// Is the standard library the one that Carom was compiled with? Classes of ours hold vectors and texts,
/// whose layout depends on it. A program that mixes two kinds does not link: the linker misses a name that
/// says which kind it needs.
#pragma once

#include <cstddef>  // defines the macros below

namespace carom::detail {

#if defined(_LIBCPP_VERSION)
inline namespace carom_compiled_with_libcxx {
#elif defined(_GLIBCXX_DEBUG)
inline namespace carom_compiled_with_GLIBCXX_DEBUG {
#elif defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI == 0
inline namespace carom_compiled_with_GLIBCXX_USE_CXX11_ABI_0 {
#else
inline namespace carom_compiled_with_libstdcxx {
#endif

/// Defined in the library.
extern const char standard_library;
/// So that every file that includes this needs it.
[[gnu::used, maybe_unused]] inline constexpr const char* needed_standard_library = &standard_library;
}

}  // namespace carom::detail
