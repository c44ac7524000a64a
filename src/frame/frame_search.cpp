#include "frame/frame_search.hpp"

#include <algorithm>

#include "core/instantiate.hpp"

namespace carom::detail {

template <class T, int N>
FrameSearch<T, N>::FrameSearch(const FinderOptions& options) : options_(options) {}

template <class T, int N>
void FrameSearch<T, N>::prepare(const FrameBalls<T, N>& balls, const Workers& workers) {
    balls_ = balls.size;
    has_places_ = false;
    grown_.clear();
    const SceneSample<T, N> sample(balls);
    in_grid_ = grid_.build(balls, sample, workers, options_.set);
    if (!in_grid_) tree_.build(balls, sample, workers, options_.set);
}

template <class T, int N>
FrameBalls<T, N> FrameSearch<T, N>::balls_in_grid() const {
    const auto stride = static_cast<std::ptrdiff_t>(sizeof(BallRow<T, N>));
    const MovingBall<T, N>& first = grid_.rows()->ball;
    return {grid_.size(),
            {first.center.coordinates.data(), stride},
            {&first.radius, stride},
            {first.displacement.coordinates.data(), stride}};
}

template <class T, int N>
void FrameSearch<T, N>::set_places() {
    if (in_grid_) {
        const FrameBalls<T, N> balls = balls_in_grid();
        tree_.build(balls, SceneSample<T, N>(balls), options_.workers, options_.set);
    }
    std::uint32_t* const place_of = place_of_.room(balls_);
    std::fill_n(place_of, balls_, ~std::uint32_t{0});
    for (std::size_t place = 0; place < tree_.size(); ++place) {
        place_of[number_at(place)] = static_cast<std::uint32_t>(place);
    }
    has_places_ = true;
    for (const auto& entry : grown_.entries()) grow(entry.ball, entry.path);
    grown_.clear();
}

template <class T, int N>
void FrameSearch<T, N>::near_in_grid(const MovingBall<T, N>& path) {
    near_.clear();
    const auto hand_on = [&](Candidates& found) {
        for (std::size_t i = 0; i < found.size; ++i) near_.push_back(grid_.rows()[found.b[i]].number);
        found.size = 0;
    };
    Candidates found = candidates_for(hand_on);
    for_instruction_set(options_.set, [&]<InstructionSet Set>() {
        grid_.template meet<Set>(path, 0, 0, grid_.size(), found);
    });
    hand_on(found);
    const std::size_t in_grid = near_.size();
    grown_.each_near(path, [&](std::uint32_t ball) { near_.push_back(ball); });
    if (near_.size() == in_grid) return;
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
}

template <class T, int N>
std::vector<FrameCell<N>> FrameSearch<T, N>::cells() const {
    if (!in_grid_) return tree_.cells();
    BallTree<T, N> tree;
    const FrameBalls<T, N> balls = balls_in_grid();
    tree.build(balls, SceneSample<T, N>(balls), {}, options_.set);
    return tree.cells();
}

/// Appends the pairs of some places of the grid, or of some blocks of the tree, a step at a time.
template <class T, int N>
void FrameSearch<T, N>::join_places(IndexRange places, std::size_t step, Candidates& candidates) const {
    const auto in_steps = [&](const auto& join) {
        for (std::size_t at = places.begin; at < places.end; at += step) {
            pause(options_.workers);
            join(at, std::min(at + step, places.end));
        }
    };
    for_instruction_set(options_.set, [&]<InstructionSet Set>() {
        if (in_grid_) {
            in_steps([&](std::size_t begin, std::size_t end) {
                grid_.template join<Set>(begin, end, candidates);
            });
            return;
        }
        tree_.with_view([&](const auto& view) {
            in_steps(
                [&](std::size_t begin, std::size_t end) { join_blocks<Set>(view, begin, end, candidates); });
        });
    });
}

/// take(exact, candidates) for the candidates of some places with all others, so that each pair is taken once
/// when all places are. Returns their number.
template <class T, int N>
template <class F>
std::size_t FrameSearch<T, N>::join(IndexRange places, const PairFilter& filter, const F& take) const {
    const PlacedBalls<T, N> balls =
        in_grid_ ? PlacedBalls<T, N>{nullptr, nullptr, nullptr, grid_.rows()} : tree_.balls();
    ExactPairs<T, N> exact(balls, PairCheck(filter), options_.set);
    const auto hand_on = [&](Candidates& some) {
        pause(options_.workers);
        take(exact, some);
    };
    const std::size_t few = in_grid_ ? 8 * kBlock : 8;
    const std::size_t step = options_.workers.pause == nullptr ? std::max(places.end, few) : few;
    Candidates candidates = candidates_for(hand_on);
    join_places(places, step, candidates);
    hand_on(candidates);
    return exact.candidates();
}

/// For work whose parts cost differently: more of them than workers.
template <class T, int N>
std::size_t FrameSearch<T, N>::uneven_parts(std::size_t size, std::size_t least) const {
    if (options_.workers.run == nullptr || options_.workers.count < 2) return 1;
    return std::clamp<std::size_t>(size / least, 1, 16 * options_.workers.count);
}

template <class T, int N>
std::span<const FrameContact<T>> FrameSearch<T, N>::find(const FrameBalls<T, N>& balls,
                                                         const PairFilter& filter) {
    const PairFilter sorted = ignored_.in_order(filter);
    prepare(balls, options_.workers);
    const std::size_t parts = uneven_parts(places(), in_grid_ ? 32 * kBlock : 32);
    auto& found = contacts_.parts(parts);
    // The last blocks, of the largest balls and with all others before them, are the most work: they are
    // begun first.
    in_parallel(options_.workers, parts, [&](std::size_t i) {
        const std::size_t p = parts - 1 - i;
        FoundContacts<FrameContact<T>>& mine = found[p];
        mine.candidates = join(part_of(places(), p, parts), sorted, [&](auto& exact, Candidates& some) {
            mine.size +=
                exact.take(some, mine.contacts.more_room(mine.size, Candidates::kRoom, options_.workers));
        });
    });
    statistics_ = contacts_.statistics();
    return contacts_.in_order(balls.size, options_.workers);
}

template <class T, int N>
std::span<const FrameContact<T>> FrameSearch<T, N>::find_earliest(const FrameBalls<T, N>& balls,
                                                                  const PairFilter& filter) {
    const PairFilter sorted = ignored_.in_order(filter);
    prepare(balls, options_.workers);
    const std::size_t parts = even_parts(options_.workers, places(), in_grid_ ? 32 * kBlock : 32);
    if (earliest_.size() < parts) earliest_.resize(parts);
    std::vector<FinderStatistics>& statistics = part_statistics_;
    statistics.assign(parts, {});
    in_parallel(options_.workers, parts, [&](std::size_t p) {
        earliest_[p].start(balls.size);
        FrameContact<T> some[Candidates::kRoom];
        statistics[p].candidates =
            join(part_of(places(), p, parts), sorted, [&](auto& exact, Candidates& candidates) {
                const std::size_t size = exact.take(candidates, some);
                statistics[p].contacts += size;
                for (std::size_t i = 0; i < size; ++i) earliest_[p].add(some[i]);
            });
    });
    auto& found = contacts_.parts(1);
    for (std::size_t p = 1; p < parts; ++p) earliest_[0].add_all(earliest_[p]);
    found[0].size = earliest_[0].write(found[0].contacts.room(balls.size));
    statistics_ = {};
    for (const FinderStatistics& part : statistics) {
        statistics_.candidates += part.candidates;
        statistics_.contacts += part.contacts;
    }
    return contacts_.in_order(balls.size, options_.workers);
}

template <class T, int N>
void FrameSearch<T, N>::visit(const FrameBalls<T, N>& balls, ContactVisitor<T> visitor,
                              const PairFilter& filter) {
    const PairFilter sorted = ignored_.in_order(filter);
    prepare(balls, {});
    FrameContact<T> found[Candidates::kRoom];
    std::size_t contacts = 0;
    const std::size_t candidates = join({0, places()}, sorted, [&](auto& exact, Candidates& some) {
        const std::size_t size = exact.take(some, found);
        contacts += size;
        if (size > 0) visitor.visit(visitor.context, {found, size});
    });
    statistics_ = {candidates, contacts};
}

template <class T, int N>
std::span<const ObstacleContact<T>> FrameSearch<T, N>::find(
    const FrameBalls<T, N>& balls, const typename ObstacleSet<T, N>::Tree& obstacles) {
    const std::size_t parts = uneven_parts(balls.size, 512);
    auto& found = obstacle_contacts_.parts(parts);
    in_parallel(options_.workers, parts, [&](std::size_t p) {
        const IndexRange part = part_of(balls.size, p, parts);
        for (std::size_t i = part.begin; i < part.end; ++i) {
            if (i % 16 == 0) pause(options_.workers);
            obstacles.for_each_contact(ball_at(balls, i), [&](ObstacleId id, const Sweep<T, N>& in) {
                if (found[p].size % 4096 == 0) pause(options_.workers);
                found[p].add({static_cast<std::uint32_t>(i), id, in.first, in.last, in.state},
                             options_.workers);
            });
        }
        found[p].candidates = found[p].size;
    });
    statistics_ = obstacle_contacts_.statistics();
    return obstacle_contacts_.in_order(balls.size, options_.workers);
}

template <class T, int N>
std::size_t FrameSearch<T, N>::memory() const {
    std::size_t bytes = sizeof *this + grid_.bytes() + tree_.bytes() + place_of_.bytes() + grown_.bytes() +
                        near_.capacity() * sizeof(std::uint32_t) + contacts_.bytes() +
                        obstacle_contacts_.bytes() + ignored_.bytes();
    for (const EarliestOfBalls<T>& part : earliest_) bytes += sizeof part + part.bytes();
    return bytes;
}

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage)
#define CAROM_INSTANTIATE(T, N) template class FrameSearch<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
