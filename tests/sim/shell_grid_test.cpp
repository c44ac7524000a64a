// Cells of shells: every shell that touches is found, once in each image; and the lanes do what loops do.
#include "sim/shell_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

/// Blocks of shells with whole numbers, so that sums are exact in any order, in three layers an axis.
template <int N>
class Blocks {
public:
    explicit Blocks(std::mt19937_64& random) : blocks_(N == 3 ? 27 + 20 : 9 + 20) {
        const std::size_t cells = N == 3 ? 27 : 9;
        for (ShellBlock<N>& block : blocks_) fill(block, random);
        for (std::size_t hung = cells; hung < blocks_.size(); ++hung) {
            ShellBlock<N>* at = &blocks_[random() % cells];
            while (at->next != ShellBlock<N>::kNone) at = &blocks_[at->next];
            at->next = static_cast<std::uint32_t>(hung);
        }
        std::uint32_t stride = 1;
        for (int k = 0; k < N; ++k, stride *= 3) {
            for (std::uint32_t i = 0; i < 3; ++i) {
                const int image = static_cast<int>(random() % 3) - 1;
                CellLayer& layer = layers_[k][i];
                layer.center[k] = whole(random, 64) - static_cast<float>(64 * image);
                layer.offset = i * stride;
                layer.image = image_bits(image, k);
                layer.gap = static_cast<float>(random() % 4);
            }
            query_.layers[k] = layers_[k];
            query_.count[k] = 1 + static_cast<std::uint32_t>(random() % 3);
        }
        query_.blocks = blocks_.data();
        query_.shell.reach = 1 + whole(random, 40);
        query_.farthest = static_cast<float>(random() % 12);
    }

    const CellQuery<N>& query() const { return query_; }

    std::vector<Entry> found_by_loops() const {
        std::vector<Entry> found;
        constexpr CellLayer kFlat{};
        for (std::uint32_t k = 0; k < (N == 3 ? query_.count[N - 1] : 1); ++k) {
            for (std::uint32_t j = 0; j < query_.count[1]; ++j) {
                for (std::uint32_t i = 0; i < query_.count[0]; ++i)
                    add_cell(layers_[0][i], layers_[1][j], N == 3 ? layers_[N - 1][k] : kFlat, found);
            }
        }
        return found;
    }

private:
    static float whole(std::mt19937_64& random, std::uint64_t below) {
        return static_cast<float>(random() % below);
    }

    static void fill(ShellBlock<N>& block, std::mt19937_64& random) {
        for (unsigned slot = 0; slot < ShellBlock<N>::kSlots; ++slot) {
            for (int k = 0; k < N; ++k) block.center[k][slot] = whole(random, 64);
            block.reach[slot] = whole(random, 40);
            block.ball[slot] = static_cast<std::uint32_t>(random() % (1U << kPlaceBits)) | block.kOrdinary;
        }
        block.used = static_cast<std::uint32_t>(random() % (1U << ShellBlock<N>::kSlots));
    }

    void add_cell(const CellLayer& x, const CellLayer& y, const CellLayer& z,
                  std::vector<Entry>& found) const {
        if (x.gap + y.gap + z.gap > query_.farthest) return;
        const CellLayer* const at[] = {&x, &y, &z};
        for (std::uint32_t b = x.offset + y.offset + z.offset; b != ShellBlock<N>::kNone;
             b = blocks_[b].next) {
            const ShellBlock<N>& block = blocks_[b];
            for (unsigned slot = 0; slot < ShellBlock<N>::kSlots; ++slot) {
                float squared = 0;
                for (int k = 0; k < N; ++k) {
                    const float d = block.center[k][slot] - at[k]->center[k];
                    squared += d * d;
                }
                const float reach = block.reach[slot] + query_.shell.reach;
                if ((block.used >> slot & 1U) == 0 || squared > reach * reach) continue;
                found.push_back((block.ball[slot] & kPlaceMask) | x.image | y.image | z.image);
            }
        }
    }

    std::vector<ShellBlock<N>> blocks_;
    CellLayer layers_[N][3];
    CellQuery<N> query_;
};

