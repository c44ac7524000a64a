// Memory for large arrays that are read here and there: in pages of 2 MiB where the system has them, so that
// finding a page costs less.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace carom::detail {

template <class X>
struct PageAllocator {
    using value_type = X;

    PageAllocator() = default;
    template <class Y>
    PageAllocator(const PageAllocator<Y>&) {}  // NOLINT(google-explicit-constructor): as allocators have it

    X* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(X);
        if (bytes < kLarge) return static_cast<X*>(::operator new(bytes, std::align_val_t(kAlignment)));
        void* const memory = ::operator new(bytes, std::align_val_t(kPage));
#if defined(__linux__)
        // Advice: when it is not taken, pages are small.
        static_cast<void>(::madvise(memory, bytes / kPage * kPage, MADV_HUGEPAGE));
#endif
        return static_cast<X*>(memory);
    }
    void deallocate(X* memory, std::size_t count) {
        const std::size_t alignment = count * sizeof(X) < kLarge ? kAlignment : kPage;
        ::operator delete(memory, std::align_val_t(alignment));
    }

    friend bool operator==(const PageAllocator&, const PageAllocator&) {
        return true;
    }

private:
    static constexpr std::size_t kPage = std::size_t{1} << 21;
    static constexpr std::size_t kLarge = 2 * kPage;
    static constexpr std::size_t kAlignment = alignof(X) < 64 ? 64 : alignof(X);
};

/// For arrays of one number of bytes or many millions.
template <class X>
using PageVector = std::vector<X, PageAllocator<X>>;

/// One more element. Room grows by a sixteenth, not to the double: what is not filled may lie in memory that
/// was in use before, and stays resident.
template <class X, class Allocator>
X& append(std::vector<X, Allocator>& elements) {
    if (elements.size() == elements.capacity()) elements.reserve(elements.size() + elements.size() / 16 + 8);
    return elements.emplace_back();
}

}  // namespace carom::detail
