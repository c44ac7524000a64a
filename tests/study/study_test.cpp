// Promise: a study runs exactly the combinations that were asked, each with the bits of a run alone; what was
// kept is found again and nothing else; means and errors are those of the textbook.
#include "carom/study/study.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "carom/measure/named_estimates.hpp"
#include "carom/record/measure_trajectory.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/sim/simulation.hpp"
#include "carom/study/study_folder.hpp"
#include "support/directory.hpp"
#include "support/file_bytes.hpp"

namespace carom::test {
namespace {

using Values = std::vector<std::string>;

const char* const kGas = R"(dimension = 3
[world]
lower = [0, 0, 0]
upper = [6, 6, 6]
boundary = "periodic"
[[generate]]
kind = "random_gas"
packing = 0.1
radius = 0.5
mass = 1
temperature = 1
seed = 7
)";

StudyPlan plan_of(const std::vector<std::string>& parameters, const std::string& seeds = "") {
    StudyPlan plan{kGas, "gas.toml", {}, {}, {4.0, {}}, 0};
    for (const std::string& text : parameters) {
        auto parameter = parse_study_parameter(text);
        EXPECT_TRUE(parameter) << text;
        plan.parameters.push_back(*parameter);
    }
    if (!seeds.empty()) plan.seeds = *parse_seeds(seeds);
    return plan;
}

std::string first_fault(const StudyPlan& plan) {
    const auto faults = faults_of(plan);
    return faults ? faults->lines[0] : "";
}

StudyResult result_of(const StudyPlan& plan, std::uint64_t k) {
    const auto result = run_member(plan, study_member(plan, k));
    if (!result || !*result) {
        ADD_FAILURE() << (result ? "stopped" : result.error().lines[0]);
        return {};
    }
    return **result;
}

double number_in(const StudyResult& result, const std::string& name) {
    for (const StudyNumber& number : result.numbers) {
        if (number.name == name) return number.value;
    }
    ADD_FAILURE() << name;
    return 0;
}

TEST(StudyWords, RangesAreDecimalsAsTheyAreWritten) {
    const auto values = [](const char* text) { return parse_study_parameter(text)->values; };
    EXPECT_EQ(values("a.b=0.1:0.3:0.1"), (Values{"0.1", "0.2", "0.3"}));
    EXPECT_EQ(values("a.b=0.1:0.49:0.13"), (Values{"0.10", "0.23", "0.36", "0.49"}));
    EXPECT_EQ(values("a=1:3:1, 10"), (Values{"1", "2", "3", "10"}));
    EXPECT_EQ(values("a=-1:1:1"), (Values{"-1", "0", "1"}));
    EXPECT_EQ(values("a=1e-3:3e-3:1e-3"), (Values{"0.001", "0.002", "0.003"}));
    EXPECT_EQ(values("a.b=[1,2],[3, 4]"), (Values{"[1,2]", "[3, 4]"}));
    EXPECT_EQ(values("a.b=walls,\"periodic\",true"), (Values{"\"walls\"", "\"periodic\"", "true"}));
    EXPECT_EQ(*parse_seeds("1:3,9"), (std::vector<std::uint64_t>{1, 2, 3, 9}));
}

TEST(StudyWords, WhatIsNoValueIsRefusedWithItsText) {
    for (const char* text :
         {"a", "=1", "a.=1", "a b=1", "a=", "a=1,", "a=1:2", "a=2:1:1", "a=1:2:0", "a=1:2:-1", "a=1:nan:1",
          "a=0:1:1e-9", "a=1,1", "a[0].b=1", "a[x].b=1", "a=1:2:3:4"}) {
        const auto parameter = parse_study_parameter(text);
        ASSERT_FALSE(parameter) << text;
        EXPECT_FALSE(parameter.error().empty());
    }
    for (const char* text : {"", "x", "1:", "3:1", "1:2:3", "1,1", "0:1000000", "-1", "1.5"})
        EXPECT_FALSE(parse_seeds(text)) << text;
}

TEST(StudyWords, ValuesThatAreTheSameAreNamed) {
    const auto why = [](const char* text) {
        const auto parameter = parse_study_parameter(text);
        return parameter ? std::string() : parameter.error();
    };
    EXPECT_EQ(why("x=1,1.0"), "'x=1,1.0': 1 and 1.0 are the same value");
    EXPECT_EQ(why("x=2,1e1,3,10"), "'x=2,1e1,3,10': 1e1 and 10 are the same value");
    EXPECT_EQ(why("x=0.5,0.5"), "'x=0.5,0.5': 0.5 is there twice");
    EXPECT_EQ(why("x=1:2:0.5,2"), "'x=1:2:0.5,2': 2.0 and 2 are the same value");
    EXPECT_EQ(why("x=walls,\"walls\""), "'x=walls,\"walls\"': \"walls\" is there twice");
    for (const char* same : {"x=0,-0.0", "x=0x10,16", "x=1_000,1000", "x='a',\"a\"", "x=[1, 2],[1.0,2]",
                             "x={a = 1, b = 2},{b = 2, a = 1.0}", "x=inf,+inf"})
        EXPECT_NE(why(same).find("are the same value"), std::string::npos) << same << why(same);
    for (const char* other : {"x=1,\"1\"", "x=true,\"true\"", "x=[1],[[1]]", "x=[1,2],[12]", "x=\"a\",\"b\"",
                              "x=9007199254740993,9007199254740992", "x=1,1.0000000000000002", "x=[],{}"})
        EXPECT_EQ(why(other), "") << other;
}

TEST(StudyPlan, AllCombinationsEachOnce) {
    const StudyPlan plan = plan_of({"generate.packing=0.1,0.2", "generate.temperature=1,2,3"}, "5,6");
    ASSERT_EQ(member_count(plan), 12u);
    EXPECT_EQ(study_member(plan, 0).values, (Values{"0.1", "1"}));
    EXPECT_EQ(study_member(plan, 1).seed, 6u);
    EXPECT_EQ(study_member(plan, 2).values, (Values{"0.1", "2"}));
    EXPECT_EQ(study_member(plan, 11).values, (Values{"0.2", "3"}));
    EXPECT_EQ(member_count(plan_of({})), 1u);
    EXPECT_FALSE(study_member(plan_of({}), 0).seed);
}

TEST(StudyPlan, KeysThatCannotBeSetAreFaults) {
    EXPECT_EQ(first_fault(plan_of({"generate.packing=0.1", "generate[1].radius=0.4", "measure.after=1"})),
              "");
    for (const char* text : {"generate[2].packing=0.1", "world[1].lower=[0,0,0]"})
        EXPECT_NE(first_fault(plan_of({text})), "") << text;
    EXPECT_NE(first_fault(plan_of({"generate.packing=0.1", "generate.packing=0.2"})), "");
    StudyPlan plan = plan_of({"generate.packing=0.1"});
    plan.parameters[0].values = {"0.1\nradius = 3"};
    EXPECT_NE(first_fault(plan), "");
    plan.parameters[0].values = {"0.1 # a comment"};
    EXPECT_NE(first_fault(plan), "");
    plan.parameters[0].values = {"0.1", "0.2", "1e-1"};
    EXPECT_EQ(first_fault(plan), plan.name + ": generate.packing: 0.1 and 1e-1 are the same value");
    plan = plan_of({"generate.packing=0.1"});
    plan.scene += "[[generate]]\nkind = \"random_gas\"\ncount = 3\n";
    EXPECT_NE(first_fault(plan).find("write generate[K].packing"), std::string::npos) << first_fault(plan);
    plan.scene = "a = 1\nb = [1, 2\n";
    EXPECT_EQ(first_fault(plan).find("gas.toml:2:11: this is not TOML: "), 0U) << first_fault(plan);
    plan.scene = kGas;
    plan.parameters.assign(8, {"a.b", Values(100, "1")});
    EXPECT_NE(first_fault(plan), "");
}

/// What a run that is recorded and then measured tells of the same scene.
TEST(StudyMember, HasTheNumbersOfARecordedRun) {
    const StudyPlan plan = plan_of({"generate.packing=0.2"}, "3");
    const StudyResult result = result_of(plan, 0);
    std::string text = kGas;
    text.replace(text.find("packing = 0.1"), 13, "packing = 0.2");
    const auto file = parse_scene(text, "gas.toml", 3);
    ASSERT_TRUE(file);
    const auto& scene = std::get<Scene<3>>(file->scene);
    auto simulation = Simulation<3>::create(scene);
    const Directory directory;
    auto writer = TrajectoryWriter<3>::create(directory / "t.carom", {scene, simulation->epoch_length()});
    ASSERT_TRUE(writer);
    while (const auto event = simulation->next_event(4)) writer->write(*event);
    ASSERT_FALSE(writer->close(simulation->now()));
    auto trajectory = open_trajectory(directory / "t.carom");
    MeasurePlan measured;
    measured.until = 4;
    measured.quantities = {Quantity::temperature, Quantity::pressure, Quantity::mean_free_time,
                           Quantity::diffusion};
    const auto results = measure_trajectory(std::get<TrajectoryReader<3>>(std::move(*trajectory)), measured);
    ASSERT_TRUE(results);
    std::size_t compared = 0;
    for (const NamedEstimate& each : named_estimates(**results)) {
        if (each.estimate.count == 0) continue;
        EXPECT_EQ(number_in(result, each.name), each.estimate.value) << each.name;
        ++compared;
    }
    EXPECT_GT(compared, 5u);
    EXPECT_EQ(result.events, simulation->counts().ball_ball);
    EXPECT_EQ(result.ended, "time");
    EXPECT_EQ(result.simulated_time, 4);
}

TEST(StudyMember, TakesTheLimitsThatAreAsked) {
    StudyPlan plan = plan_of({});
    plan.limits = {{}, 50};
    EXPECT_EQ(result_of(plan, 0).events, 50u);
    EXPECT_EQ(result_of(plan, 0).ended, "events");
    plan.limits = {};
    EXPECT_EQ(result_of(plan, 0).simulated_time, 10);
    plan.scene += "[run]\nuntil = 2\n";
    EXPECT_EQ(result_of(plan, 0).simulated_time, 2);
    plan.after = 1.5;
    EXPECT_EQ(result_of(plan, 0).simulated_time, 2);
}

TEST(StudyMember, StopsWhenItIsAskedTo) {
    const StudyPlan plan = plan_of({});
    const auto result = run_member(plan, study_member(plan, 0), [](double) { return false; });
    ASSERT_TRUE(result);
    EXPECT_FALSE(*result);
}

TEST(StudyMember, TellsWhatIsWrongWithItsScene) {
    const StudyPlan plan = plan_of({"generate.packing=0.9"});
    const auto result = run_member(plan, study_member(plan, 0));
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().lines[0].find("gas.toml:8"), std::string::npos) << result.error().lines[0];
}

