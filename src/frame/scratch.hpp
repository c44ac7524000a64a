// Memory that is kept from frame to frame.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "core/page_allocator.hpp"
#include "frame/parallel.hpp"

namespace carom::detail {

/// Room for plain values, which are not initialised, in large pages. It grows and never shrinks.
template <class X>
class Scratch {
    static_assert(std::is_trivially_copyable_v<X>);

public:
    /// Room for `size` values; what was in it is lost when it has to grow.
    X* room(std::size_t size) {
        if (size > capacity_) {
            values_.reset();
            capacity_ = 0;
            values_ = allocated(size + size / 8);
            capacity_ = size + size / 8;
        }
        return values_.get();
    }

    /// The same for values that are not written in order. Where the caller may pause, new memory is touched a
    /// megabyte at a time: to touch it all over, in one short part of the work, may take a second.
    X* touched_room(std::size_t size, const Workers& workers) {
        const bool is_new = size > capacity_;
        X* const values = room(size);
        constexpr std::size_t page = std::max<std::size_t>(4096 / sizeof(X), 1);
        if (!is_new || workers.pause == nullptr) return values;
        for (std::size_t at = 0; at < size; at += page) {
            if (at % (256 * page) == 0) pause(workers);
            values[at] = X{};
        }
        return values;
    }

    /// Room for `size` values behind the first `kept`, which stay, also when a pause ends the call.
    X* more_room(std::size_t kept, std::size_t size, const Workers& workers) {
        if (kept + size > capacity_) {
            const std::size_t capacity = 2 * kept + size;
            auto values = allocated(capacity);
            copy_in_steps(values_.get(), kept, values.get(), workers);
            values_ = std::move(values);
            capacity_ = capacity;
        }
        return values_.get() + kept;
    }

    X* data() { return values_.get(); }
    const X* data() const { return values_.get(); }
    std::size_t bytes() const { return capacity_ * sizeof(X); }

private:
    struct Release {
        std::size_t size = 0;
        void operator()(X* values) const { PageAllocator<X>().deallocate(values, size); }
    };
    using Values = std::unique_ptr<X[], Release>;

    static Values allocated(std::size_t size) {
        return Values(PageAllocator<X>().allocate(size), Release{size});
    }

    Values values_;
    std::size_t capacity_ = 0;
};

}  // namespace carom::detail
