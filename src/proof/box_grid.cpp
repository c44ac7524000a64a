#include "proof/box_grid.hpp"

namespace carom::proof {
namespace {

/// Cells for each ball at most: where balls are clustered, cells grow wider.
constexpr double kMostCells = 2;
/// Boxes in a cell that a ball of it sees on average, before a tree is better.
constexpr double kCrowd = 128;

}  // namespace

template <int N>
BoxGrid<N>::BoxGrid(const std::vector<Vec<double, N>>& centers, double width)
    : width_(width), entries_(centers.size()) {
    place(centers);
}

template <int N>
void BoxGrid<N>::arrange(const std::vector<Vec<double, N>>& centers) {
    place(centers);
    root_ = {};
    for (std::uint32_t ball = 0; ball < entries_.size(); ++ball) {
        if (!entries_[ball].is_in) continue;
        root_.enclose(entries_[ball].box);
        entries_[ball].cells = cells_of(entries_[ball].box);
        insert(ball);
    }
    double balls = 0;
    double seen = 0;
    for (const std::vector<std::uint32_t>& in_cell : balls_in_) {
        const auto count = static_cast<double>(in_cell.size());
        balls += count;
        seen += count * count;
    }
    crowded_ = seen > kCrowd * balls;
}

/// Makes empty cells around all centres.
template <int N>
void BoxGrid<N>::place(const std::vector<Vec<double, N>>& centers) {
    BoundingBox<N> all;
    for (const Vec<double, N>& center : centers) all.enclose({center, center});
    const double most = kMostCells * static_cast<double>(centers.size()) + 1;
    for (double width = width_;; width *= 1.25) {
        double cells = 1;
        for (int k = 0; k < N; ++k) {
            const double extent = all.upper[k] - all.lower[k];
            const double count = std::clamp(std::floor(extent / width), 1.0, most);
            lower_[k] = all.lower[k];
            per_width_[k] = extent > 0 ? count / extent : 0;
            count_[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(count);
            cells *= count;
        }
        if (!(cells <= most)) continue;
        balls_in_.assign(static_cast<std::size_t>(cells), {});
        return;
    }
}

template <int N>
void BoxGrid<N>::insert(std::uint32_t ball) {
    for_each_cell(entries_[ball].cells,
                  [&](const Corner&, std::size_t cell) { balls_in_[cell].push_back(ball); });
}

template <int N>
void BoxGrid<N>::remove(std::uint32_t ball) {
    for_each_cell(entries_[ball].cells, [&](const Corner&, std::size_t cell) {
        std::vector<std::uint32_t>& balls = balls_in_[cell];
        *std::find(balls.begin(), balls.end(), ball) = balls.back();
        balls.pop_back();
    });
}

template <int N>
void BoxGrid<N>::set(std::size_t ball, const BoundingBox<N>& box) {
    Entry& entry = entries_[ball];
    const auto number = static_cast<std::uint32_t>(ball);
    const bool is_in = box.lower[0] <= box.upper[0];
    const Cells cells = is_in ? cells_of(box) : Cells{};
    entry.box = box;
    root_.enclose(box);
    if (is_in == entry.is_in && cells == entry.cells) return;
    if (entry.is_in) remove(number);
    entry.cells = cells;
    entry.is_in = is_in;
    if (is_in) insert(number);
}

template class BoxGrid<2>;
template class BoxGrid<3>;

}  // namespace carom::proof
