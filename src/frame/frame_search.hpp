// All contacts of a frame: a grid or a tree, its join with itself, exact sweeps, and a sort.
#pragma once

#include <vector>

#include "frame/ball_grid.hpp"
#include "frame/ball_tree.hpp"
#include "frame/contact_sort.hpp"
#include "frame/exact_pairs.hpp"
#include "frame/find_earliest.hpp"
#include "frame/grown_paths.hpp"
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

    void add(const Contact& contact, const Workers& workers) {
        *contacts.more_room(size, 1, workers) = contact;
        ++size;
    }
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
            copy_in_steps(parts_[p].contacts.data(), parts_[p].size, all + at, workers);
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

    /// f(ball) once for every valid ball of the last call that the path, which is valid, may meet.
    template <class F>
    void near(const MovingBall<T, N>& path, const F& f) {
        if (is_grid_enough()) {
            near_in_grid(path);
            for (const std::uint32_t ball : near_) f(ball);
        } else {
            tree_.near(path, options_.set, [&](std::size_t place) { f(number_at(place)); });
        }
    }
    /// From now on the ball may be anywhere on this path as well, for `near`.
    void grow(std::uint32_t ball, const MovingBall<T, N>& path) {
        if (is_grid_enough()) {
            grown_.add(ball, path);
        } else if (place_of_.data()[ball] < tree_.size()) {
            tree_.grow(place_of_.data()[ball], path);
        }
    }
    /// How the last call has cut space.
    std::vector<FrameCell<N>> cells() const;

    std::size_t memory() const;

private:
    void prepare(const FrameBalls<T, N>& balls, const Workers& workers);
    std::size_t places() const { return in_grid_ ? grid_.size() : tree_.blocks(); }
    template <class F>
    std::size_t join(IndexRange places, const PairFilter& filter, const F& take) const;
    void join_places(IndexRange places, std::size_t step, Candidates& candidates) const;
    std::size_t uneven_parts(std::size_t size, std::size_t least) const;
    /// Those of the grid, which it keeps.
    FrameBalls<T, N> balls_in_grid() const;
    /// A ball's number outside, by its place in the tree.
    std::uint32_t number_at(std::size_t place) const {
        const std::uint32_t number = tree_.numbers()[place];
        return in_grid_ ? grid_.rows()[number].number : number;
    }
    /// False when the tree has to answer for what is near; it is built when it is first needed.
    bool is_grid_enough() {
        if (has_places_) return false;
        if (in_grid_ && grown_.entries().size() < std::min(kMostGrown, grid_.size() / 64)) return true;
        set_places();
        return false;
    }
    void set_places();
    void near_in_grid(const MovingBall<T, N>& path);

    /// More cost more to look through than a tree to build.
    static constexpr std::size_t kMostGrown = 64;

    FinderOptions options_;
    IgnoredPairs ignored_;
    bool in_grid_ = false;     ///< the last call
    bool has_places_ = false;  ///< the tree and `place_of_` are of the last call's balls
    GrownPaths<T, N> grown_;   ///< while they are not
    std::vector<std::uint32_t> near_;
    std::size_t balls_ = 0;
    BallGrid<T, N> grid_;
    BallTree<T, N> tree_;
    Scratch<std::uint32_t> place_of_;  ///< in the tree
    Gathered<FrameContact<T>> contacts_;
    Gathered<ObstacleContact<T>> obstacle_contacts_;
    std::vector<EarliestOfBalls<T>> earliest_;
    std::vector<FinderStatistics> part_statistics_;
    FinderStatistics statistics_;
};

}  // namespace carom::detail
