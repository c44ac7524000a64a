// All contacts of a frame: a tree, its join with itself, exact sweeps, and a sort.
#pragma once

#include <vector>

#include "frame/ball_tree.hpp"
#include "frame/contact_sort.hpp"
#include "frame/exact_pairs.hpp"
#include "frame/find_earliest.hpp"
#include "frame/ignored_pairs.hpp"
#include "frame/join.hpp"
#include "frame/obstacle_tree.hpp"

namespace carom::detail {

/// What one task has found.
template <class Contact>
struct FoundContacts {
    Scratch<Contact> contacts;
    std::size_t size = 0;
    std::size_t candidates = 0;

    void add(const Contact& contact) { *contacts.more_room(size++, 1) = contact; }
};

/// The contacts of all tasks, sorted.
template <class Contact>
class Gathered {
public:
    std::vector<FoundContacts<Contact>>& parts(std::size_t count) {
        if (parts_.size() < count) parts_.resize(count);
        for (FoundContacts<Contact>& part : parts_) part.size = part.candidates = 0;
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
        for (const FoundContacts<Contact>& part : parts_) {
            all.contacts += part.size;
            all.candidates += part.candidates;
        }
        return all;
    }

    std::size_t bytes() const {
        std::size_t bytes = all_.bytes() + sorted_.bytes() + sort_.bytes();
        for (const FoundContacts<Contact>& part : parts_) bytes += sizeof part + part.contacts.bytes();
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

    std::vector<FoundContacts<Contact>> parts_;
    Scratch<Contact> all_, sorted_;
    ContactSort<Contact> sort_;
};

/// The work of a FrameContactFinder. Compiled in frame_search.cpp, for all that use it.
template <class T, int N>
class FrameSearch {
public:
    explicit FrameSearch(const FinderOptions& options);

    std::span<const FrameContact<T>> find(const FrameBalls<T, N>& balls, const PairFilter& filter);
    std::span<const FrameContact<T>> find_earliest(const FrameBalls<T, N>& balls, const PairFilter& filter);
    void visit(const FrameBalls<T, N>& balls, ContactVisitor<T> visitor, const PairFilter& filter);
    std::span<const ObstacleContact<T>> find(const FrameBalls<T, N>& balls,
                                             const typename ObstacleSet<T, N>::Tree& obstacles);

    FinderStatistics statistics() const { return statistics_; }
    /// Of the last call.
    BallTree<T, N>& tree() { return tree_; }
    const BallTree<T, N>& tree() const { return tree_; }

    std::size_t memory() const;

private:
    template <class F>
    std::size_t join(IndexRange blocks, const PairFilter& filter, const F& take) const;
    std::size_t uneven_parts(std::size_t size, std::size_t least) const;

    FinderOptions options_;
    IgnoredPairs ignored_;
    BallTree<T, N> tree_;
    Gathered<FrameContact<T>> contacts_;
    Gathered<ObstacleContact<T>> obstacle_contacts_;
    std::vector<EarliestOfBalls<T>> earliest_;
    std::vector<FinderStatistics> part_statistics_;
    FinderStatistics statistics_;
};

}  // namespace carom::detail
