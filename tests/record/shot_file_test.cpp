// Files of shots: what is written is read again, to the last bit, and damage is told.
#include "carom/record/shot_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "billiards/random_breaks.hpp"
#include "carom/record/trajectory.hpp"
#include "record/shot_format.hpp"
#include "support/directory.hpp"

namespace carom {
namespace {

using billiards::testing::Break;
using billiards::testing::break_setup;
using billiards::testing::Draws;

billiards::TableScene break_scene(const Break& one) {
    billiards::TableScene scene;
    scene.name = "a break";
    scene.setup = break_setup(9);
    scene.start = one.start;
    scene.ball_names.assign(one.start.size(), "ball");
    scene.shots.push_back({Vec2d{.5, .5}, one.shot});
    return scene;
}

PlayedShot played(const billiards::TableScene& scene, const Break& one) {
    billiards::ShotPlayer player(scene.setup);
    player.play(one.start, one.shot, billiards::Detail::every_motion);
    return {one.start,
            {player.events().begin(), player.events().end()},
            {player.final_states().begin(), player.final_states().end()},
            player.end_time()};
}

class ShotFile : public ::testing::Test {
protected:
    ShotFile() : draws_(1), one_(9, true, draws_), scene_(break_scene(one_)), shot_(played(scene_, one_)) {}

    void write(int shots, bool closed) {
        auto writer = ShotFileWriter::create(path(), scene_);
        ASSERT_TRUE(writer);
        for (int k = 0; k < shots; ++k) writer->write(shot_);
        hash_ = writer->hash();
        if (closed) {
            EXPECT_FALSE(writer->close());
        }
    }

    std::filesystem::path path() const { return directory_ / "shots.carom"; }

