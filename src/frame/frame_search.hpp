// All contacts of a frame: a tree, its join with itself, exact sweeps, and a sort.
#pragma once

#include <vector>

#include "frame/ball_tree.hpp"
#include "frame/contact_sort.hpp"
#include "frame/exact_pairs.hpp"
#include "frame/find_earliest.hpp"
#include "frame/join.hpp"
#include "frame/obstacle_tree.hpp"

namespace carom::detail {

/// What one task has found.
template <class Contact>
struct Found {
    Scratch<Contact> contacts;
    std::size_t size = 0;
    std::size_t candidates = 0;

    void add(const Contact& contact) { *contacts.more_room(size++, 1) = contact; }
};

/// The contacts of all tasks, sorted.
template <class Contact>
class Gathered {
public:
    std::vector<Found<Contact>>& parts(std::size_t count) {
        if (parts_.size() < count) parts_.resize(count);
        for (Found<Contact>& part : parts_) part.size = part.candidates = 0;
        return parts_;
    }

    std::span<const Contact> in_order(std::size_t balls, const Workers& workers) {
        const FinderStatistics all = statistics();
        Contact* const sorted = sorted_.room(all.contacts);
        sort_.sort(in_one_piece(all.contacts, workers), sorted, balls, workers);
        return {sorted, all.contacts};
    }

    FinderStatistics statistics() const {
        FinderStatistics all;
        for (const Found<Contact>& part : parts_) {
            all.contacts += part.size;
            all.candidates += part.candidates;
        }
        return all;
    }

    std::size_t bytes() const {
        std::size_t bytes = all_.bytes() + sorted_.bytes() + sort_.bytes();
        for (const Found<Contact>& part : parts_) bytes += sizeof part + part.contacts.bytes();
        return bytes;
    }

private:
    std::span<const Contact> in_one_piece(std::size_t size, const Workers& workers) {
        if (parts_.size() == 1) return {parts_[0].contacts.data(), size};
        Contact* const all = all_.room(size);
        in_parallel(workers, parts_.size(), [&](std::size_t p) {
            std::size_t at = 0;
            for (std::size_t i = 0; i < p; ++i) at += parts_[i].size;
            std::copy_n(parts_[p].contacts.data(), parts_[p].size, all + at);
        });
        return {all, size};
    }

    std::vector<Found<Contact>> parts_;
    Scratch<Contact> all_, sorted_;
    ContactSort<Contact> sort_;
};

/// The work of a FrameContactFinder.
template <class T, int N>
class FrameSearch {
public:
    explicit FrameSearch(const FinderOptions& options) : options_(options) {}

    std::span<const FrameContact<T>> find(const FrameBalls<T, N>& balls, const PairFilter& filter) {
        tree_.build(balls, options_.workers, options_.set);
        const std::size_t parts = uneven_parts(tree_.blocks(), 32);
        auto& found = contacts_.parts(parts);
        // The last blocks, of the largest balls and with all others before them, are the most work: they are
        // begun first.
        in_parallel(options_.workers, parts, [&](std::size_t i) {
            const std::size_t p = parts - 1 - i;
            Found<FrameContact<T>>& mine = found[p];
            mine.candidates =
                join(part_of(tree_.blocks(), p, parts), filter, [&](auto& exact, Candidates& some) {
                    mine.size += exact.take(some, mine.contacts.more_room(mine.size, Candidates::kRoom));
                });
        });
        statistics_ = contacts_.statistics();
        return contacts_.in_order(balls.size, options_.workers);
    }

    std::span<const FrameContact<T>> find_earliest(const FrameBalls<T, N>& balls, const PairFilter& filter) {
        tree_.build(balls, options_.workers, options_.set);
        const std::size_t parts = even_parts(options_.workers, tree_.blocks(), 32);
        if (earliest_.size() < parts) earliest_.resize(parts);
        std::vector<FinderStatistics>& statistics = part_statistics_;
        statistics.assign(parts, {});
        in_parallel(options_.workers, parts, [&](std::size_t p) {
            earliest_[p].start(balls.size);
            FrameContact<T> some[Candidates::kRoom];
            statistics[p].candidates =
                join(part_of(tree_.blocks(), p, parts), filter, [&](auto& exact, Candidates& candidates) {
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

    void visit(const FrameBalls<T, N>& balls, ContactVisitor<T> visitor, const PairFilter& filter) {
        tree_.build(balls, {}, options_.set);
        FrameContact<T> found[Candidates::kRoom];
        std::size_t contacts = 0;
        const std::size_t candidates = join({0, tree_.blocks()}, filter, [&](auto& exact, Candidates& some) {
            const std::size_t size = exact.take(some, found);
            contacts += size;
            if (size > 0) visitor.visit(visitor.context, {found, size});
        });
        statistics_ = {candidates, contacts};
    }

    std::span<const ObstacleContact<T>> find(const FrameBalls<T, N>& balls,
                                             const typename ObstacleSet<T, N>::Tree& obstacles) {
        const std::size_t parts = uneven_parts(balls.size, 512);
        auto& found = obstacle_contacts_.parts(parts);
        in_parallel(options_.workers, parts, [&](std::size_t p) {
            const Part part = part_of(balls.size, p, parts);
            for (std::size_t i = part.begin; i < part.end; ++i) {
                obstacles.for_each_contact(ball_at(balls, i), [&](ObstacleId id, const Sweep<T, N>& in) {
                    found[p].add({static_cast<std::uint32_t>(i), id, in.first, in.last, in.state});
                });
            }
            found[p].candidates = found[p].size;
        });
        statistics_ = obstacle_contacts_.statistics();
        return obstacle_contacts_.in_order(balls.size, options_.workers);
    }

    FinderStatistics statistics() const { return statistics_; }
    /// Of the last call.
    BallTree<T, N>& tree() { return tree_; }
    const BallTree<T, N>& tree() const { return tree_; }

    std::size_t memory() const {
        std::size_t bytes = sizeof *this + tree_.bytes() + contacts_.bytes() + obstacle_contacts_.bytes();
        for (const EarliestOfBalls<T>& part : earliest_) bytes += sizeof part + part.bytes();
        return bytes;
    }

private:
    /// take(exact, candidates) for the candidates of some blocks with all blocks before them. Returns their
    /// number.
    template <class F>
    std::size_t join(Part blocks, const PairFilter& filter, const F& take) const {
        ExactPairs<T, N> exact(tree_.balls(), PairCheck(filter), options_.set);
        const auto hand_on = [&](Candidates& some) { take(exact, some); };
        Candidates candidates = candidates_for(hand_on);
        tree_.with_view([&](const auto& view) {
            for_instruction_set(options_.set, [&]<InstructionSet Set>() {
                join_blocks<Set>(view, blocks.begin, blocks.end, candidates);
            });
        });
        hand_on(candidates);
        return exact.candidates();
    }

    /// For work whose parts cost differently: more of them than workers.
    std::size_t uneven_parts(std::size_t size, std::size_t least) const {
        if (options_.workers.run == nullptr || options_.workers.count < 2) return 1;
        return std::clamp<std::size_t>(size / least, 1, 16 * options_.workers.count);
    }

    FinderOptions options_;
    BallTree<T, N> tree_;
    Gathered<FrameContact<T>> contacts_;
    Gathered<ObstacleContact<T>> obstacle_contacts_;
    std::vector<EarliestOfBalls<T>> earliest_;
    std::vector<FinderStatistics> part_statistics_;
    FinderStatistics statistics_;
};

}  // namespace carom::detail