TEST(Near, EveryInstructionSetFindsWhatLoopsFind) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        std::size_t most = 0;
        for (int round = 0; round < 3000; ++round) {
            const Blocks<N> blocks(random);
            const std::vector<Entry> expected = blocks.found_by_loops();
            most = std::max(most, expected.size());
            const auto count = static_cast<unsigned>(expected.size());
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                std::vector<Entry> found(count + 9, 12345);
                ASSERT_EQ(set.cell_query(blocks.query(), found.data(), count + 8), count);
                ASSERT_TRUE(std::equal(expected.begin(), expected.end(), found.begin()));
                ASSERT_EQ(found.back(), 12345U);
                if (count == 0) continue;
                std::vector<Entry> few(count, 12345);
                ASSERT_GT(set.cell_query(blocks.query(), few.data(), count - 1), count - 1);
                ASSERT_EQ(few.back(), 12345U);
            }
        }
        EXPECT_GT(most, 30U);
    });
}

TEST(Changes, EveryInstructionSetFindsWhatLoopsFind) {
    std::mt19937_64 random(4);
    const auto lacks = [](std::span<const Entry> list, Entry entry) {
        return std::find(list.begin(), list.end(), entry) == list.end();
    };
    for (int round = 0; round < 20'000; ++round) {
        Entry lists[2][24];
        for (Entry* const list : lists)
            std::generate_n(list, 24, [&] { return static_cast<Entry>(random() % 50) << 27; });
        const std::span<const Entry> before(lists[0], random() % 25);
        const std::span<const Entry> after(lists[1], random() % 25);
        unsigned gone = 0;
        unsigned come = 0;
        for (std::size_t i = 0; i < before.size(); ++i) gone |= lacks(after, before[i]) ? 1U << i : 0U;
        for (std::size_t i = 0; i < after.size(); ++i) come |= lacks(before, after[i]) ? 1U << i : 0U;
        for (const LaneFunctions<2>& set : test::every_lane_functions<2>()) {
            const auto found = set.changes(before.data(), static_cast<unsigned>(before.size()), after.data(),
                                           static_cast<unsigned>(after.size()));
            ASSERT_EQ(found.gone, gone) << "round " << round;
            ASSERT_EQ(found.come, come) << "round " << round;
        }
    }
}

/// Shells in a grid and beside it.
template <int N>
class Store {
public:
    Store(std::mt19937_64& random, unsigned periodic_axes, float smallest) : random_(random) {
        for (int k = 0; k < N; ++k) {
            domain_.lower[k] = static_cast<float>(test::uniform(random_, -0.5, -0.3));
            domain_.upper[k] = domain_.lower[k] + static_cast<float>(test::uniform(random_, 0.3, 1));
            if ((periodic_axes >> k & 1U) != 0) domain_.period[k] = domain_.upper[k] - domain_.lower[k];
            domain_.is_closed[k] = domain_.period[k] == 0 && random_() % 2 == 0;
            domain_.spread[k] = random_() % 2 == 0 ? domain_.upper[k] - domain_.lower[k]
                                                   : static_cast<float>(test::uniform(random_, 0, 1));
            if (domain_.period[k] > 0) largest_ = std::min(largest_, 0.49F * domain_.period[k]);
        }
        smallest_ = smallest * largest_;
        std::vector<float> reaches;
        for (int i = 0; i < 100; ++i) reaches.push_back(some_reach());
        grid_.reset(domain_, reaches);
    }

    void insert(std::uint32_t ball) {
        const Shell<N> shell = some_shell();
        shells_[ball] = {shell, grid_.insert(ball, shell)};
    }

    void remove(std::uint32_t ball) {
        const auto moved = grid_.remove(shells_.at(ball).second);
        shells_.erase(ball);
        if (moved.ball != ShellGrid<N>::kNobody) shells_.at(moved.ball).second.slot = moved.slot;
    }

    bool has(std::uint32_t ball) const { return shells_.contains(ball); }
    Shell<N> shell(std::uint32_t ball) const { return shells_.at(ball).first; }
    Shell<N> stored(std::uint32_t ball) const { return grid_.shell(shells_.at(ball).second); }
    bool is_crowded() const { return grid_.is_crowded(); }

