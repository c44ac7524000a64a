// Benchmarks, measurements and long runs: carom_bench VERB. What is timed is checked as well: the exit code
// is 1 when Carom is wrong, 2 after a request that cannot be met.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iterator>
#include <vector>

#include "failures.hpp"
#include "verbs.hpp"

namespace carom::bench {
namespace {

constexpr int kWrong = 1;
constexpr int kRefused = 2;

struct Verb {
    const char* name;
    const char* what;
    Work (*add)(CLI::App& app);
    int failure;  ///< exit code after anything else, such as a file that cannot be written
};

constexpr Verb kVerbs[]{
    {"pair", "Times sweeps beside the textbook listing and checks every answer.", pair_verb, 3},
    {"frame", "Times the search for all contacts of a frame and checks every contact.", frame_verb, 3},
    {"engine", "Times the event engine and checks energy, contacts and pressure.", engine_verb, 3},
    {"worlds",
     "Times the event engine in thin gases, under gravity, in shear and drift, and checks the events.",
     worlds_verb, 3},
    {"table", "Times shots on a billiard table and checks that nothing overlaps and no energy comes.",
     table_verb, 3},
    {"recording", "Measures what recording a gas of spheres costs, and checks the record.", recording_verb,
     2},
    {"accuracy", "Compares Carom and textbook forms with exact arithmetic on families of hard questions.",
     accuracy_verb, 3},
    {"physics", "Measures fluids and packings beside published values, and what measuring costs.",
     physics_verb, 2},
    {"long", "Follows a gas through very many collisions and checks that nothing gets worse.", long_verb, 2},
    {"campaign", "Tries random scenes against the plain engine and the checker.", campaign_verb, 2},
};

void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results())
            if (value.empty()) throw CLI::ValidationError(option->get_name(), "the value is empty");
    }
}

int told(const Verb& verb, const std::exception& error, const char* before, int code) {
    std::fprintf(stderr, "carom_bench %s: %s%s\n", verb.name, before, error.what());
    return code;
}

int exit_code_of(const Verb& verb, const Work& work) {
    try {
        return work();
    } catch (const Wrong& error) {
        return told(verb, error, "WRONG: ", kWrong);
    } catch (const Refused& error) {
        return told(verb, error, "", kRefused);
    } catch (const std::exception& error) {
        return told(verb, error, "", verb.failure);
    }
}

int run(int argc, char** argv) {
    CLI::App app("Benchmarks, measurements and long runs of Carom. VERB --help lists the options of each.");
    app.require_subcommand(1);
    std::vector<Work> work;
    for (const Verb& verb : kVerbs) work.push_back(verb.add(*app.add_subcommand(verb.name, verb.what)));
    try {
        app.parse(argc, argv);
        refuse_empty_values(*app.get_subcommands().front());
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kRefused;
    }
    for (std::size_t i = 0; i < std::size(kVerbs); ++i)
        if (app.got_subcommand(kVerbs[i].name)) return exit_code_of(kVerbs[i], work[i]);
    return kRefused;
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
    return carom::bench::run(argc, argv);
}
