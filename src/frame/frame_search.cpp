#include "frame/frame_search.hpp"

#include <algorithm>

#include "core/instantiate.hpp"

namespace carom::detail {

template <class T, int N>
FrameSearch<T, N>::FrameSearch(const FinderOptions& options) : options_(options) {}

/// take(exact, candidates) for the candidates of some blocks with all blocks before them. Returns their
/// number.
template <class T, int N>
template <class F>
std::size_t FrameSearch<T, N>::join(IndexRange blocks, const PairFilter& filter, const F& take) const {
    ExactPairs<T, N> exact(tree_.balls(), PairCheck(filter), options_.set);
    const auto hand_on = [&](Candidates& some) {
        pause(options_.workers);
        take(exact, some);
    };
    constexpr std::size_t few = 8;
    const std::size_t step = options_.workers.pause == nullptr ? std::max(blocks.end, few) : few;
    Candidates candidates = candidates_for(hand_on);
    tree_.with_view([&](const auto& view) {
        for_instruction_set(options_.set, [&]<InstructionSet Set>() {
            for (std::size_t at = blocks.begin; at < blocks.end; at += step) {
                pause(options_.workers);
                join_blocks<Set>(view, at, std::min(at + step, blocks.end), candidates);
            }
        });
    });
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
    tree_.build(balls, options_.workers, options_.set);
    const std::size_t parts = uneven_parts(tree_.blocks(), 32);
    auto& found = contacts_.parts(parts);
    // The last blocks, of the largest balls and with all others before them, are the most work: they are
    // begun first.
    in_parallel(options_.workers, parts, [&](std::size_t i) {
        const std::size_t p = parts - 1 - i;
        FoundContacts<FrameContact<T>>& mine = found[p];
        mine.candidates = join(part_of(tree_.blocks(), p, parts), sorted, [&](auto& exact, Candidates& some) {
            mine.size += exact.take(some, mine.contacts.more_room(mine.size, Candidates::kRoom));
        });
    });
    statistics_ = contacts_.statistics();
    return contacts_.in_order(balls.size, options_.workers);
}

template <class T, int N>
std::span<const FrameContact<T>> FrameSearch<T, N>::find_earliest(const FrameBalls<T, N>& balls,
                                                                  const PairFilter& filter) {
    const PairFilter sorted = ignored_.in_order(filter);
    tree_.build(balls, options_.workers, options_.set);
    const std::size_t parts = even_parts(options_.workers, tree_.blocks(), 32);
    if (earliest_.size() < parts) earliest_.resize(parts);
    std::vector<FinderStatistics>& statistics = part_statistics_;
    statistics.assign(parts, {});
    in_parallel(options_.workers, parts, [&](std::size_t p) {
        earliest_[p].start(balls.size);
        FrameContact<T> some[Candidates::kRoom];
        statistics[p].candidates =
            join(part_of(tree_.blocks(), p, parts), sorted, [&](auto& exact, Candidates& candidates) {
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
    tree_.build(balls, {}, options_.set);
    FrameContact<T> found[Candidates::kRoom];
    std::size_t contacts = 0;
    const std::size_t candidates = join({0, tree_.blocks()}, sorted, [&](auto& exact, Candidates& some) {
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
            if (i % 256 == 0) pause(options_.workers);
            obstacles.for_each_contact(ball_at(balls, i), [&](ObstacleId id, const Sweep<T, N>& in) {
                found[p].add({static_cast<std::uint32_t>(i), id, in.first, in.last, in.state});
            });
        }
        found[p].candidates = found[p].size;
    });
    statistics_ = obstacle_contacts_.statistics();
    return obstacle_contacts_.in_order(balls.size, options_.workers);
}

template <class T, int N>
std::size_t FrameSearch<T, N>::memory() const {
    std::size_t bytes =
        sizeof *this + tree_.bytes() + contacts_.bytes() + obstacle_contacts_.bytes() + ignored_.bytes();
    for (const EarliestOfBalls<T>& part : earliest_) bytes += sizeof part + part.bytes();
    return bytes;
}

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage)
#define CAROM_INSTANTIATE(T, N) template class FrameSearch<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
