// Whose shells may reach a given ball's? Cells of shell centres, in levels of size.
//
// A shell is a sphere around where the ball was when its list was built; its reach is the ball's radius and
// the way it may go before it leaves. A level holds reaches that differ by less than a factor of two, so
// small balls among large ones, and lone balls with huge shells, cost what they should. Cells are as wide as
// the shells of their level ask for, however large the space; their blocks tile it over and over, so that
// balls in a corner of a wide box have as many as balls that fill it, and what shares a block is told apart
// by distance. Everything is in the bounding flights' units.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/page_allocator.hpp"
#include "core/prefetch.hpp"
#include "sim/lane_functions.hpp"
#include "sim/nearest_whole.hpp"

namespace carom::detail {

/// Where a shell stands in the grid.
struct ShellPlace {
    std::uint8_t level = 0;  ///< an index
    std::uint32_t slot = 0;
};

/// How the images one box up on an axis stand along another one, in a sheared box.
struct ShearOffset {
    int flow = 0;
    int gradient = 1;
    float way = 0;   ///< along the flow, any number of boxes left out
    float room = 0;  ///< for how far they move on until the shell is asked about again
};

/// Where shells are. `lower` and `upper` are the box on closed axes, and what the shells span on open ones.
template <int N>
struct GridSpace {
    float lower[N] = {};
    float upper[N] = {};
    float period[N] = {};    ///< 0 where not periodic
    float spread[N] = {};    ///< of the shells' centres, which need not be all over the box
    bool is_closed[N] = {};  ///< between walls: hardly any centre is beyond lower or upper
};

template <int N>
class ShellGrid {
public:
    static constexpr std::uint32_t kNobody = 0xFFFFFFFF;

    /// Empties the grid and makes cells for these shells.
    void reset(const GridSpace<N>& domain, const std::vector<float>& reaches);

    ShellPlace insert(std::uint32_t ball, const Shell<N>& shell);

    /// A shell that stands in another slot of its level now.
    struct Moved {
        std::uint32_t ball = kNobody;
        std::uint32_t slot = 0;
    };

    /// Another shell of the cell may move into the gap, so that blocks that hang on are full but for the
    /// last.
    [[nodiscard]] Moved remove(ShellPlace place);
    Shell<N> shell(ShellPlace place) const {
        const Block& block = levels_[place.level].blocks[place.slot / 8];
        Shell<N> shell;
        for (int k = 0; k < N; ++k) shell.center[k] = block.center[k][place.slot % 8];
        shell.reach = block.reach[place.slot % 8];
        return shell;
    }

    /// Brings into the cache the block of a shell, or those of the cells around a shell of a level.
    void prefetch(ShellPlace place) const { prefetch(levels_[place.level].blocks[place.slot / 8]); }
    void prefetch_around(std::uint8_t number, const Shell<N>& shell) const;

    /// Along the first axis, in the level that has most shells.
    float cell_width() const;

    /// As packs read and write them. Whoever takes a shell out of a slot of a cell and puts one in changes no
    /// number of this.
    const ShellCells<N>& cells() const { return cells_; }

    /// True when a level has become so full that `reset` would make searching faster.
    bool is_crowded() const { return crowded_; }

    /// Adds the shells that touch `shell` in some image to `found`, each once per image.
    void find_near(const Shell<N>& shell, std::vector<Entry>& found);

    /// The same in a sheared box, shells one box up or down with no box along the flow: those that touch, or
    /// may do so when the images have gone as far as the slide has room for. True when there may be any
    /// there, however far the images go. Reaches have to be far below the box along the flow.
    bool find_near(const Shell<N>& shell, const ShearOffset& slide, std::vector<Entry>& found);

private:
    using Block = ShellBlock<N>;
    static constexpr std::uint32_t kNone = Block::kNone;
    static constexpr std::uint8_t kNoLevel = 255;
    static constexpr std::int32_t kBeyond = 2;  // cells beyond the box on each side that have steps

