/// \file
/// Parameter studies: a scene with many values of its numbers and many seeds, each combination simulated and
/// measured. How-to: docs/how_to/study.md. Tests: tests/study.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/scene_text/scene_faults.hpp"
#include "carom/scene_text/scene_file.hpp"

namespace carom {

/// A number of the scene, and what it is to be.
struct StudyParameter {
    std::string key;  ///< "TABLE.NAME", "TABLE[K].NAME" with K from 1, or "NAME" before all tables
    std::vector<std::string> values;  ///< as TOML
};

/// Reads "KEY=VALUES". VALUES are parted by commas; FIRST:LAST:STEP stands for FIRST, FIRST + STEP and so on
/// up to LAST. A word that is no TOML is taken as a string. The error is one line for people.
Result<StudyParameter, std::string> parse_study_parameter(std::string_view text);

/// The value without the quotes of TOML, for tables.
std::string plain_value(const std::string& value);

/// Reads seeds: whole numbers and ranges FIRST:LAST, parted by commas. At most a million of them.
Result<std::vector<std::uint64_t>, std::string> parse_seeds(std::string_view text);

/// What is simulated.
struct StudyPlan {
    std::string scene;  ///< the text of a scene file without a table `[table]`
    std::string name;   ///< of the scene file, for messages; imports lie in its directory
    std::vector<StudyParameter> parameters;  ///< all combinations are run
    std::vector<std::uint64_t> seeds;        ///< none: the scene's own seed
    RunLimits limits;                        ///< none: those of the scene; where it has none either, time 10
    double after = 0;  ///< measure from this time on, where it is later than the scene says
};

/// One combination.
struct StudyMember {
    std::vector<std::string> values;    ///< one for each parameter
    std::optional<std::uint64_t> seed;  ///< of all generators; empty: the scene's own
};

/// How many combinations there are.
std::uint64_t member_count(const StudyPlan& plan);
/// Number k of them, from 0 on. The seed changes fastest, then the last parameter.
StudyMember study_member(const StudyPlan& plan, std::uint64_t k);

/// What is wrong with the text of the scene, the keys, the values, or the number of combinations (at most ten
/// million); empty if nothing is. It makes the text of a scene, but no balls.
std::optional<SceneFaults> faults_of(const StudyPlan& plan);

/// A measured number of one member.
struct StudyNumber {
    std::string name;             ///< such as "pressure.z_virial"; `carom measure` has the same names
    double value = 0;             ///< the mean over the run
    std::optional<double> error;  ///< its standard error within the run
};

/// What one member gave.
struct StudyResult {
    std::vector<StudyNumber> numbers;  ///< in the order of `carom measure`
    std::uint64_t events = 0;          ///< impacts
    double simulated_time = 0;         ///< in the unit of the scene
    std::string ended;                 ///< "time", "events", "no more events", "jammed" or "nothing in sight"
};

/// Simulates and measures one member, without files. Nothing when `goes_on`, which gets the share that is
/// done, says no. Scenes that do not say what to measure get all that gives single numbers. The bits depend
/// on the plan and the member only.
Result<std::optional<StudyResult>, SceneFaults> run_member(const StudyPlan& plan, const StudyMember& member,
                                                           const std::function<bool(double)>& goes_on = {});

}  // namespace carom
