// Long work that somebody may want to end.
#pragma once

#include <cstdint>
#include <functional>

namespace carom::detail {

/// Asks again and again whether to go on. After a no it asks no more.
class Patience {
public:
    /// Nobody asks.
    Patience() = default;
    /// An empty function is never asked. It has to live as long as this.
    explicit Patience(const std::function<bool()>& go_on) : go_on_(go_on ? &go_on : nullptr) {}
    explicit Patience(std::function<bool()>&&) = delete;

    /// True when the work is to end. To be called at each step, of some microseconds at most: once in many
    /// steps it asks.
    bool ends() {
        if (go_on_ == nullptr || ended_) return ended_;
        if (++steps_ % kStepsUnasked == 0) ended_ = !(*go_on_)();
        return ended_;
    }
    /// True when `ends` was.
    bool ended() const { return ended_; }

private:
    static constexpr std::uint32_t kStepsUnasked = 256;

    const std::function<bool()>* go_on_ = nullptr;
    std::uint32_t steps_ = 0;
    bool ended_ = false;
};

}  // namespace carom::detail
