// Keeps a caller's floating-point modes away from our arithmetic.
//
// A program linked by g++ with -ffast-math starts with subnormals flushed to zero, and any caller may have
// changed the rounding direction. Every public entry that computes holds one of these. Where the modes are
// already the default, it costs one register read. Test: tests/consumer (fast-math consumer, same bits).
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace carom::detail {

class DefaultFloatEnvironment {
public:
    DefaultFloatEnvironment() : saved_(read()) {
        if (altered()) write(saved_ & ~kModes);
        asm volatile("" ::: "memory");  // inputs, which come by reference, are loaded after this line
    }
    ~DefaultFloatEnvironment() {
        asm volatile("" ::: "memory");
        if (altered()) write(saved_);
    }
    DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
    DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

private:
#if defined(__SSE2__)
    using Control = unsigned int;
    static constexpr Control kModes = 0xE040;  // flush to zero, rounding direction, denormals are zero
    static Control read() {
        return _mm_getcsr();
    }
    static void write(Control control) {
        _mm_setcsr(control);
    }
#elif defined(__aarch64__)
    using Control = std::uint64_t;
    static constexpr Control kModes = 0x1C80000;  // FPCR: FZ, RMode, FZ16
    static Control read() {
        Control control = 0;
        asm volatile("mrs %0, fpcr" : "=r"(control));
        return control;
    }
    static void write(Control control) {
        asm volatile("msr fpcr, %0" ::"r"(control));
    }
#else
    using Control = unsigned int;
    static constexpr Control kModes = 0;
    static Control read() {
        return 0;
    }
    static void write(Control) {}
#endif
    bool altered() const {
        return (saved_ & kModes) != 0;
    }

    Control saved_;
};

}  // namespace carom::detail