    struct GridLevel {
        std::array<std::int32_t, N> in_box{};   // cells from lower to upper
        std::array<std::int32_t, N> cells{};    // with a block of their own; no more than that
        std::array<std::uint32_t, N> stride{};  // of the index of a cell
        float width[N] = {};
        float per_width[N] = {};
        float least[N] = {};  // of coordinates, in cells: what is farther out is in the cell at the border
        float most[N] = {};
        float reach = 0;                 // the largest
        std::vector<CellStep> steps[N];  // of all cells, from `kBeyond` below the box on; or none
        std::size_t shells = 0;
        std::size_t crowd = 0;     // shells before it counts as crowded
        PageVector<Block> blocks;  // one for each cell, then those that hang on
        std::uint32_t cell_count = 0;
        std::uint32_t free = kNone;  // the first of the blocks that hang on nothing
    };

    /// Those from first to last along an axis, seen in an image so many boxes up.
    struct Cells {
        std::int32_t first = 0;
        std::int32_t last = -1;
        std::int32_t boxes = 0;
    };

    /// Both lines.
    static void prefetch(const Block& block) {
        prefetch_line(&block);
        prefetch_line(&block.reach);
    }
    std::uint8_t exponent_for(float reach) const;
    std::uint8_t add_level(std::uint8_t exponent, float reach, std::size_t shells);
    double wanted_width(float reach, std::size_t shells) const;
    void make_level(GridLevel& level, float reach, std::size_t shells) const;
    void set_steps(GridLevel& level) const;
    void describe_cells();
    bool choose_steps(const GridLevel& level, const Shell<N>& shell, float distance,
                      StepQuery<N>& query) const;
    template <class Query>
    void collect(unsigned (*near)(const Query&, Entry*, unsigned), const Query& query,
                 std::vector<Entry>& found);
    void choose_blocks(GridLevel& level, double most) const;
    /// The cell along an axis, counted from the lower end of the box.
    std::int32_t coordinate(const GridLevel& level, int axis, float x) const {
        const float cell = (x - domain_.lower[axis]) * level.per_width[axis];
        return whole_below(std::clamp(cell, level.least[axis], level.most[axis]));
    }
    /// The block along an axis of a cell, of so many.
    static std::int32_t block_of(std::int32_t cell, std::int32_t blocks) {
        if (cell >= 0 && cell < blocks) return cell;
        const std::int32_t rest = cell % blocks;
        return rest < 0 ? rest + blocks : rest;
    }
    std::uint32_t cell_of(const GridLevel& level, const Shell<N>& shell) const;
    /// `home` is an axis on which images are not looked at, or -1. False when no cell is near.
    bool find_near(const GridLevel& level, const Shell<N>& shell, int home, std::vector<Entry>& found);
    std::uint32_t set_layers(const GridLevel& level, int axis, float center, float distance, bool home);
    CellLayer* set_layers_in(const GridLevel& level, int axis, float center, float distance, Cells cells,
                             CellLayer* layer) const;
    std::uint32_t block_with_room(GridLevel& level, std::uint32_t cell);
    std::uint32_t empty_block(GridLevel& level);
    Moved fill(GridLevel& level, std::uint32_t gap);
    void take_off(GridLevel& level, std::uint32_t some, std::uint32_t at);

    GridSpace<N> domain_;
    float per_usual_reach_ = 1;
    float pad_ = 0;  // more than rounding does to a distance between images
    std::vector<GridLevel> levels_;
    std::array<std::uint8_t, 256> level_of_{};  // by the exponent of the reach, or kNoLevel
    bool crowded_ = false;
    ShellCells<N> cells_;
    StepQueryFunction<N> near_in_steps_ = lane_functions<N>().step_query;
    CellQueryFunction<N> near_ = lane_functions<N>().cell_query;
    std::vector<CellLayer> layers_[N];
    std::vector<Entry> scratch_ = std::vector<Entry>(64);
};

}  // namespace carom::detail