/// Equation of state: 5 standard errors of the mean of 8 seeds.
TEST(StudyMember, TheoryStandsBesideZ) {
    StudyPlan plan = plan_of({"generate.packing=0.15,0.3"}, "1:8");
    plan.limits = {30.0, {}};
    plan.after = 3;
    std::vector<StudyResult> results;
    for (std::uint64_t k = 0; k < member_count(plan); ++k) results.push_back(result_of(plan, k));
    int compared = 0;
    const auto means = means_of(plan, results);
    for (const StudyMean& mean : means) {
        if (mean.quantity != "pressure.z_virial.infinite") continue;
        for (const StudyMean& theory : means) {
            if (theory.quantity != "theory.z" || theory.values != mean.values) continue;
            EXPECT_NEAR(mean.mean, theory.mean, 5 * *mean.error) << mean.values[0];
            EXPECT_LT(*mean.error, 0.02 * mean.mean);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 2);
}

TEST(StudyTable, MeansAndStandardErrors) {
    StudyPlan plan = plan_of({"generate.packing=0.1,0.2"}, "1:3");
    std::vector<StudyResult> results(6);
    for (std::size_t k = 0; k < 6; ++k) results[k].numbers = {{"x", static_cast<double>(k * k), 0.5}};
    results[3].numbers.push_back({"only here", 7, 0.25});
    const auto means = means_of(plan, results);
    ASSERT_EQ(means.size(), 3u);
    EXPECT_DOUBLE_EQ(means[0].mean, 5.0 / 3);  // 0, 1, 4
    EXPECT_DOUBLE_EQ(*means[0].error, std::sqrt((25.0 / 9 + 4.0 / 9 + 49.0 / 9) / 6));
    EXPECT_EQ(means[0].seeds, 3u);
    EXPECT_EQ(means[2].quantity, "only here");
    EXPECT_EQ(means[2].mean, 7);
    EXPECT_EQ(*means[2].error, 0.25);
    EXPECT_EQ(means[2].values, Values{"0.2"});
    EXPECT_EQ(means_csv(plan, means).substr(0, 44), "generate.packing,quantity,mean,error,seeds\n0");
    const std::string table = members_csv(plan, results);
    EXPECT_EQ(table.substr(0, table.find('\n')),
              "generate.packing,seed,events,simulated_time,ended,x,x.error,only here,only here.error");
    EXPECT_NE(table.find("\n0.2,1,0,0,,9,0.5,7,0.25\n"), std::string::npos) << table;
}

TEST(StudyFolder, FindsWhatWasKeptAndNothingElse) {
    const Directory directory;
    const StudyPlan plan = plan_of({"generate.packing=0.1,0.2"}, "1,2");
    const auto folder = StudyFolder::open(directory / "s", plan);
    ASSERT_TRUE(folder);
    StudyResult result;
    result.numbers = {{"x", 0.1, 1e-300}, {"y", -1.0 / 3, {}}};
    result.events = 1ULL << 60;
    result.simulated_time = 0.7;
    result.ended = "time";
    ASSERT_FALSE(folder->keep(study_member(plan, 1), result));
    EXPECT_FALSE(folder->result(study_member(plan, 0)));
    const auto again = StudyFolder::open(directory / "s", plan);
    const auto found = again->result(study_member(plan, 1));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->numbers[0].value, 0.1);
    EXPECT_EQ(*found->numbers[0].error, 1e-300);
    EXPECT_EQ(found->numbers[1].value, -1.0 / 3);
    EXPECT_FALSE(found->numbers[1].error);
    EXPECT_EQ(found->events, 1ULL << 60);
    EXPECT_EQ(found->ended, "time");
    // More values and seeds may come later.
    const StudyPlan wider = plan_of({"generate.packing=0.1,0.2,0.3"}, "2,1,3");
    EXPECT_TRUE(StudyFolder::open(directory / "s", wider)->result(study_member(wider, 0)));
}

