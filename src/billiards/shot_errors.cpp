#include "carom/billiards/shot_errors.hpp"

#include "billiards/strike_noise.hpp"

namespace carom::billiards {

Strike disturbed(const Strike& meant, const ShotErrors& errors, carom::detail::Noise& noise,
                 std::uint64_t& redrawn) {
    for (;;) {
        Strike strike = meant;
        strike.speed *= 1 + errors.speed * noise.normal();
        strike.direction += errors.direction * noise.normal();
        strike.left += errors.tip * noise.normal();
        strike.up += errors.tip * noise.normal();
        if (faults_of(strike).empty()) return strike;
        ++redrawn;
    }
}

Strike disturbed(const Strike& meant, const ShotErrors& errors, std::uint64_t seed, std::uint64_t number) {
    carom::detail::Noise noise(seed, number, 0, 0);
    std::uint64_t redrawn = 0;
    return disturbed(meant, errors, noise, redrawn);
}

}  // namespace carom::billiards
