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
/// And wider, where they would hold fewer shells than this on average.
constexpr double kFewestInCell = 3.2;
/// Shells that are hardly larger than the usual ones share their level, when there are many.
constexpr float kHardly = 1.3F;
constexpr std::size_t kMany = 8;  // one of so many
/// Up to this number of shells are one cell.
constexpr std::size_t kSortThreshold = 12;
/// Cells that are near each other have blocks of their own: shells of a level touch in so many at most.
constexpr double kFewestBlocks = 3;

/// The largest of its level: the median, or what is not much larger and not rare.
float usual_reach(std::vector<float> reaches) {
    const auto middle = reaches.begin() + static_cast<std::ptrdiff_t>(reaches.size() / 2);
    std::nth_element(reaches.begin(), middle, reaches.end());
    const float median = *middle;
    const auto larger = std::partition(middle, reaches.end(), [&](float reach) { return reach <= median; });
    const auto many = static_cast<std::ptrdiff_t>(reaches.size() / kMany);
    if (reaches.end() - larger <= many) return median;
    const float largest = *std::max_element(larger, reaches.end());
    return largest <= kHardly * median ? largest : median;
}

}  // namespace

template <int N>
std::uint8_t ShellGrid<N>::exponent_for(float reach) const {
    return exponent_of(reach * per_usual_reach_);
}

/// The index of a new level for reaches of that exponent.
template <int N>
std::uint8_t ShellGrid<N>::add_level(std::uint8_t exponent, float reach, std::size_t shells) {
    make_level(levels_.emplace_back(), reach, shells);
    return level_of_[exponent] = static_cast<std::uint8_t>(levels_.size() - 1);
}

template <int N>
void ShellGrid<N>::reset(const GridSpace<N>& domain, const std::vector<float>& reaches) {
    domain_ = domain;
    float widest = 0;
    for (int k = 0; k < N; ++k) widest = std::max(widest, domain.upper[k] - domain.lower[k]);
    pad_ = 0x1p-22F * widest;
    crowded_ = false;
    levels_.clear();
    level_of_.fill(kNoLevel);
    per_usual_reach_ = (1 - 0x1p-12F) / usual_reach(reaches);
    std::array<std::size_t, 256> counts{};
    std::array<float, 256> largest{};
    for (const float reach : reaches) {
        const std::uint8_t exponent = exponent_for(reach);
        ++counts[exponent];
        largest[exponent] = std::max(largest[exponent], reach);
    }
    for (std::uint8_t exponent = 0; exponent < 255; ++exponent)
        if (counts[exponent] > 0) add_level(exponent, largest[exponent], counts[exponent]);
    describe_cells();
}

/// Once levels, their shells or their blocks are others.
template <int N>
void ShellGrid<N>::describe_cells() {
    const auto has_shells = [](const GridLevel& level) { return level.shells > 0; };
    const auto only = std::find_if(levels_.begin(), levels_.end(), has_shells);
    cells_.blocks = nullptr;
    if (only == levels_.end() || std::any_of(only + 1, levels_.end(), has_shells)) return;
    const float distance = 2 * only->reach * (1 + 0x1p-18F) + 2 * pad_;
    bool suffice = true;
    for (int k = 0; k < N; ++k) {
        const std::vector<CellStep>& steps = only->steps[k];
        const std::int32_t in_box = only->in_box[static_cast<std::size_t>(k)];
        suffice = suffice && !steps.empty() && (domain_.period[k] > 0 || in_box >= 2 * kBeyond) &&
                  distance <= only->width[k] * (1 - 0x1p-10F);
        cells_.steps[k] = steps.data() + (steps.empty() ? 0 : kBeyond);
        cells_.last[k] = in_box - 1;
        cells_.is_periodic[k] = domain_.period[k] > 0;
        cells_.lower[k] = domain_.lower[k];
        cells_.per_width[k] = only->per_width[k];
    }
    cells_.level = static_cast<std::uint8_t>(only - levels_.begin());
    cells_.cell_count = only->cell_count;
    cells_.reach = only->reach;
    cells_.pad = pad_;
    if (suffice) cells_.blocks = only->blocks.data();
}

