// Questions to resting obstacles: the tree names those nearby, and the pair library answers.
#include "carom/frame/obstacle_set.hpp"

#include <algorithm>
#include <array>

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "frame/curve_order.hpp"
#include "frame/obstacle_tree.hpp"
#include "frame/read_balls.hpp"

namespace carom {

using namespace detail;

namespace {

/// A ball around the box, for the order of the tree; not valid when the box is not, or is empty.
template <class T, int N>
MovingBall<T, N> ball_around(const Box<T, N>& box) {
    MovingBall<T, N> ball;
    for (int k = 0; k < N; ++k) {
        const T half = box.upper[k] * T(0.5) - box.lower[k] * T(0.5);
        ball.center[k] = box.lower[k] + half;
        if (!(half >= 0)) ball.radius = -1;
        if (ball.radius >= 0 && half > ball.radius) ball.radius = half;
    }
    return ball;
}

bool is_lower(ObstacleId x, ObstacleId y) {
    return x.kind != y.kind ? x.kind < y.kind : x.index < y.index;
}

/// One or two obstacles by themselves.
template <class T, int N>
class Few {
public:
    void add(const Obstacles<T, N>& all, ObstacleId id) {
        ids_[count_++] = id;
        if (id.kind == ObstacleKind::ball) balls_[ball_count_++] = all.balls[id.index];
        if (id.kind == ObstacleKind::half_space)
            half_spaces_[half_space_count_++] = all.half_spaces[id.index];
        if (id.kind == ObstacleKind::plane) planes_[plane_count_++] = all.planes[id.index];
        if (id.kind == ObstacleKind::box) boxes_[box_count_++] = all.boxes[id.index];
    }
    std::optional<FirstContact<T, N>> first_contact(const MovingBall<T, N>& mover) const {
        auto first = carom::first_contact(mover, Obstacles<T, N>{{balls_.data(), ball_count_},
                                                                 {},
                                                                 {half_spaces_.data(), half_space_count_},
                                                                 {planes_.data(), plane_count_},
                                                                 {boxes_.data(), box_count_}});
        if (first) first->obstacle = original(first->obstacle);
        return first;
    }

private:
    ObstacleId original(ObstacleId id) const {
        const bool is_second = count_ == 2 && (ids_[0].kind != id.kind || id.index == 1);
        return ids_[is_second ? 1 : 0];
    }

