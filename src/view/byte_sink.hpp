// Numbers as bytes, few of them for what is small or near to what was expected. page/byte_source.js reads
// them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace carom::view {

class ByteSink {
public:
    std::vector<unsigned char> take() { return std::move(bytes_); }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow. A ninth byte has eight.
    void whole(std::uint64_t number) {
        int more = 8;
        for (; number >= 128 && more > 0; --more) {
            bytes_.push_back(static_cast<unsigned char>(number % 128 + 128));
            number /= 128;
        }
        bytes_.push_back(static_cast<unsigned char>(number));
    }

    void raw(double number) {
        const auto eight = std::bit_cast<std::array<unsigned char, sizeof number>>(number);
        bytes_.insert(bytes_.end(), eight.begin(), eight.end());
    }

    /// How many doubles `number` is above or below `expected`. True when one byte is enough.
    bool difference(double number, double expected) {
        const std::uint64_t steps = order(number) - order(std::isnan(expected) ? 0 : expected);
        const std::uint64_t sign = steps >> 63;
        const std::uint64_t folded = steps << 1 ^ (0 - sign);  // 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
        whole(folded);
        return folded < 128;
    }

private:
    /// Doubles in their order: neighbours differ by 1, also -0 and 0.
    static std::uint64_t order(double number) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        return bits >> 63 != 0 ? ~bits : bits | std::uint64_t{1} << 63;
    }

    std::vector<unsigned char> bytes_;
};

/// Values of K numbers of which few are different: one byte for each that was there before.
template <std::size_t K>
class ValueTable {
public:
    using Value = std::array<double, K>;

    void write(ByteSink& sink, const Value& value) {
        const Bits bits = std::bit_cast<Bits>(value);
        const auto place = std::find(known_.begin(), known_.end(), bits);
        if (place != known_.end()) {
            sink.whole(static_cast<std::uint64_t>(place - known_.begin()) + 1);
            return;
        }
        sink.whole(0);
        for (const double number : value) sink.raw(number);
        if (known_.size() < kMostValues) known_.push_back(bits);
    }

private:
    using Bits = std::array<std::uint64_t, K>;
    static constexpr std::size_t kMostValues = 100;

    std::vector<Bits> known_;
};

}  // namespace carom::view
