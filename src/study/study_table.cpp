#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/study/study_folder.hpp"
#include "study/table_cell.hpp"

namespace carom {
namespace {

std::string keys_of(const StudyPlan& plan) {
    std::string line;
    for (const StudyParameter& parameter : plan.parameters) line += detail::table_cell(parameter.key) + ",";
    return line;
}

std::string values_of(const std::vector<std::string>& values) {
    std::string line;
    for (const std::string& value : values) line += detail::table_cell(plain_value(value)) + ",";
    return line;
}

/// All names, in the order in which they come up.
std::vector<std::string> names_in(const StudyResult* begin, const StudyResult* end) {
    std::vector<std::string> names;
    for (; begin != end; ++begin) {
        for (const StudyNumber& number : begin->numbers) {
            if (std::find(names.begin(), names.end(), number.name) == names.end())
                names.push_back(number.name);
        }
    }
    return names;
}

const StudyNumber* number_in(const StudyResult& result, const std::string& name) {
    const auto found = std::find_if(result.numbers.begin(), result.numbers.end(),
                                    [&](const StudyNumber& number) { return number.name == name; });
    return found == result.numbers.end() ? nullptr : &*found;
}

StudyMean mean_of(const std::string& name, const StudyResult* begin, const StudyResult* end) {
    StudyMean mean;
    mean.quantity = name;
    double sum = 0;
    for (const auto* each = begin; each != end; ++each) {
        if (const auto* const number = number_in(*each, name)) {
            sum += number->value;
            ++mean.seeds;
            mean.error = number->error;
        }
    }
    const double count = static_cast<double>(mean.seeds);
    mean.mean = sum / count;
    if (mean.seeds < 2) return mean;
    double squares = 0;
    for (const auto* each = begin; each != end; ++each) {
        if (const auto* const number = number_in(*each, name))
            squares += std::pow(number->value - mean.mean, 2);
    }
    mean.error = std::sqrt(squares / (count * (count - 1)));
    return mean;
}

}  // namespace

std::string plain_value(const std::string& value) {
    return value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

std::vector<StudyMean> means_of(const StudyPlan& plan, const std::vector<StudyResult>& results) {
    const std::size_t seeds = std::max<std::size_t>(plan.seeds.size(), 1);
    std::vector<StudyMean> means;
    for (std::size_t first = 0; first < results.size(); first += seeds) {
        const StudyResult* const begin = results.data() + first;
        const std::vector<std::string> values = study_member(plan, first).values;
        for (const std::string& name : names_in(begin, begin + seeds)) {
            means.push_back(mean_of(name, begin, begin + seeds));
            means.back().values = values;
        }
    }
    return means;
}

std::string members_csv(const StudyPlan& plan, const std::vector<StudyResult>& results) {
    const auto names = names_in(results.data(), results.data() + results.size());
    std::string text = keys_of(plan) + "seed,events,simulated_time,ended";
    for (const std::string& name : names) text += fmt::format(",{0},{0}.error", name);
    text += "\n";
    for (std::size_t k = 0; k < results.size(); ++k) {
        const StudyMember member = study_member(plan, k);
        text += values_of(member.values) + (member.seed ? fmt::format("{}", *member.seed) : "") +
                fmt::format(",{},{},{}", results[k].events, results[k].simulated_time, results[k].ended);
        for (const std::string& name : names) {
            const auto* const number = number_in(results[k], name);
            text += number == nullptr ? ",," : fmt::format(",{},", number->value);
            if (number != nullptr && number->error) text += fmt::format("{}", *number->error);
        }
        text += "\n";
    }
    return text;
}

std::string means_csv(const StudyPlan& plan, const std::vector<StudyMean>& means) {
    std::string text = keys_of(plan) + "quantity,mean,error,seeds\n";
    for (const StudyMean& mean : means) {
        text += values_of(mean.values) + fmt::format("{},{},{},{}\n", mean.quantity, mean.mean,
                                                     mean.error ? fmt::format("{}", *mean.error) : "",
                                                     mean.seeds);
    }
    return text;
}

}  // namespace carom