    /// Log-uniform; on open axes a shell may stand far outside of what the grid was made for.
    Shell<N> some_shell() {
        Shell<N> shell;
        shell.reach = some_reach();
        const double far = random_() % 8 == 0 ? 100 : 0.2;
        for (int k = 0; k < N; ++k) {
            const double margin = domain_.period[k] > 0 ? 0 : far;
            shell.center[k] =
                static_cast<float>(test::uniform(random_, static_cast<double>(domain_.lower[k]) - margin,
                                                 static_cast<double>(domain_.upper[k]) + margin));
        }
        return shell;
    }

    std::vector<Entry> find(const Shell<N>& shell) {
        std::vector<Entry> found;
        grid_.find_near(shell, found);
        return found;
    }

    /// The square of the distance less the sum of reaches, both in units of that sum.
    double apart(const Shell<N>& shell, Entry entry) const {
        const Shell<N>& other = shells_.at(place_of(entry)).first;
        double squared = 0;
        for (int k = 0; k < N; ++k) {
            const double d = static_cast<double>(other.center[k]) - static_cast<double>(shell.center[k]) +
                             image_of(entry, k) * static_cast<double>(domain_.period[k]);
            squared += d * d;
        }
        const double reach = static_cast<double>(shell.reach) + static_cast<double>(other.reach);
        return squared / (reach * reach) - 1;
    }

    /// In all images.
    std::vector<Entry> all() const {
        std::vector<Entry> entries;
        for (const auto& [ball, shell] : shells_) {
            for (int image = 0; image < (N == 3 ? 27 : 9); ++image) {
                Entry entry = ball;
                bool exists = true;
                for (int k = 0, rest = image; k < N; ++k, rest /= 3) {
                    entry |= image_bits(rest % 3 - 1, k);
                    exists = exists && (rest % 3 == 1 || domain_.period[k] > 0);
                }
                if (exists) entries.push_back(entry);
            }
        }
        return entries;
    }

private:
    float some_reach() {
        return largest_ * static_cast<float>(std::pow(static_cast<double>(smallest_ / largest_),
                                                      test::uniform(random_, 0, 1)));
    }

    std::mt19937_64& random_;
    GridSpace<N> domain_;
    float largest_ = 0.3F;
    float smallest_ = 0;
    ShellGrid<N> grid_;
    std::map<std::uint32_t, std::pair<Shell<N>, ShellPlace>> shells_;
};

template <int N>
void expect_all_found(Store<N>& store) {
    const Shell<N> shell = store.some_shell();
    std::vector<Entry> found = store.find(shell);
    std::sort(found.begin(), found.end());
    ASSERT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "twice";
    for (const Entry entry : store.all()) {
        const bool listed = std::binary_search(found.begin(), found.end(), entry);
        const double apart = store.apart(shell, entry);
        ASSERT_TRUE(listed || apart > 0) << place_of(entry) << ", apart " << apart;
        ASSERT_TRUE(!listed || apart < 1e-3) << place_of(entry) << ", apart " << apart;
    }
}

TEST(ShellGrid, FindsEveryShellThatTouchesOnceInEachImage) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        for (unsigned periodic_axes = 0; periodic_axes < (1U << N); ++periodic_axes) {
            for (const float smallest : {0.9F, 0.5F, 0.2F, 0.1F, 0.05F, 0.01F, 1e-3F, 1e-4F}) {
                Store<N> store(random, periodic_axes, smallest);
                for (int step = 0; step < 800; ++step) {
                    const auto ball = static_cast<std::uint32_t>(random() % 150);
                    if (store.has(ball)) store.remove(ball);
                    if (random() % 4 != 0) store.insert(ball);
                    if (step % 12 == 0) expect_all_found(store);
                    if (testing::Test::HasFatalFailure()) return;
                }
            }
        }
    });
}

