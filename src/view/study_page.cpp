#include "view/study_page.hpp"

#include <nlohmann/json.hpp>

#include "view/assets.hpp"
#include "view/page_frame.hpp"

namespace carom::view {
namespace {

using Json = nlohmann::ordered_json;

/// JSON that may stand inside a <script>.
std::string data_of(const StudyPlan& plan, const std::vector<StudyMean>& means, const std::string& facts) {
    Json json{{"name", plan.name}, {"facts", facts}, {"parameters", Json::array()}, {"rows", Json::array()}};
    for (const StudyParameter& parameter : plan.parameters) json["parameters"].push_back(parameter.key);
    for (const StudyMean& mean : means) {
        Json values = Json::array();
        for (const std::string& value : mean.values) values.push_back(plain_value(value));
        json["rows"].push_back({{"values", values},
                                {"quantity", mean.quantity},
                                {"mean", mean.mean},
                                {"error", mean.error ? Json(*mean.error) : Json()},
                                {"seeds", mean.seeds}});
    }
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; at += 6)
        text.replace(at, 1, "\\u003c");
    return text;
}

}  // namespace

std::string study_page(const StudyPlan& plan, const std::vector<StudyMean>& means, const std::string& facts) {
    std::string_view frame = study_frame();
    std::string page(up_to_mark(frame, "data"));
    page += data_of(plan, means, facts);
    page += up_to_mark(frame, "notice");
    page += chart_notice();
    page += up_to_mark(frame, "library");
    page += chart_library();
    page += up_to_mark(frame, "script");
    page += study_script();
    page += frame;
    return page;
}

}  // namespace carom::view
