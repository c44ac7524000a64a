// The restitution of each pair of balls before speed and time have their say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// One for all, or by species. Species that the law does not name are one, which is number 0.
class PairRestitutions {
public:
    template <int N>
    explicit PairRestitutions(const Scene<N>& scene) : usual_(scene.law.restitution_balls), least_(usual_) {
        if (scene.law.between.empty()) return;
        std::unordered_map<std::string, std::uint32_t> numbers;
        const auto number_of = [&](const std::string& name) {
            return numbers.emplace(name, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
        };
        for (const SpeciesRestitution& pair : scene.law.between) {
            number_of(pair.first);
            number_of(pair.second);
        }
        count_ = numbers.size() + 1;
        table_.assign(count_ * count_, usual_);
        for (const SpeciesRestitution& pair : scene.law.between) {
            const std::size_t a = number_of(pair.first);
            const std::size_t b = number_of(pair.second);
            table_[a * count_ + b] = table_[b * count_ + a] = pair.restitution;
            least_ = std::min(least_, pair.restitution);
        }
        species_.reserve(scene.balls.size());
        for (const SceneBall<N>& ball : scene.balls) {
            const auto found = numbers.find(species_name(ball.name));
            species_.push_back(found == numbers.end() ? 0 : found->second);
        }
    }

    /// Of two balls by their indices.
    double of(std::uint32_t one, std::uint32_t other) const {
        return table_.empty() ? usual_ : table_[species_[one] * count_ + species_[other]];
    }

    /// Of all pairs.
    double least() const { return least_; }

private:
    double usual_;
    double least_;
    std::size_t count_ = 0;
    std::vector<double> table_;           ///< by two species; empty: one for all
    std::vector<std::uint32_t> species_;  ///< by ball
};

}  // namespace carom::detail
