#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "carom/study/study.hpp"
#include "scene_text/placed_faults.hpp"
#include "study/member_scene.hpp"
#include "study/same_values.hpp"

namespace carom {
namespace {

constexpr std::uint64_t kMostValues = 1'000'000;
constexpr std::uint64_t kMostMembers = 10'000'000;

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) return {};
    return number;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// At this sign, where it is in no brackets and no string.
std::vector<std::string_view> parted(std::string_view text, char sign) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    char quote = 0;
    for (std::size_t k = 0; k <= text.size(); ++k) {
        const char c = k < text.size() ? text[k] : sign;
        if (quote != 0 && k < text.size()) {
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
        } else if (k == text.size() || (c == sign && depth <= 0)) {
            parts.push_back(trimmed(text.substr(begin, k - begin)));
            begin = k + 1;
        }
    }
    return parts;
}

/// Numbers after the decimal point.
int decimals_of(std::string_view text) {
    const std::size_t point = text.find('.');
    return point == std::string_view::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

/// FIRST:LAST:STEP; the numbers are decimals as they are written, without the errors of adding doubles.
Result<std::vector<std::string>, std::string> range_of(std::string_view text) {
    const auto parts = parted(text, ':');
    const auto bad = [&] {
        return fmt::format("'{}' is no range: write FIRST:LAST:STEP with STEP > 0", text);
    };
    if (parts.size() != 3) return bad();
    std::array<double, 3> numbers{};
    bool is_plain = true;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto number = number_in<double>(parts[k]);
        if (!number || !std::isfinite(*number)) return bad();
        numbers[k] = *number;
        is_plain = is_plain && parts[k].find_first_of("eE") == std::string_view::npos;
    }
    const auto [first, last, step] = numbers;
    if (!(step > 0) || last < first) return bad();
    const double steps = std::floor((last - first) / step + 1e-9);
    if (!(steps < static_cast<double>(kMostValues)))
        return fmt::format("'{}' has more than {} values", text, kMostValues);
    const int decimals = std::max(decimals_of(parts[0]), decimals_of(parts[2]));
    std::vector<std::string> values;
    for (std::uint64_t k = 0; k <= static_cast<std::uint64_t>(steps); ++k) {
        const double value = first + static_cast<double>(k) * step;
        values.push_back(is_plain ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.12g}", value));
    }
    return values;
}

/// One value, and nothing else: no comment, no second key.
bool is_toml(std::string_view text) {
    const auto tree = detail::parse_toml(fmt::format("x = [{}]\n", text));
    if (!tree || text.find('\n') != text.npos) return false;
    const auto& entries = *tree->as<detail::TomlNode::Table>();
    const auto* const array = entries[0].node.as<detail::TomlNode::Array>();
    return entries.size() == 1 && array != nullptr && array->size() == 1;
}

/// The value as TOML: words without quotes are strings.
std::string as_toml(std::string_view text) {
    return is_toml(text) ? std::string(text) : fmt::format("\"{}\"", text);
}

bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
}

}  // namespace

namespace detail {

Result<SceneChange, std::string> place_of(const std::string& key) {
    const std::size_t dot = key.rfind('.');
    SceneChange change;
    change.key = dot == std::string::npos ? key : key.substr(dot + 1);
    change.table = dot == std::string::npos ? "" : key.substr(0, dot);
    const std::size_t bracket = change.table.find('[');
    if (bracket != std::string::npos) {
        const std::string_view number = std::string_view(change.table).substr(bracket + 1);
        const auto entry = number_in<std::size_t>(number.substr(0, number.size() - 1));
        if (!number.ends_with(']') || !entry || *entry < 1)
            return fmt::format("'{}': write the number of the entry in brackets, from 1 on", key);
        change.entry = *entry - 1;
        change.table.resize(bracket);
    }
    if (!is_name(change.key) || (dot != std::string::npos && !is_name(change.table)))
        return fmt::format("'{}' is no key: write TABLE.NAME, TABLE[K].NAME or NAME", key);
    return change;
}

std::vector<SceneChange> changes_of(const StudyPlan& plan, const StudyMember& member) {
    std::vector<SceneChange> changes;
    for (std::size_t k = 0; k < plan.parameters.size(); ++k) {
        SceneChange change = *place_of(plan.parameters[k].key);
        change.value = member.values[k];
        changes.push_back(std::move(change));
    }
    return changes;
}

}  // namespace detail