TEST(StudyFolder, IsOfOneStudy) {
    const Directory directory;
    const StudyPlan plan = plan_of({"generate.packing=0.1"});
    ASSERT_TRUE(StudyFolder::open(directory / "s", plan));
    StudyPlan other = plan;
    other.scene += "# another\n";
    EXPECT_NE(StudyFolder::open(directory / "s", other).error().message.find("scene"), std::string::npos);
    other = plan;
    other.limits.until = 5;
    EXPECT_NE(StudyFolder::open(directory / "s", other).error().message.find("until is 4.0, not 5.0"),
              std::string::npos);
    other = plan;
    other.after = 1;
    EXPECT_FALSE(StudyFolder::open(directory / "s", other));
    put_bytes(directory / "s/study.json", "{");
    EXPECT_FALSE(StudyFolder::open(directory / "s", plan));
}

TEST(StudyFolder, IsOfTheFilesThatWereImported) {
    const Directory directory;
    const auto table = [](const char* x) { return "x,y,z,radius,mass\n" + std::string(x) + ",1,1,0.5,1\n"; };
    put_bytes(directory / "a.csv", table("1"));
    put_bytes(directory / "b.csv", table("2"));
    StudyPlan plan{
        "dimension = 3\n[world]\nlower = [0, 0, 0]\nupper = [6, 6, 6]\n[[import]]\nfile = \"a.csv\"\n",
        (directory / "s.toml").string(),
        {},
        {},
        {4.0, {}},
        0};
    ASSERT_TRUE(StudyFolder::open(directory / "s", plan));
    EXPECT_TRUE(StudyFolder::open(directory / "s", plan));
    StudyPlan wider = plan;
    wider.parameters.push_back(*parse_study_parameter("import.file=a.csv,b.csv"));
    EXPECT_TRUE(StudyFolder::open(directory / "s", wider)) << "further files";
    put_bytes(directory / "b.csv", table("3"));
    EXPECT_TRUE(StudyFolder::open(directory / "s", plan));
    EXPECT_NE(StudyFolder::open(directory / "s", wider).error().message.find("b.csv had other contents"),
              std::string::npos);
    put_bytes(directory / "a.csv", table("3"));
    EXPECT_NE(StudyFolder::open(directory / "s", plan).error().message.find("a.csv had other contents"),
              std::string::npos);
}

