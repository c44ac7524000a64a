// The options of `carom view`.
#include <cmath>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {

CLI::App& add_view(CLI::App& app, ViewTexts& texts) {
    CLI::App& view = add_command(app, "view", "Write a page that plays a trajectory in a browser");
    view.add_option("DIR", texts.options.source, "Directory of a run, or its trajectory file")
        ->required()
        ->type_name("")
        ->check(no_stream(kTrajectoryIsFile));
    view.add_option("-o,--output", texts.page,
                    "Page to write; default: view.html beside the trajectory; - is standard output")
        ->type_name("HTML");
    const auto time = number_that<double>([](double t) { return std::isfinite(t) && t >= 0; }, kMeasure);
    view.add_option("--from", texts.from, kFrom)->type_name("T")->check(time);
    view.add_option("--to", texts.to, kTo)->type_name("T")->check(time);
    view.add_option("--most-records", texts.most_records, "End before there are more than N; default 200000")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0 && n <= view::kMostRecords; },
                                           "a whole number from 1 to 4000000"));
    return view;
}

CLI::App& add_play(CLI::App& app, PlayOptions& options) {
    CLI::App& play = add_command(
        app, "play", "Write a page on which you play on a table, or change another scene, and open it");
    play.add_option("SCENE", options.scene,
                    "Scene file, or a bundled scene; default: two balls on a pool table")
        ->type_name("")
        ->check(no_stream("the scene of a page is read from a file"));
    play.add_option("-o,--output", options.page, "Page to write; default: play.html; - is standard output")
        ->type_name("HTML");
    play.add_flag("--no-browser", options.no_browser, "Only write the page");
    return play;
}

ViewOptions finished(const ViewTexts& texts) {
    ViewOptions options = texts.options;
    if (!texts.page.empty()) options.page = texts.page;
    view::Window& window = options.window;
    window.from = parse<double>(texts.from).value_or(window.from);
    window.to = parse<double>(texts.to).value_or(window.to);
    window.most_records = parse<std::uint64_t>(texts.most_records).value_or(window.most_records);
    return options;
}

}  // namespace carom::app