Result<StudyParameter, std::string> parse_study_parameter(std::string_view text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos) return fmt::format("'{}': write KEY=VALUES", text);
    StudyParameter parameter;
    parameter.key = trimmed(text.substr(0, sign));
    if (const auto place = detail::place_of(parameter.key); !place) return place.error();
    for (const std::string_view part : parted(text.substr(sign + 1), ',')) {
        if (part.empty()) return fmt::format("'{}': a value is empty", text);
        const bool is_range =
            part.find(':') != std::string_view::npos && part.find_first_of("\"'[{") == part.npos;
        if (!is_range) {
            parameter.values.push_back(as_toml(part));
            continue;
        }
        auto values = range_of(part);
        if (!values) return values.error();
        parameter.values.insert(parameter.values.end(), values->begin(), values->end());
    }
    if (const std::string why = detail::fault_of_same(parameter.values); !why.empty())
        return fmt::format("'{}': {}", text, why);
    return parameter;
}

Result<std::vector<std::uint64_t>, std::string> parse_seeds(std::string_view text) {
    std::vector<std::uint64_t> seeds;
    for (const std::string_view part : parted(text, ',')) {
        const auto ends = parted(part, ':');
        const auto first = number_in<std::uint64_t>(ends[0]);
        const auto last = number_in<std::uint64_t>(ends.back());
        if (ends.size() > 2 || !first || !last || *last < *first)
            return fmt::format("'{}' are no seeds: write whole numbers or FIRST:LAST", part);
        if (*last - *first >= kMostValues - seeds.size())
            return fmt::format("more than {} seeds", kMostValues);
        for (std::uint64_t k = 0; k <= *last - *first; ++k) seeds.push_back(*first + k);
    }
    auto sorted = seeds;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) return fmt::format("seed {} is there twice", *twice);
    return seeds;
}

std::uint64_t member_count(const StudyPlan& plan) {
    std::uint64_t count = std::max<std::size_t>(plan.seeds.size(), 1);
    for (const StudyParameter& parameter : plan.parameters) {
        // Beyond what is allowed the number does not matter.
        if (count > kMostMembers) return count;
        count *= parameter.values.size();
    }
    return count;
}

StudyMember study_member(const StudyPlan& plan, std::uint64_t k) {
    StudyMember member;
    if (!plan.seeds.empty()) {
        member.seed = plan.seeds[k % plan.seeds.size()];
        k /= plan.seeds.size();
    }
    member.values.resize(plan.parameters.size());
    for (std::size_t p = plan.parameters.size(); p-- > 0;) {
        const auto& values = plan.parameters[p].values;
        member.values[p] = values[k % values.size()];
        k /= values.size();
    }
    return member;
}

namespace {

/// Why these values cannot be set; empty when they can.
std::string fault_of_values(const StudyPlan& plan) {
    for (std::size_t p = 0; p < plan.parameters.size(); ++p) {
        const std::string& key = plan.parameters[p].key;
        if (const auto place = detail::place_of(key); !place) return place.error();
        if (plan.parameters[p].values.empty()) return fmt::format("{}: there is no value", key);
        for (std::size_t q = 0; q < p; ++q) {
            if (plan.parameters[q].key == key) return fmt::format("{} is set twice", key);
        }
    }
    const std::uint64_t count = member_count(plan);
    if (count > kMostMembers) return fmt::format("more than {} combinations", kMostMembers);
    // Whether a key can be set does not depend on the values; whether a value is TOML does.
    std::string text = plan.scene;
    std::string why = detail::change_scene(text, detail::changes_of(plan, study_member(plan, 0)));
    if (!why.empty()) return why;
    if (const auto tree = detail::parse_toml(text); !tree) return "this is not TOML: " + tree.error().message;
    for (const StudyParameter& parameter : plan.parameters) {
        for (const std::string& value : parameter.values) {
            if (!is_toml(value)) return fmt::format("{}: '{}' is no value of TOML", parameter.key, value);
        }
        if (const std::string same = detail::fault_of_same(parameter.values); !same.empty())
            return fmt::format("{}: {}", parameter.key, same);
    }
    return "";
}

}  // namespace

std::optional<SceneFaults> faults_of(const StudyPlan& plan) {
    if (const auto tree = detail::parse_toml(plan.scene, plan.name); !tree) return tree.error();
    const std::string why = fault_of_values(plan);
    if (why.empty()) return {};
    return SceneFaults{{plan.name + ": " + why}, {}};
}

}  // namespace carom
