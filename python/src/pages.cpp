#include "pages.hpp"

#include <limits>
#include <optional>
#include <variant>

#include "common.hpp"
#ifdef CAROM_HAS_PAGES
#include "view/assets.hpp"
#include "view/page_file.hpp"
#include "view/shot_excerpt.hpp"
#include "view/study_page.hpp"
#endif

namespace carom::python {
namespace {

[[noreturn]] void not_built(const char* what) {
    PyErr_SetString(PyExc_NotImplementedError, what);
    throw py::error_already_set();
}

}  // namespace

#ifdef CAROM_HAS_PAGES

namespace {

/// The page of a recorded run, or of recorded shots.
std::string trajectory_page(const std::string& path, double from, std::optional<double> to,
                            std::uint64_t most_records) {
    const view::Window window{from, to.value_or(std::numeric_limits<double>::infinity()), most_records};
    Signals signals;
    auto excerpt = [&] {
        const py::gil_scoped_release release;
        return view::read_excerpt(path, window, [&](double) { return signals.go_on(); });
    }();
    signals.raise();
    if (!excerpt) {
        if (excerpt.error().cause == view::ExcerptFault::Cause::window)
            throw std::invalid_argument(excerpt.error().message);
        raise_file_error(FileError{excerpt.error().message});
    }
    return std::visit([](const auto& each) { return view::page_text(each, view::WithEngine::no); },
                      excerpt->value());
}

}  // namespace

std::string shot_page(const billiards::TableScene& scene, const PlayedShot& shot, bool play) {
    if (play && view::page_engine().empty()) not_built("this build of carom has no engine for pages");
    view::ShotExcerptCollector collector(scene, {});
    collector.take(shot);
    return view::page_text(collector.finish(), play ? view::WithEngine::yes : view::WithEngine::no);
}

std::string study_page(const StudyPlan& plan, const std::vector<StudyMean>& means, const std::string& facts) {
    return view::study_page(plan, means, facts);
}

void add_pages(py::module_& module) {
    module.def("page", &trajectory_page);
}

#else

namespace {

[[noreturn]] void no_pages() {
    not_built("this build of carom makes no pages: esbuild or Chart.js was not installed");
}

}  // namespace

std::string shot_page(const billiards::TableScene&, const PlayedShot&, bool) {
    no_pages();
}

std::string study_page(const StudyPlan&, const std::vector<StudyMean>&, const std::string&) {
    no_pages();
}

void add_pages(py::module_& module) {
    module.def("page", [](const std::string&, double, std::optional<double>, std::uint64_t) { no_pages(); });
}

#endif

}  // namespace carom::python
