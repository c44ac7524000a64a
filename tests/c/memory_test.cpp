// Promise: where there is no memory, a call says so, changes nothing and keeps nothing.
#include <gtest/gtest.h>

#include "c/c_test.hpp"
#include "c/some_balls.hpp"
#include "support/replaced_new.hpp"

namespace carom::test {
namespace {

/// How many allocations of this thread go well before one fails; negative: all.
thread_local long allocations_left = -1;

}  // namespace

bool may_allocate() {
    if (allocations_left <= 0) return allocations_left != 0;
    --allocations_left;
    return true;
}
void note_allocation(void*) {}
void note_release(void*) {}

namespace {

/// Calls with ever more memory until it is enough. How often it was not.
template <class Call>
long short_of_memory(Call call) {
    constexpr long kMost = 100'000;
    for (long k = 0; k < kMost; ++k) {
        allocations_left = k;
        const carom_status status = call();
        const std::string message = carom_message();  // short: it takes no memory
        const std::size_t faults = carom_fault_count();
        allocations_left = -1;
        if (status == CAROM_OK) return k;
        EXPECT_EQ(status, CAROM_OUT_OF_MEMORY) << k << ": " << message;
        EXPECT_EQ(message, "out of memory");
        EXPECT_EQ(faults, 1U);
        EXPECT_STREQ(carom_fault(0), "out of memory");
        EXPECT_STREQ(carom_fault(1), "");
        if (status != CAROM_OUT_OF_MEMORY) break;
    }
    ADD_FAILURE() << "it never went well";
    return 0;
}

TEST(CMemory, ASceneAndItsSimulation) {
    carom_scene* scene = nullptr;
    EXPECT_GT(
        short_of_memory([&] { return carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", &scene); }), 10);
    EXPECT_STREQ(carom_message(), "");
    EXPECT_EQ(carom_fault_count(), 0U);
    carom_simulation* simulation = nullptr;
    EXPECT_GT(short_of_memory([&] { return carom_simulation_create(scene, &simulation); }), 10);
    carom_event event{};
    EXPECT_EQ(carom_simulation_next(simulation, 1, &event), CAROM_OK);
    EXPECT_EQ(carom_simulation_free(simulation), CAROM_OK);
    EXPECT_EQ(carom_scene_free(scene), CAROM_OK);
}

TEST(CMemory, ATableAndItsPlayer) {
    carom_table* table = nullptr;
    EXPECT_GT(short_of_memory(
                  [&] { return carom_table_parse(kTwoBalls.data(), kTwoBalls.size(), "t.toml", &table); }),
              10);
    carom_player* player = nullptr;
    EXPECT_GT(short_of_memory([&] { return carom_player_create(table, &player); }), 0);
    EXPECT_EQ(carom_player_free(player), CAROM_OK);
    EXPECT_EQ(carom_table_free(table), CAROM_OK);
}

// What is at fault is told in words that need memory too.
TEST(CMemory, AFaultThatCannotBeTold) {
    const std::string wrong(400, '[');
    carom_scene* scene = nullptr;
    for (long k = 0;; ++k) {
        ASSERT_LT(k, 100'000);
        allocations_left = k;
        const carom_status status = carom_scene_parse(wrong.data(), wrong.size(), "gas.toml", &scene);
        allocations_left = -1;
        EXPECT_STRNE(carom_message(), "") << k;
        if (status == CAROM_BAD_INPUT) break;
        ASSERT_EQ(status, CAROM_OUT_OF_MEMORY) << k << ": " << carom_message();
    }
    EXPECT_EQ(scene, nullptr);
}

}  // namespace
}  // namespace carom::test