    std::array<ObstacleId, 2> ids_;
    std::array<Ball<T, N>, 2> balls_;
    std::array<HalfSpace<T, N>, 2> half_spaces_;
    std::array<Plane<T, N>, 2> planes_;
    std::array<Box<T, N>, 2> boxes_;
    std::size_t count_ = 0, ball_count_ = 0, half_space_count_ = 0, plane_count_ = 0, box_count_ = 0;
};

}  // namespace

template <class T, int N>
ObstacleSet<T, N>::Tree::Tree(const Obstacles<T, N>& obstacles)
    : balls_(obstacles.balls.begin(), obstacles.balls.end()),
      half_spaces_(obstacles.half_spaces.begin(), obstacles.half_spaces.end()),
      planes_(obstacles.planes.begin(), obstacles.planes.end()),
      boxes_(obstacles.boxes.begin(), obstacles.boxes.end()) {
    std::vector<MovingBall<T, N>> around;
    around.reserve(balls_.size() + boxes_.size());
    for (const Ball<T, N>& ball : balls_) around.push_back({ball.center, ball.radius, {}});
    for (const Box<T, N>& box : boxes_) around.push_back(ball_around(box));
    CurveOrder<T, N> order;
    order.gather(frame_balls<T, N>(std::span<const MovingBall<T, N>>(around)), {});
    order.sort({});
    numbers_.resize(order.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = order.number(i);
    fill();
}

template <class T, int N>
void ObstacleSet<T, N>::Tree::fill() {
    tree_.make_room(numbers_.size());
    for (std::size_t block = 0; block < view().blocks; ++block) {
        BlockFiller<T, N> filler(tree_.boxes()[block], tree_.balls()[block]);
        for (std::size_t lane = 0; lane < kBlock; ++lane) {
            const std::size_t place = block * kBlock + lane;
            if (place >= numbers_.size()) {
                filler.add_nothing(lane);
                continue;
            }
            const ObstacleId id = at(place);
            if (id.kind == ObstacleKind::ball) {
                const Ball<T, N>& ball = balls_[id.index];
                filler.add(lane, plain_hull<T>(MovingBall<T, N>{ball.center, ball.radius, {}}));
            } else {
                filler.add_box(lane, boxes_[id.index].lower, boxes_[id.index].upper);
            }
        }
        tree_.set_box(block, filler.lower(), filler.upper());
    }
    tree_.close_levels();
}

template <class T, int N>
ObstacleId ObstacleSet<T, N>::Tree::at(std::size_t place) const {
    const std::size_t number = numbers_[place];
    if (number < balls_.size()) return {ObstacleKind::ball, number};
    return {ObstacleKind::box, number - balls_.size()};
}

template <class T, int N>
std::size_t ObstacleSet<T, N>::Tree::memory() const {
    return sizeof *this + tree_.bytes() + balls_.capacity() * sizeof(Ball<T, N>) +
           half_spaces_.capacity() * sizeof(HalfSpace<T, N>) + planes_.capacity() * sizeof(Plane<T, N>) +
           boxes_.capacity() * sizeof(Box<T, N>) + numbers_.capacity() * sizeof(std::uint32_t);
}

template <class T, int N>
std::optional<FirstContact<T, N>> ObstacleSet<T, N>::Tree::first_contact(
    const MovingBall<T, N>& mover) const {
    const Obstacles<T, N> all = obstacles();
    std::optional<FirstContact<T, N>> best;
    for_each_contact(mover, [&](ObstacleId id, const Sweep<T, N>&) {
        Few<T, N> few;
        if (best && is_lower(best->obstacle, id)) few.add(all, best->obstacle);
        few.add(all, id);
        if (best && is_lower(id, best->obstacle)) few.add(all, best->obstacle);
        best = few.first_contact(mover);
    });
    return best;
}

template <class T, int N>
ObstacleSet<T, N>::ObstacleSet(const Obstacles<T, N>& obstacles) : tree_(std::make_unique<Tree>(obstacles)) {}
template <class T, int N>
ObstacleSet<T, N>::~ObstacleSet() = default;
template <class T, int N>
ObstacleSet<T, N>::ObstacleSet(ObstacleSet&&) noexcept = default;
template <class T, int N>
ObstacleSet<T, N>& ObstacleSet<T, N>::operator=(ObstacleSet&&) noexcept = default;

template <class T, int N>
Obstacles<T, N> ObstacleSet<T, N>::obstacles() const {
    return tree_->obstacles();
}
template <class T, int N>
std::size_t ObstacleSet<T, N>::memory() const {
    return tree_->memory();
}

template <class T, int N>
std::optional<FirstContact<T, N>> ObstacleSet<T, N>::first_contact(const MovingBall<T, N>& mover) const {
    const DefaultFloatEnvironment environment;
    return tree_->first_contact(mover);
}

template <class T, int N>
std::vector<FirstContact<T, N>> ObstacleSet<T, N>::contacts(const MovingBall<T, N>& mover) const {
    const DefaultFloatEnvironment environment;
    std::vector<FirstContact<T, N>> found;
    tree_->for_each_contact(mover, [&](ObstacleId id, const Sweep<T, N>& in) { found.push_back({id, in}); });
    std::sort(found.begin(), found.end(), [](const FirstContact<T, N>& x, const FirstContact<T, N>& y) {
        if (x.sweep.first != y.sweep.first) return x.sweep.first < y.sweep.first;
        return is_lower(x.obstacle, y.obstacle);
    });
    return found;
}

#define CAROM_INSTANTIATE(T, N) template class ObstacleSet<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