TEST(ShellGrid, FindsOnceInABoxOfFewCellsThatALargeShellCovers) {
    std::mt19937_64 random(9);
    for (const float upper : {0.9F, 1.1F, 1.3F, 1.5F, 2.0F}) {
        for (const bool is_closed : {false, true}) {
            GridSpace<2> domain;
            std::fill_n(domain.upper, 2, upper);
            std::fill_n(domain.spread, 2, upper);
            std::fill_n(domain.is_closed, 2, is_closed);
            ShellGrid<2> grid;
            grid.reset(domain, std::vector<float>(400, 0.1F));
            for (std::uint32_t ball = 0; ball < 400; ++ball) {
                Shell<2> shell{{}, 0.1F};
                for (float& x : shell.center)
                    x = static_cast<float>(test::uniform(random, -0.2, static_cast<double>(upper) + 0.2));
                static_cast<void>(grid.insert(ball, shell));
            }
            for (const float reach : {0.1F, 0.3F, 0.5F, 0.7F, 9.0F}) {
                std::vector<Entry> found;
                grid.find_near({{upper / 2, upper / 3}, reach}, found);
                std::sort(found.begin(), found.end());
                EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
                EXPECT_EQ(found.size() == 400, reach > 8);
            }
        }
    }
}

TEST(ShellGrid, KeepsShellsAsTheyAre) {
    std::mt19937_64 random(6);
    Store<3> store(random, 0, 1e-6F);
    for (std::uint32_t ball = 0; ball < 500; ++ball) store.insert(ball);
    for (std::uint32_t ball = 0; ball < 500; ++ball) {
        EXPECT_EQ(store.stored(ball).reach, store.shell(ball).reach);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(store.stored(ball).center[k], store.shell(ball).center[k]);
    }
}

TEST(ShellGrid, FillsGapsWithShellsOfTheSameCell) {
    std::mt19937_64 random(8);
    GridSpace<3> domain;
    std::fill_n(domain.upper, 3, 1.0F);
    ShellGrid<3> grid;
    grid.reset(domain, std::vector<float>(100, 0.1F));
    std::map<std::uint32_t, ShellPlace> places;
    const auto blocks = [&] {
        std::set<std::uint32_t> used;
        for (const auto& [ball, place] : places) used.insert(place.slot / 8);
        return used.size();
    };
    constexpr std::uint32_t kInBlock = ShellBlock<3>::kSlots;
    for (std::uint32_t ball = 0; ball < 60 * kInBlock; ++ball)
        places[ball] = grid.insert(ball, {{0.5F, 0.5F, 0.5F}, 0.1F});
    while (!places.empty()) {
        ASSERT_EQ(blocks(), (places.size() + kInBlock - 1) / kInBlock);
        const auto gone = std::next(places.begin(), static_cast<std::ptrdiff_t>(random() % places.size()));
        const auto moved = grid.remove(gone->second);
        places.erase(gone);
        if (moved.ball != ShellGrid<3>::kNobody) places.at(moved.ball).slot = moved.slot;
    }
}

float cell_width_for(const std::vector<float>& reaches) {
    GridSpace<2> domain;
    std::fill_n(domain.upper, 2, 40.0F);
    std::fill_n(domain.spread, 2, 40.0F);
    ShellGrid<2> grid;
    grid.reset(domain, reaches);
    for (std::uint32_t ball = 0; ball < reaches.size(); ++ball)
        static_cast<void>(grid.insert(ball, {{1, 1}, reaches[ball]}));
    return grid.cell_width();
}

TEST(ShellGrid, HardlyLargerShellsShareALevelAndFewShellsHaveWideCells) {
    std::vector<float> mixed(2000, 1.0F);
    std::fill_n(mixed.begin(), 800, 1.01F);
    const float of_larger = cell_width_for(std::vector<float>(2000, 1.01F));
    EXPECT_LT(cell_width_for(std::vector<float>(2000, 1.0F)), of_larger);
    EXPECT_EQ(cell_width_for(mixed), of_larger);
    std::fill_n(mixed.begin(), 800, 1.5F);
    EXPECT_LT(cell_width_for(mixed), of_larger);
    // About 3.2 shells each, of 100.
    const float wide = cell_width_for(std::vector<float>(100, 1.0F));
    EXPECT_NEAR(100 * wide * wide / (40 * 40), 3.2, 1);
}

TEST(ShellGrid, SaysWhenALevelIsCrowded) {
    std::mt19937_64 random(7);
    Store<2> store(random, 3, 0.99F);
    for (std::uint32_t ball = 0; ball < 100; ++ball) store.insert(ball);
    EXPECT_FALSE(store.is_crowded());
    for (std::uint32_t ball = 100; ball < 2000; ++ball) store.insert(ball);
    EXPECT_TRUE(store.is_crowded());
}

}  // namespace
}  // namespace carom::detail
