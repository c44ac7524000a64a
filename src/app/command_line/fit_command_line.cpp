// The command line of carom fit.
#include "app/command_line/command_line_parts.hpp"
#include "app/fit/fit_parameters.hpp"

namespace carom::app {

CLI::App& add_fit(CLI::App& app, FitTexts& texts) {
    CLI::App& fit =
        add_command(app, "fit", "Find the properties of balls and cloth that recorded shots show");
    FitOptions& options = texts.options;
    fit.add_option(
           "SCENE", options.scene,
           "Scene file with a table, or a bundled one: the balls, the shots, and numbers to start from")
        ->required()
        ->type_name("")
        ->check(no_stream("a scene to fit is read more than once: name its file"));
    fit.add_option(
           "RECORD", options.record,
           "CSV with a line for each ball and instant: time, ball or name, x, y, and shot if there are "
           "several")
        ->required()
        ->type_name("");
    options.parameters = {"speed", "direction", "sliding_friction", "rolling_friction"};
    fit.add_option("--fit", options.parameters,
                   "What is fitted (default speed,direction,sliding_friction,rolling_friction)")
        ->delimiter(',')
        ->type_name("NAME,...");
    fit.add_option("--place-error", texts.place_error,
                   "Standard deviation of a recorded x or y, in metres (default: from the fit)")
        ->type_name("M")
        ->check(
            number_that<double>([](double x) { return x >= 1e-12 && x <= 10; }, "a number from 1e-12 to 10"));
    CLI::Option* const print = fit.add_flag("--scene", options.print,
                                            "Print the scene file with the fitted numbers, and nothing else");
    fit.add_option("-o,--output", options.json, "File to write the numbers to (JSON)")
        ->type_name("FILE")
        ->check(no_stream("name a file"))
        ->excludes(print);
    fit.footer("carom fit table.toml record.csv --fit speed,direction,up\n\nWhat can be fitted: " +
               parameter_words("\n") + ".\n\n" + kFooter);
    return fit;
}

FitOptions finished(const FitTexts& texts) {
    FitOptions options = texts.options;
    for (std::string& word : options.parameters) {
        word.erase(0, word.find_first_not_of(' '));
        word.erase(word.find_last_not_of(' ') + 1);
    }
    options.place_error = parse<double>(texts.place_error).value_or(0);
    return options;
}

}  // namespace carom::app
