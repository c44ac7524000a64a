// Replaces every form of new and delete of a test program. One file of the program includes this and defines
// the three functions.
#pragma once

#include <cstdlib>
#include <new>

namespace carom::test {

/// Asked before each allocation. When it says no, there is no memory.
bool may_allocate();
/// `memory` has been allocated.
void note_allocation(void* memory);
/// `memory`, which may be null, is about to be released.
void note_release(void* memory);

namespace replaced {

inline void* noted(void* memory) {
    if (memory != nullptr) note_allocation(memory);
    return memory;
}
inline void* allocated(std::size_t size) noexcept {
    return may_allocate() ? noted(std::malloc(size == 0 ? 1 : size)) : nullptr;
}
inline void* allocated(std::size_t size, std::align_val_t alignment) noexcept {
    const auto grain = static_cast<std::size_t>(alignment);
    return may_allocate() ? noted(std::aligned_alloc(grain, (size + grain - 1) / grain * grain)) : nullptr;
}
inline void* or_throw(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
// Out of line: gcc takes a `delete` that it sees through for one of another `new`.
[[gnu::noinline]] inline void release(void* memory) noexcept {
    note_release(memory);
    std::free(memory);
}

}  // namespace replaced
}  // namespace carom::test

// All forms, since a sanitizer has its own of each.
void* operator new(std::size_t size) {
    return carom::test::replaced::or_throw(carom::test::replaced::allocated(size));
}
void* operator new[](std::size_t size) {
    return carom::test::replaced::or_throw(carom::test::replaced::allocated(size));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return carom::test::replaced::allocated(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return carom::test::replaced::allocated(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return carom::test::replaced::or_throw(carom::test::replaced::allocated(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return carom::test::replaced::or_throw(carom::test::replaced::allocated(size, alignment));
}
void operator delete(void* memory) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete[](void* memory) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    carom::test::replaced::release(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    carom::test::replaced::release(memory);
}