    test::Directory directory_;
    Draws draws_;
    Break one_;
    billiards::TableScene scene_;
    PlayedShot shot_;
    std::uint64_t hash_ = 0;
};

TEST_F(ShotFile, WhatIsWrittenIsReadAgain) {
    write(3, true);
    auto reader = ShotFileReader::open(path());
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->scene().name, "a break");
    EXPECT_EQ(reader->scene().setup.balls, scene_.setup.balls);
    EXPECT_EQ(reader->scene().start, scene_.start);
    ASSERT_EQ(reader->scene().shots.size(), 1U);
    EXPECT_EQ(reader->scene().shots[0].place, scene_.shots[0].place);
    EXPECT_EQ(reader->scene().shots[0].shot.strike, one_.shot.strike);
    for (int k = 0; k < 3; ++k) {
        const auto shot = reader->next();
        ASSERT_TRUE(shot);
        EXPECT_EQ(shot->start, shot_.start);
        EXPECT_EQ(shot->events, shot_.events);
        EXPECT_EQ(shot->end, shot_.end);
        EXPECT_EQ(shot->duration, shot_.duration);
    }
    EXPECT_FALSE(reader->next());
    EXPECT_FALSE(reader->fault());
    EXPECT_TRUE(reader->closed());
    EXPECT_EQ(reader->hash(), hash_);
    EXPECT_TRUE(is_shot_file(path()));
}

TEST_F(ShotFile, AFileThatWasCutOffHasItsWholeShots) {
    write(3, false);
    const std::filesystem::path partial = path().string() + ".partial";
    std::filesystem::resize_file(partial, std::filesystem::file_size(partial) - 100);
    auto reader = ShotFileReader::open(partial);
    ASSERT_TRUE(reader) << reader.error().message;
    int shots = 0;
    while (reader->next()) ++shots;
    EXPECT_EQ(shots, 2);
    EXPECT_FALSE(reader->fault());
    EXPECT_FALSE(reader->closed());
}

TEST_F(ShotFile, EveryChangedByteIsTold) {
    write(1, true);
    std::ifstream in(path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    for (std::size_t at = 0; at < bytes.size(); at += 97) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        std::ofstream(path(), std::ios::binary) << changed;
        auto reader = ShotFileReader::open(path());
        if (!reader) continue;
        while (reader->next()) {
        }
        EXPECT_TRUE(reader->fault()) << "byte " << at;
    }
}

// A place that is no number passed, and so did the tip of the cue, a friction curve, an infinite omega_ratio.
TEST_F(ShotFile, ASceneWithANumberThatIsNotFiniteIsRefused) {
    const billiards::TableScene good = scene_;
    const auto expect_refused = [&](const char* what, const auto& change) {
        scene_ = good;
        change(scene_);
        write(1, true);
        const auto reader = ShotFileReader::open(path());
        ASSERT_FALSE(reader) << what;
        EXPECT_NE(reader.error().message.find("the scene is not valid: "), std::string::npos) << what;
    };
    for (const double number : {std::nan(""), HUGE_VAL}) {
        expect_refused("place", [&](auto& scene) { scene.shots[0].place = Vec2d{0.5, number}; });
        expect_refused("tip", [&](auto& scene) { scene.setup.cue.tip_radius = number; });
        expect_refused("curve", [&](auto& scene) { scene.setup.laws.curve.b = number; });
        expect_refused("omega_ratio", [&](auto& scene) { scene.setup.laws.omega_ratio = number; });
    }
}

TEST_F(ShotFile, ATrajectoryReaderRefusesIt) {
    write(1, true);
    const auto trajectory = open_trajectory(path());
    ASSERT_FALSE(trajectory);
    EXPECT_NE(trajectory.error().message.find("shots on a table"), std::string::npos);
}

TEST_F(ShotFile, KeepsWhatFlyingBallsNeed) {
    scene_.setup.laws.jumps = true;
    scene_.setup.laws.least_bounce = .003;
    scene_.setup.table.rail_width = .15;
    write(1, true);
    auto reader = ShotFileReader::open(path());
    ASSERT_TRUE(reader);
    EXPECT_TRUE(reader->scene().setup.laws.jumps);
    EXPECT_EQ(reader->scene().setup.laws.least_bounce, .003);
    EXPECT_EQ(reader->scene().setup.table.rail_width, .15);
}

TEST_F(ShotFile, TheGameAndWhatIsAnnouncedAreKept) {
    using namespace billiards;
    scene_.ball_names = {"cue", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    scene_.game = NineBallState{1, false, true, {2, 1}};
    scene_.shots[0].announced = {{3, 4, true}, true, 5, true};
    write(1, true);
    const auto reader = ShotFileReader::open(path());
    ASSERT_TRUE(reader) << reader.error().message;
    const auto* const state = std::get_if<NineBallState>(&reader->scene().game);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->shooter, 1);
    EXPECT_FALSE(state->is_break);
    EXPECT_TRUE(state->may_push_out);
    EXPECT_EQ(state->fouls_in_row, (std::array<int, 2>{2, 1}));
    const Announcement& announced = reader->scene().shots[0].announced;
    EXPECT_EQ(announced.call.ball, 3);
    EXPECT_EQ(announced.call.pocket, 4);
    EXPECT_TRUE(announced.call.safety);
    EXPECT_TRUE(announced.push_out);
    EXPECT_EQ(announced.colour, 5);
    EXPECT_TRUE(announced.pass);
}

TEST_F(ShotFile, ACueBallInHandBehindALineIsKept) {
    using namespace billiards;
    scene_.ball_names = {"cue", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    const auto bytes_of = [&](const GameState& game) {
        scene_.game = game;
        carom::detail::ByteWriter bytes;
        billiards::detail::encode_table_scene(bytes, scene_);
        return std::string(bytes.bytes());
    };
    const EightBallState usual{1, false, {Group::stripes, Group::solids}};
    EightBallState in_hand = usual;
    in_hand.behind_line = true;
    const std::string plain = bytes_of(usual), noted = bytes_of(in_hand);
    EXPECT_EQ(plain.size(), noted.size()) << "files of other games are as they were";
    for (const auto& [bytes, flag] : {std::pair{plain, false}, std::pair{noted, true}}) {
        const auto read = billiards::detail::decode_table_scene(bytes);
        ASSERT_TRUE(read) << read.error().what;
        const auto* const state = std::get_if<EightBallState>(&read->game);
        ASSERT_TRUE(state);
        EXPECT_EQ(state->behind_line, flag);
        EXPECT_EQ(state->shooter, 1);
        EXPECT_EQ(state->groups[0], Group::stripes);
    }
}

/// The opening shot and the distance came later: files without them are as they were.
TEST_F(ShotFile, ThreeCushionKeepsItsOpeningShotAndItsDistance) {
    using billiards::ThreeCushionState;
    std::size_t usual = 0;
    for (const ThreeCushionState& state :
         {ThreeCushionState{1, {2, 3}, false, 0}, ThreeCushionState{1, {2, 3}, true, 0},
          ThreeCushionState{0, {2, 3}, false, 40}}) {
        billiards::TableScene scene = scene_;
        scene.ball_names = {"white", "red", "yellow"};
        scene.start.resize(3);
        scene.setup.balls.resize(3);
        scene.game = state;
        carom::detail::ByteWriter bytes;
        billiards::detail::encode_table_scene(bytes, scene);
        const std::string text(bytes.bytes());
        if (usual == 0) usual = text.size();
        EXPECT_EQ(text.size(), usual + (state.is_break || state.distance > 0 ? 8 : 0));
        const auto read = billiards::detail::decode_table_scene(text);
        ASSERT_TRUE(read) << read.error().what;
        const auto* const kept = std::get_if<ThreeCushionState>(&read->game);
        ASSERT_TRUE(kept);
        EXPECT_EQ(kept->shooter, state.shooter);
        EXPECT_EQ(kept->points, state.points);
        EXPECT_EQ(kept->is_break, state.is_break);
        EXPECT_EQ(kept->distance, state.distance);
    }
}

TEST_F(ShotFile, AGameOfANewerCaromIsToldApartFromDamage) {
    billiards::TableScene scene = scene_;
    scene.ball_names = {"cue", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    scene.game = billiards::ThreeCushionState{};
    carom::detail::ByteWriter bytes;
    billiards::detail::encode_table_scene(bytes, scene);
    std::string text(bytes.bytes());
    const std::size_t at = text.size() - 13 - 12 - 1;  // before a state of three numbers and an announcement
    EXPECT_EQ(text[at], static_cast<char>(billiards::Rules::three_cushion));
    text[at] = 99;
    const auto read = billiards::detail::decode_table_scene(text);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().what, "its game is unknown: a newer carom is needed");
}

}  // namespace
}  // namespace carom
