// Asking for memory before it is needed.
#pragma once

namespace carom::detail {

/// Brings the cache line of `address`, which may be any, near. `__builtin_prefetch` alone does not do: to
/// g++ 12 a function with nothing else in it has no effect, and calls of it are dropped.
[[gnu::always_inline]] inline void prefetch_line(const void* address) {
    __builtin_prefetch(address);
    asm volatile("");  // an effect without an instruction
}

}  // namespace carom::detail
