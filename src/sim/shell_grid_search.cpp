// Which cells are near a shell, and what is in them.
#include <algorithm>
#include <cmath>

#include "math/lane.hpp"
#include "sim/shell_grid.hpp"

namespace carom::detail {
namespace {

/// Cells beyond this number are not told apart by where they are.
constexpr std::int32_t kFarCell = 1 << 22;

}  // namespace

/// False where they do not suffice.
template <int N>
bool ShellGrid<N>::choose_steps(const GridLevel& level, const Shell<N>& shell, float distance,
                                StepQuery<N>& query) const {
    bool suffice = true;
    for (int k = 0; k < N; ++k) {
        const std::vector<CellStep>& steps = level.steps[k];
        const std::int32_t lo = coordinate(level, k, shell.center[k] - distance) + kBeyond;
        const std::int32_t hi = coordinate(level, k, shell.center[k] + distance) + kBeyond;
        query.count[k] = static_cast<std::uint32_t>(hi - lo) + 1;
        suffice = both(suffice, lo >= 0, hi < static_cast<std::int32_t>(steps.size()),
                       query.count[k] <= kMostSteps);
        query.steps[k] = steps.data() + (suffice ? lo : 0);
    }
    return suffice;
}

/// The layers of cells within `distance` along an axis. On a periodic axis cells may be there in several
/// images, or in their own only. An image further than one box away is out of reach: shells are kept below
/// the box.
template <int N>
[[gnu::flatten]] std::uint32_t ShellGrid<N>::set_layers(const GridLevel& level, int axis, float center,
                                                        float distance, bool home) {
    const std::int32_t lo = coordinate(level, axis, center - distance);
    const std::int32_t hi = coordinate(level, axis, center + distance);
    const auto most =
        static_cast<std::size_t>(std::min(hi - lo + 1, 3 * level.cells[static_cast<std::size_t>(axis)]));
    if (layers_[axis].size() < most) layers_[axis].resize(most);
    CellLayer* const begin = layers_[axis].data();
    CellLayer* end = begin;
    if (domain_.period[axis] > 0) {
        const std::int32_t in_box = level.in_box[static_cast<std::size_t>(axis)];
        const std::int32_t down = !home && lo < 0 ? -1 : 0;
        const std::int32_t up = !home && hi >= in_box ? 1 : 0;
        for (std::int32_t boxes = down; boxes <= up; ++boxes) {
            const std::int32_t first = boxes * in_box;
            const Cells cells{std::max(lo, first), std::min(hi, first + in_box - 1), boxes};
            end = set_layers_in(level, axis, center, distance, cells, end);
        }
    } else {
        end = set_layers_in(level, axis, center, distance, {lo, hi, 0}, end);
    }
    return static_cast<std::uint32_t>(end - begin);
}

/// Each block once. Where there are not as many as cells, or far out, where floats are coarse, the way to
/// them is not told.
template <int N>
CellLayer* ShellGrid<N>::set_layers_in(const GridLevel& level, int axis, float center, float distance,
                                       Cells cells, CellLayer* layer) const {
    // Copies: what is written below might be any of these numbers, for all that the compiler knows.
    const std::int32_t blocks = level.cells[static_cast<std::size_t>(axis)];
    const std::uint32_t stride = level.stride[static_cast<std::size_t>(axis)];
    const float width = level.width[axis];
    const float unsure = 0x1p-21F * (std::fabs(center) + distance) + pad_;
    const float from_center = domain_.lower[axis] - center;
    const bool in_all = cells.last - cells.first >= blocks;
    const bool is_told = !in_all && cells.first >= -kFarCell && cells.last <= kFarCell;
    const float told = is_told ? 1 : 0;
    const bool is_closed = domain_.is_closed[axis];
    const std::int32_t last = in_all ? cells.first + blocks - 1 : cells.last;
    const std::int32_t in_box = level.in_box[static_cast<std::size_t>(axis)];
    std::int32_t block = block_of(cells.first - cells.boxes * in_box, blocks);
    const float seen_from = center - static_cast<float>(cells.boxes) * domain_.period[axis];
    const Entry image = domain_.period[axis] > 0 ? image_bits(cells.boxes, axis) : 0;
    for (std::int32_t at = cells.first; at <= last; ++at) {
        layer->offset = static_cast<std::uint32_t>(block) * stride;
        layer->center[axis] = seen_from;
        layer->image = image;
        const float begin = static_cast<float>(at) * width + from_center;
        const float outside = larger(begin, -begin - width);
        const float gap = larger(outside - unsure, 0.0F);
        const bool is_border = is_closed && (at <= 0 || at + 1 >= in_box);
        layer->gap = is_border ? 0 : told * gap * gap;
        ++layer;
        if (++block == blocks) block = 0;
    }
    return layer;
}

template <int N>
bool ShellGrid<N>::find_near(const GridLevel& level, const Shell<N>& shell, int home,
                             std::vector<Entry>& found) {
    const float distance = (shell.reach + level.reach) * (1 + 0x1p-18F) + 2 * pad_;
    if (home < 0) {
        StepQuery<N> query;
        if (choose_steps(level, shell, distance, query)) {
            query.blocks = level.blocks.data();
            query.shell = shell;
            query.pad = pad_;
            collect(near_in_steps_, query, found);
            return true;
        }
    }
    CellQuery<N> query;
    query.blocks = level.blocks.data();
    query.shell = shell;
    query.farthest = distance * distance;
    query.pad = pad_;
    for (int k = 0; k < N; ++k) {
        query.count[k] = set_layers(level, k, shell.center[k], distance, k == home);
        if (query.count[k] == 0) return false;
        query.layers[k] = layers_[k].data();
    }
    collect(near_, query, found);
    return true;
}

template <int N>
template <class Query>
void ShellGrid<N>::collect(unsigned (*near)(const Query&, Entry*, unsigned), const Query& query,
                           std::vector<Entry>& found) {
    for (;;) {
        const unsigned count = near(query, scratch_.data(), static_cast<unsigned>(scratch_.size()));
        if (count <= scratch_.size()) {
            found.insert(found.end(), scratch_.data(), scratch_.data() + count);
            return;
        }
        scratch_.resize(4 * scratch_.size());
    }
}

template <int N>
void ShellGrid<N>::find_near(const Shell<N>& shell, std::vector<Entry>& found) {
    for (const GridLevel& level : levels_) {
        if (level.shells > 0) find_near(level, shell, -1, found);
    }
}

template <int N>
bool ShellGrid<N>::find_near(const Shell<N>& shell, const ShearOffset& slide, std::vector<Entry>& found) {
    const auto flow = static_cast<std::size_t>(slide.flow);
    const auto gradient = static_cast<std::size_t>(slide.gradient);
    bool at_border = false;
    for (int boxes = -1; boxes <= 1; ++boxes) {
        Shell<N> seen = shell;
        if (boxes != 0) {
            const auto up = static_cast<float>(boxes);
            seen.center[gradient] -= up * domain_.period[gradient];
            seen.center[flow] -= up * slide.way;
            seen.center[flow] -= domain_.period[flow] *
                                 std::floor((seen.center[flow] - domain_.lower[flow]) / domain_.period[flow]);
            seen.reach += slide.room + 4 * pad_;
        }
        const std::size_t before = found.size();
        for (const GridLevel& level : levels_) {
            if (level.shells == 0) continue;
            const bool near = find_near(level, seen, slide.gradient, found);
            at_border = at_border || (near && boxes != 0);
        }
        if (boxes == 0) continue;
        const Entry along_flow = Entry{3} << image_shift(slide.flow);
        for (std::size_t i = before; i < found.size(); ++i)
            found[i] = (found[i] & ~along_flow) | image_bits(boxes, slide.gradient);
        // In a box that is far narrower than others are wide, shells may be near in several images.
        const auto begin = found.begin() + static_cast<std::ptrdiff_t>(before);
        std::sort(begin, found.end());
        found.erase(std::unique(begin, found.end()), found.end());
    }
    return at_border;
}

template class ShellGrid<2>;
template class ShellGrid<3>;

}  // namespace carom::detail
