#include "sim/shell_grid.hpp"

#include <algorithm>
#include <cmath>

#include "math/lane.hpp"

namespace carom::detail {
namespace {

/// The exponent of a float, 0 to 254: all reaches of a level have the same.
std::uint8_t exponent_of(float x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return static_cast<std::uint8_t>(std::clamp(exponent + 126, 0, 254));
}

/// Cells are this wide in units of the level's largest reach.
constexpr float kWidth = 2.1F;

/// Up to this number of shells are one cell.
constexpr std::size_t kFew = 12;

/// Cells beyond this number are not told apart by where they are.
constexpr std::int32_t kFarCell = 1 << 22;

/// The largest whole number up to x, for |x| < 2^30.
std::int32_t whole_below(float x) {
    const auto whole = static_cast<std::int32_t>(x);
    return whole - (static_cast<float>(whole) > x ? 1 : 0);
}

/// How many boxes of so many cells up a cell is.
std::int32_t whole_boxes(std::int32_t at, std::int32_t cells) {
    return at < 0 ? -1 - (-1 - at) / cells : at / cells;
}

}  // namespace

template <int N>
std::uint8_t ShellGrid<N>::level_for(float reach) const {
    return exponent_of(reach * per_usual_reach_);
}

template <int N>
void ShellGrid<N>::reset(const float* lower, const float* upper, const float* period,
                         const std::vector<float>& reaches) {
    float widest = 0;
    for (int k = 0; k < N; ++k) {
        lower_[k] = lower[k];
        upper_[k] = upper[k];
        period_[k] = period[k];
        widest = std::max(widest, upper[k] - lower[k]);
    }
    pad_ = 0x1p-22F * widest;
    crowded_ = false;
    used_levels_.clear();
    // The usual reach is the largest of its level.
    std::vector<float> sorted = reaches;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    per_usual_reach_ = (1 - 0x1p-12F) / *middle;
    std::array<std::size_t, 256> counts{};
    std::array<float, 256> largest{};
    for (const float reach : reaches) {
        const std::uint8_t level = level_for(reach);
        ++counts[level];
        largest[level] = std::max(largest[level], reach);
    }
    for (std::size_t level = 0; level < 255; ++level) {
        levels_[level] = Level{};
        if (counts[level] == 0) continue;
        make_level(levels_[level], largest[level], counts[level]);
        used_levels_.push_back(static_cast<std::uint8_t>(level));
    }
}

template <int N>
void ShellGrid<N>::make_level(Level& level, float reach, std::size_t shells) const {
    const auto most_cells = static_cast<double>(shells <= kFew ? 1 : 2 * shells + 16);
    double width = kWidth * static_cast<double>(reach);
    double cells = 0;
    for (;;) {
        cells = 1;
        for (int k = 0; k < N; ++k) {
            const double extent = static_cast<double>(upper_[k] - lower_[k]);
            const double count = std::clamp(std::floor(extent / width), 1.0, 0x1p20);
            level.cells[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(count);
            level.width[k] = static_cast<float>(std::max(extent / count, width * (count > 1 ? 0 : 1)));
            if (period_[k] > 0) level.width[k] = static_cast<float>(static_cast<double>(period_[k]) / count);
            level.per_width[k] = 1 / level.width[k];
            cells *= count;
        }
        if (cells <= most_cells) break;
        width *= std::max(1.01, std::pow(cells / most_cells, 1.0 / N));
    }
    level.stride[0] = 1;
    for (std::size_t k = 1; k < N; ++k)
        level.stride[k] = level.stride[k - 1] * static_cast<std::uint32_t>(level.cells[k - 1]);
    level.reach = reach;
    level.most = 8 * shells + 64;
    const auto blocks = static_cast<std::size_t>(cells);
    level.blocks = {};
    level.blocks.reserve(blocks + blocks / 8);
    level.blocks.assign(blocks, Block{});
    level.cell_count = static_cast<std::uint32_t>(blocks);
}

template <int N>
std::int32_t ShellGrid<N>::coordinate(const Level& level, int axis, float x) const {
    const float cell = (x - lower_[axis]) * level.per_width[axis];
    return whole_below(std::clamp(cell, -0x1p29F, 0x1p29F));
}

template <int N>
std::uint32_t ShellGrid<N>::cell_of(const Level& level, const Shell<N>& shell) const {
    std::uint32_t cell = 0;
    for (int k = 0; k < N; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        const std::int32_t cells = level.cells[axis];
        std::int32_t at = coordinate(level, k, shell.center[k]);
        at = period_[k] > 0 ? std::clamp(at, 0, cells - 1) : ((at % cells) + cells) % cells;
        cell += static_cast<std::uint32_t>(at) * level.stride[axis];
    }
    return cell;
}

/// The layers of cells within `distance` along an axis. On a periodic axis a cell may be there in several
/// images, or in its own only; on others each cell is there once.
template <int N>
std::uint32_t ShellGrid<N>::set_layers(const Level& level, int axis, float center, float distance,
                                       bool home) {
    const std::int32_t cells = level.cells[static_cast<std::size_t>(axis)];
    const bool periodic = period_[axis] > 0;
    const std::int32_t lo = coordinate(level, axis, center - distance);
    std::int32_t hi = coordinate(level, axis, center + distance);
    const bool everywhere = !periodic && hi - lo >= cells;
    if (everywhere) hi = lo + cells - 1;
    const bool far_out = everywhere || lo < -kFarCell || hi > kFarCell;
    const bool in_next_box = lo >= -cells && hi < 2 * cells;
    const bool drops = periodic && (home || !in_next_box);
    const auto most = static_cast<std::size_t>(hi - lo) + 1;
    if (layers_[axis].size() < most) layers_[axis].resize(most);
    // Copies: what is written below might be any of these numbers, for all that the compiler knows.
    const std::uint32_t stride = level.stride[static_cast<std::size_t>(axis)];
    const float width = level.width[axis];
    const float period = period_[axis];
    const float told = far_out ? 0 : 1;
    const float unsure = 0x1p-21F * (std::fabs(center) + distance) + pad_;
    const float from_center = lower_[axis] - center;
    CellLayer* layer = layers_[axis].data();
    for (std::int32_t at = lo; at <= hi; ++at) {
        const std::int32_t boxes =
            in_next_box ? (at >= cells ? 1 : 0) - (at < 0 ? 1 : 0) : whole_boxes(at, cells);
        // An image further than one box away is out of reach: shells are kept below the box.
        if (drops && (boxes < -1 || boxes > 1 || (home && boxes != 0))) continue;
        layer->offset = static_cast<std::uint32_t>(at - boxes * cells) * stride;
        layer->center[axis] = center - static_cast<float>(boxes) * period;
        layer->image = periodic ? image_bits(boxes, axis) : 0;
        const float begin = static_cast<float>(at) * width + from_center;
        const float outside = larger(begin, -begin - width);
        const float gap = larger(outside - unsure, 0.0F);
        layer->gap = told * gap * gap;
        ++layer;
    }
    return static_cast<std::uint32_t>(layer - layers_[axis].data());
}

template <int N>
bool ShellGrid<N>::find_near(const Level& level, const Shell<N>& shell, int home, std::vector<Entry>& found) {
    const float distance = (shell.reach + level.reach) * (1 + 0x1p-18F) + 2 * pad_;
    NearQuery<N> query;
    query.blocks = level.blocks.data();
    query.shell = shell;
    query.farthest = distance * distance;
    query.pad = pad_;
    for (int k = 0; k < N; ++k) {
        query.count[k] = set_layers(level, k, shell.center[k], distance, k == home);
        if (query.count[k] == 0) return false;
        query.layers[k] = layers_[k].data();
    }
    for (;;) {
        const unsigned count = near_(query, scratch_.data(), static_cast<unsigned>(scratch_.size()));
        if (count <= scratch_.size()) {
            found.insert(found.end(), scratch_.begin(), scratch_.begin() + count);
            return true;
        }
        scratch_.resize(4 * scratch_.size());
    }
}

template <int N>
void ShellGrid<N>::find_near(const Shell<N>& shell, std::vector<Entry>& found) {
    for (const std::uint8_t level : used_levels_) {
        if (levels_[level].shells > 0) find_near(levels_[level], shell, -1, found);
    }
}

template <int N>
bool ShellGrid<N>::find_near(const Shell<N>& shell, const Slide& slide, std::vector<Entry>& found) {
    const auto flow = static_cast<std::size_t>(slide.flow);
    const auto gradient = static_cast<std::size_t>(slide.gradient);
    bool at_border = false;
    for (int boxes = -1; boxes <= 1; ++boxes) {
        Shell<N> seen = shell;
        if (boxes != 0) {
            const auto up = static_cast<float>(boxes);
            seen.center[gradient] -= up * period_[gradient];
            seen.center[flow] -= up * slide.way;
            seen.center[flow] -=
                period_[flow] * std::floor((seen.center[flow] - lower_[flow]) / period_[flow]);
            seen.reach += slide.room + 4 * pad_;
        }
        const std::size_t before = found.size();
        for (const std::uint8_t level : used_levels_) {
            if (levels_[level].shells == 0) continue;
            const bool near = find_near(levels_[level], seen, slide.gradient, found);
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

template <int N>
std::uint32_t ShellGrid<N>::block_with_room(Level& level, std::uint32_t cell) {
    constexpr std::uint32_t kFull = (1U << Block::kSlots) - 1;
    std::uint32_t at = cell;
    while (level.blocks[at].used == kFull) {
        if (level.blocks[at].next == kNone) {
            const std::uint32_t more = empty_block(level);
            level.blocks[at].next = more;
        }
        at = level.blocks[at].next;
    }
    return at;
}

/// One to hang on.
template <int N>
std::uint32_t ShellGrid<N>::empty_block(Level& level) {
    const std::uint32_t at = level.free;
    if (at == kNone) {
        level.blocks.emplace_back();
        return static_cast<std::uint32_t>(level.blocks.size() - 1);
    }
    level.free = level.blocks[at].next;
    level.blocks[at].next = kNone;
    return at;
}

/// Takes a block that has become empty off its cell.
template <int N>
void ShellGrid<N>::take_off(Level& level, std::uint32_t cell, std::uint32_t at) {
    std::uint32_t before = cell;
    while (level.blocks[before].next != at) before = level.blocks[before].next;
    level.blocks[before].next = level.blocks[at].next;
    level.blocks[at].next = level.free;
    level.free = at;
}

template <int N>
ShellPlace ShellGrid<N>::insert(std::uint32_t ball, const Shell<N>& shell) {
    const std::uint8_t number = level_for(shell.reach);
    Level& level = levels_[number];
    if (level.blocks.empty()) {
        make_level(level, shell.reach, 0);
        used_levels_.push_back(number);
    }
    level.reach = std::max(level.reach, shell.reach);
    crowded_ = crowded_ || ++level.shells > level.most;
    const std::uint32_t at = block_with_room(level, cell_of(level, shell));
    Block& block = level.blocks[at];
    const auto slot = static_cast<unsigned>(__builtin_ctz(~block.used));
    block.used |= 1U << slot;
    for (int k = 0; k < N; ++k) block.center[k][slot] = shell.center[k];
    block.reach[slot] = shell.reach;
    block.ball[slot] = ball | Block::kOrdinary;
    return {number, at * 8 + slot};
}

template <int N>
void ShellGrid<N>::remove(ShellPlace place) {
    Level& level = levels_[place.level];
    --level.shells;
    const std::uint32_t at = place.slot / 8;
    level.blocks[at].used &= ~(1U << (place.slot % 8));
    if (level.blocks[at].used == 0 && at >= level.cell_count)
        take_off(level, cell_of(level, shell(place)), at);
}

/// Beyond the border of the box some of it is not a cell's, which does no harm.
template <int N>
void ShellGrid<N>::prefetch_around(std::uint8_t number, const Shell<N>& shell) const {
    constexpr std::intptr_t kLine = 64;
    constexpr std::intptr_t kBlock = sizeof(Block);
    const Level& level = levels_[number];
    const std::intptr_t row = kBlock * level.cells[0];
    const std::intptr_t layer = row * level.cells[1];
    const auto here = reinterpret_cast<std::intptr_t>(&level.blocks[cell_of(level, shell)]);
    for (std::intptr_t z = N == 3 ? -1 : 0; z <= (N == 3 ? 1 : 0); ++z) {
        for (std::intptr_t y = -1; y <= 1; ++y) {
            const std::intptr_t first = here + z * layer + y * row - kBlock;
            for (std::intptr_t line = 0; line < 3 * kBlock; line += kLine) {
                // NOLINTNEXTLINE(performance-no-int-to-ptr): it need not be in the array, or anywhere
                prefetch_line(reinterpret_cast<const void*>(first + line));
            }
        }
    }
}

template class ShellGrid<2>;
template class ShellGrid<3>;

}  // namespace carom::detail
