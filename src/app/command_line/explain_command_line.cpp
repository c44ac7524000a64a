// The command line of `carom explain`.
#include <cmath>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {
namespace {

CLI::Validator a_mass() {
    return number_that<double>([](double m) { return m >= 1e-100 && (m <= 1e100 || std::isinf(m)); },
                               "a number from 1e-100 to 1e100, or inf for an immovable ball");
}

}  // namespace

CLI::App& add_explain(CLI::App& app, ExplainTexts& texts) {
    CLI::App& explain = add_command(app, "explain", "Say when, where and how balls meet, with every number");
    explain
        .add_option("A", texts.options.a,
                    "A ball, \"x y r vx vy\" or \"x y z r vx vy vz\"; a scene file with two balls, - for "
                    "standard input; or shots on a table: a scene, a bundled one, or the "
                    "directory of a run")
        ->required()
        ->type_name("");
    explain.add_option("B", texts.options.b, "The other ball")->type_name("");
    explain.add_option("-o,--output", texts.options.file, kPicture)->type_name("FILE");
    add_format(explain, texts.options.format);
    explain.add_option("--frame", texts.frame, "How long the frame lasts (default 1)")
        ->type_name("T")
        ->check(number_that<double>([](double t) { return t >= 1e-100 && t <= 1e100; },
                                    "a number from 1e-100 to 1e100"));
    explain.add_option("--mass-a", texts.mass_a, "Mass of a (default 1, or the scene's); inf: immovable")
        ->type_name("M")
        ->check(a_mass());
    explain.add_option("--mass-b", texts.mass_b, "Mass of b, likewise")->type_name("M")->check(a_mass());
    explain
        .add_option("--restitution", texts.restitution,
                    "Restitution of the bounce (default 1, or the scene's)")
        ->type_name("E")
        ->check(number_that<double>([](double e) { return e >= 0 && e <= 1; }, "a number from 0 to 1"));
    const auto add_number = [&](const char* name, std::string& text, const char* description) {
        explain.add_option(name, text, description)
            ->type_name("N")
            ->check(number_that<std::size_t>([](std::size_t n) { return n > 0; }, kCount));
    };
    add_number("--shot", texts.shot, "On a table: this shot (default 1)");
    add_number("--event", texts.event,
               "On a table: explain this event of the shot, by its number in the list");
    return explain;
}

ExplainOptions finished(const ExplainTexts& texts) {
    ExplainOptions options = texts.options;
    options.mass_a = parse<double>(texts.mass_a);
    options.mass_b = parse<double>(texts.mass_b);
    options.restitution = parse<double>(texts.restitution);
    options.shot = parse<std::size_t>(texts.shot);
    options.event = parse<std::size_t>(texts.event);
    options.frame = parse<double>(texts.frame).value_or(options.frame);
    return options;
}

}  // namespace carom::app