/// Wider where shells are few.
template <int N>
double ShellGrid<N>::wanted_width(float reach, std::size_t shells) const {
    const double width = kWidth * static_cast<double>(reach);
    double cells = 1;
    for (const float spread : domain_.spread) cells *= std::max(1.0, static_cast<double>(spread) / width);
    const double share = kFewestInCell * cells / static_cast<double>(shells);
    return share > 1 ? width * std::pow(share, 1.0 / N) : width;
}

template <int N>
void ShellGrid<N>::make_level(GridLevel& level, float reach, std::size_t shells) const {
    const double width = wanted_width(reach, shells);
    for (int k = 0; k < N; ++k) {
        const double extent = static_cast<double>(domain_.upper[k] - domain_.lower[k]);
        const double count =
            shells <= kSortThreshold ? 1 : std::clamp(std::floor(extent / width), 1.0, 0x1p20);
        level.in_box[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(count);
        level.width[k] = static_cast<float>(std::max(extent / count, width * (count > 1 ? 0 : 1)));
        if (domain_.period[k] > 0)
            level.width[k] = static_cast<float>(static_cast<double>(domain_.period[k]) / count);
        level.per_width[k] = 1 / level.width[k];
        level.least[k] = domain_.is_closed[k] ? 0 : -0x1p29F;
        level.most[k] = domain_.is_closed[k] ? static_cast<float>(count) - 0.5F : 0x1p29F;
    }
    choose_blocks(level, static_cast<double>(2 * shells + 16));
    level.stride[0] = 1;
    for (std::size_t k = 1; k < N; ++k)
        level.stride[k] = level.stride[k - 1] * static_cast<std::uint32_t>(level.cells[k - 1]);
    level.reach = reach;
    level.crowd = 8 * shells + 64;
    level.cell_count = level.stride[N - 1] * static_cast<std::uint32_t>(level.cells[N - 1]);
    level.blocks.reserve(level.cell_count + level.cell_count / 16);
    level.blocks.assign(level.cell_count, Block{});
    set_steps(level);
}

/// Where each cell has a block of its own, and none is asked twice in the same image.
template <int N>
void ShellGrid<N>::set_steps(GridLevel& level) const {
    for (std::size_t k = 0; k < N; ++k) {
        const int axis = static_cast<int>(k);
        const std::int32_t in_box = level.in_box[k];
        const std::int32_t least = domain_.period[axis] > 0 ? kBeyond : std::int32_t{kMostSteps};
        if (level.cells[k] != in_box || (!domain_.is_closed[k] && in_box < least)) continue;
        for (std::int32_t at = -kBeyond; at < in_box + kBeyond; ++at) {
            const int boxes = at < 0 ? -1 : at < in_box ? 0 : 1;
            CellStep& step = level.steps[k].emplace_back();
            step.offset = static_cast<std::uint32_t>(at - boxes * in_box) * level.stride[k];
            if (!(domain_.period[axis] > 0)) continue;
            step.image = image_bits(boxes, axis);
            step.shift[axis] = static_cast<float>(boxes) * domain_.period[axis];
        }
    }
}

/// Where the box has more cells than there may be blocks, each axis gets its share of them by how far the
/// shells are spread along it.
template <int N>
void ShellGrid<N>::choose_blocks(GridLevel& level, double most) const {
    for (double stretch = 0x1p20;; stretch *= 0.95) {
        double blocks = 1;
        for (std::size_t k = 0; k < N; ++k) {
            const double layers = static_cast<double>(domain_.spread[k] * level.per_width[k]) + 2;
            const double all = level.in_box[k];
            const double wanted = std::clamp(std::floor(stretch * layers), std::min(kFewestBlocks, all), all);
            level.cells[k] = static_cast<std::int32_t>(wanted);
            blocks *= wanted;
        }
        if (blocks <= most) return;
    }
}

template <int N>
float ShellGrid<N>::cell_width() const {
    const auto fewer = [](const GridLevel& x, const GridLevel& y) { return x.shells < y.shells; };
    const auto most = std::max_element(levels_.begin(), levels_.end(), fewer);
    return most == levels_.end() ? 0 : most->width[0];
}

template <int N>
std::uint32_t ShellGrid<N>::cell_of(const GridLevel& level, const Shell<N>& shell) const {
    std::uint32_t cell = 0;
    for (int k = 0; k < N; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        std::int32_t at = coordinate(level, k, shell.center[k]);
        if (domain_.period[k] > 0) at = std::clamp(at, 0, level.in_box[axis] - 1);
        cell += static_cast<std::uint32_t>(block_of(at, level.cells[axis])) * level.stride[axis];
    }
    return cell;
}

template <int N>
std::uint32_t ShellGrid<N>::block_with_room(GridLevel& level, std::uint32_t cell) {
    std::uint32_t at = cell;
    while (level.blocks[at].used == Block::kFull) {
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
std::uint32_t ShellGrid<N>::empty_block(GridLevel& level) {
    const std::uint32_t at = level.free;
    if (at == kNone) {
        append(level.blocks);
        return static_cast<std::uint32_t>(level.blocks.size() - 1);
    }
    level.free = level.blocks[at].next;
    level.blocks[at].next = kNone;
    return at;
}

/// Takes a block that has become empty off its cell, which it follows after some block.
template <int N>
void ShellGrid<N>::take_off(GridLevel& level, std::uint32_t some, std::uint32_t at) {
    std::uint32_t before = some;
    while (level.blocks[before].next != at) before = level.blocks[before].next;
    level.blocks[before].next = level.blocks[at].next;
    level.blocks[at].next = level.free;
    level.free = at;
}

template <int N>
ShellPlace ShellGrid<N>::insert(std::uint32_t ball, const Shell<N>& shell) {
    const std::uint8_t exponent = exponent_for(shell.reach);
    std::uint8_t number = level_of_[exponent];
    if (number == kNoLevel) number = add_level(exponent, shell.reach, 0);
    GridLevel& level = levels_[number];
    level.reach = std::max(level.reach, shell.reach);
    crowded_ = crowded_ || ++level.shells > level.crowd;
    const std::uint32_t at = block_with_room(level, cell_of(level, shell));
    Block& block = level.blocks[at];
    const auto slot = static_cast<unsigned>(__builtin_ctz(~block.used));
    block.used |= 1U << slot;
    for (int k = 0; k < N; ++k) block.center[k][slot] = shell.center[k];
    block.reach[slot] = shell.reach;
    block.ball[slot] = ball | Block::kOrdinary;
    describe_cells();
    return {number, at * 8 + slot};
}

template <int N>
auto ShellGrid<N>::remove(ShellPlace place) -> Moved {
    GridLevel& level = levels_[place.level];
    --level.shells;
    const std::uint32_t at = place.slot / 8;
    Block& block = level.blocks[at];
    if (block.next != kNone) return fill(level, place.slot);
    block.used &= ~(1U << (place.slot % 8));
    if (block.used == 0 && at >= level.cell_count) take_off(level, cell_of(level, shell(place)), at);
    return {};
}

/// With a shell of the last of the blocks that hang on.
template <int N>
auto ShellGrid<N>::fill(GridLevel& level, std::uint32_t gap) -> Moved {
    const std::uint32_t at = gap / 8;
    std::uint32_t last = at;
    while (level.blocks[last].next != kNone) last = level.blocks[last].next;
    Block& to = level.blocks[at];
    Block& from = level.blocks[last];
    const auto slot = static_cast<unsigned>(__builtin_ctz(from.used));
    for (int k = 0; k < N; ++k) to.center[k][gap % 8] = from.center[k][slot];
    to.reach[gap % 8] = from.reach[slot];
    to.ball[gap % 8] = from.ball[slot];
    from.used &= ~(1U << slot);
    if (from.used == 0) take_off(level, at, last);
    return {to.ball[gap % 8] & ~Block::kOrdinary, gap};
}

/// Beyond the border of the box some of it is not a cell's, which does no harm.
template <int N>
void ShellGrid<N>::prefetch_around(std::uint8_t number, const Shell<N>& shell) const {
    constexpr std::intptr_t kLine = 64;
    constexpr std::intptr_t kBlock = sizeof(Block);
    const GridLevel& level = levels_[number];
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
