#include "carom/frame/frame_contact_finder.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "frame/frame_search.hpp"

namespace carom {

using detail::DefaultFloatEnvironment;

template <class T, int N>
FrameContactFinder<T, N>::FrameContactFinder(const FinderOptions& options)
    : search_(std::make_unique<detail::FrameSearch<T, N>>(options)) {}
template <class T, int N>
FrameContactFinder<T, N>::~FrameContactFinder() = default;
template <class T, int N>
FrameContactFinder<T, N>::FrameContactFinder(FrameContactFinder&&) noexcept = default;
template <class T, int N>
FrameContactFinder<T, N>& FrameContactFinder<T, N>::operator=(FrameContactFinder&&) noexcept = default;

template <class T, int N>
std::span<const FrameContact<T>> FrameContactFinder<T, N>::find(const FrameBalls<T, N>& balls,
                                                                const PairFilter& filter) {
    const DefaultFloatEnvironment environment;
    return search_->find(balls, filter);
}

template <class T, int N>
void FrameContactFinder<T, N>::visit(const FrameBalls<T, N>& balls, ContactVisitor<T> visitor,
                                     const PairFilter& filter) {
    const DefaultFloatEnvironment environment;
    search_->visit(balls, visitor, filter);
}

template <class T, int N>
std::span<const FrameContact<T>> FrameContactFinder<T, N>::find_earliest(const FrameBalls<T, N>& balls,
                                                                         const PairFilter& filter) {
    const DefaultFloatEnvironment environment;
    return search_->find_earliest(balls, filter);
}

template <class T, int N>
std::span<const ObstacleContact<T>> FrameContactFinder<T, N>::find(const FrameBalls<T, N>& balls,
                                                                   const ObstacleSet<T, N>& obstacles) {
    const DefaultFloatEnvironment environment;
    return search_->find(balls, obstacles.tree());
}

template <class T, int N>
FinderStatistics FrameContactFinder<T, N>::statistics() const {
    return search_->statistics();
}

template <class T, int N>
std::vector<FrameCell<N>> FrameContactFinder<T, N>::cells() const {
    const DefaultFloatEnvironment environment;
    return search_->cells();
}

template <class T, int N>
std::size_t FrameContactFinder<T, N>::memory() const {
    return search_->memory();
}

#define CAROM_INSTANTIATE(T, N) template class FrameContactFinder<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