TEST(StudyFolder, DamagedFilesCountAsMissing) {
    const Directory directory;
    const StudyPlan plan = plan_of({"generate.packing=0.1"});
    const auto folder = StudyFolder::open(directory / "s", plan);
    StudyResult result;
    result.numbers = {{"x", 1, 2}};
    ASSERT_FALSE(folder->keep(study_member(plan, 0), result));
    const auto file = std::filesystem::directory_iterator(directory / "s/members")->path();
    const std::string whole = bytes_of(file);
    for (std::size_t size = 0; size + 1 < whole.size(); size += 7) {
        put_bytes(file, whole.substr(0, size));
        EXPECT_FALSE(folder->result(study_member(plan, 0))) << size;
        EXPECT_EQ(folder->damaged_file(study_member(plan, 0)), file) << size;
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = changed[at] == '1' ? '7' : '1';
        put_bytes(file, changed);
        const bool is_name = changed.find(",\"checksum\":\"") == std::string::npos;
        EXPECT_TRUE(is_name || !folder->result(study_member(plan, 0))) << changed;
    }
    put_bytes(file, whole);
    EXPECT_FALSE(folder->damaged_file(study_member(plan, 0)));
    EXPECT_EQ(folder->result(study_member(plan, 0))->numbers[0].value, 1);
    put_bytes(file, whole.substr(0, whole.find(",\"checksum\"")) + "}\n");
    EXPECT_TRUE(folder->result(study_member(plan, 0))) << "a file of older versions has no checksum";
    for (const char* text :
         {"[]", "null", "{\"settings\": 3}", "{\"settings\":\"generate.packing = 0.1\\n\",\"numbers\":7}"}) {
        put_bytes(file, text);
        EXPECT_FALSE(folder->result(study_member(plan, 0))) << text;
    }
}

}  // namespace
}  // namespace carom::test
