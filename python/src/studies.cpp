// Parameter studies: the members one by one; threads and clusters are Python's.
#include <atomic>
#include <optional>

#include "carom/study/study_folder.hpp"
#include "common.hpp"
#include "pages.hpp"

namespace carom::python {
namespace {

using Number = std::tuple<std::string, double, std::optional<double>>;
/// A result that can be pickled.
using Plain = std::tuple<std::uint64_t, double, std::string, std::vector<Number>>;

Plain plain(const StudyResult& result) {
    std::vector<Number> numbers;
    for (const StudyNumber& number : result.numbers)
        numbers.emplace_back(number.name, number.value, number.error);
    return {result.events, result.simulated_time, result.ended, std::move(numbers)};
}

StudyResult from_plain(const Plain& plain) {
    StudyResult result;
    std::vector<Number> numbers;
    std::tie(result.events, result.simulated_time, result.ended, numbers) = plain;
    for (auto& [name, value, error] : numbers) result.numbers.push_back({std::move(name), value, error});
    return result;
}

class Study {
public:
    Study(std::string scene, std::string name,
          std::vector<std::pair<std::string, std::vector<std::string>>> values,
          std::vector<std::uint64_t> seeds, std::optional<double> until, std::optional<std::uint64_t> events,
          double after) {
        plan_.scene = std::move(scene);
        plan_.name = std::move(name);
        for (auto& [key, list] : values) plan_.parameters.push_back({std::move(key), std::move(list)});
        plan_.seeds = std::move(seeds);
        plan_.limits = {until, events};
        plan_.after = after;
        if (const auto faults = faults_of(plan_)) raise_scene_error(faults->lines);
    }

    std::uint64_t count() const { return member_count(plan_); }

    std::pair<std::vector<std::string>, std::optional<std::uint64_t>> member(std::uint64_t k) const {
        const StudyMember found = study_member(plan_, k);
        return {found.values, found.seed};
    }

    /// Nothing when it was stopped.
    std::optional<Plain> run(std::uint64_t k) {
        Signals signals;
        std::optional<Result<std::optional<StudyResult>, SceneFaults>> result;
        {
            const py::gil_scoped_release release;
            result.emplace(run_member(plan_, study_member(plan_, k),
                                      [&](double) { return !stopped_ && signals.go_on(); }));
        }
        signals.raise();
        if (!*result) raise_scene_error(result->error().lines);
        if (!**result) return {};
        return plain(***result);
    }

    void stop() { stopped_ = true; }

    void open(const std::string& directory) {
        auto folder = StudyFolder::open(directory, plan_);
        if (!folder) raise_file_error(folder.error());
        folder_ = std::move(*folder);
    }

    std::optional<Plain> kept(std::uint64_t k) const {
        const auto result = folder_->result(study_member(plan_, k));
        if (!result) return {};
        return plain(*result);
    }

    /// The file of a member that is there and damaged.
    std::optional<std::string> damaged(std::uint64_t k) const {
        const auto file = folder_->damaged_file(study_member(plan_, k));
        return file ? std::optional(file->string()) : std::nullopt;
    }

    void keep(std::uint64_t k, const Plain& result) const {
        if (const auto failure = folder_->keep(study_member(plan_, k), from_plain(result)))
            raise_file_error(*failure);
    }

    /// (values, quantity, mean, error, seeds) of each combination.
    py::list means(const std::vector<Plain>& results) const {
        py::list list;
        for (const StudyMean& mean : means_of(plan_, from_plain_all(results)))
            list.append(py::make_tuple(mean.values, mean.quantity, mean.mean, mean.error, mean.seeds));
        return list;
    }

    /// The two tables as texts.
    std::pair<std::string, std::string> tables(const std::vector<Plain>& results) const {
        const auto all = from_plain_all(results);
        return {members_csv(plan_, all), means_csv(plan_, means_of(plan_, all))};
    }

    std::string page(const std::vector<Plain>& results, const std::string& title,
                     const std::string& facts) const {
        return study_page(named(title), means_of(plan_, from_plain_all(results)), facts);
    }

    std::string picture(const std::vector<Plain>& results, const std::string& title) const {
        return curves_svg(named(title), means_of(plan_, from_plain_all(results)));
    }

private:
    StudyPlan named(const std::string& title) const {
        StudyPlan plan = plan_;
        plan.name = title;
        return plan;
    }

    static std::vector<StudyResult> from_plain_all(const std::vector<Plain>& results) {
        std::vector<StudyResult> all;
        for (const Plain& each : results) all.push_back(from_plain(each));
        return all;
    }

    StudyPlan plan_;
    std::optional<StudyFolder> folder_;
    std::atomic<bool> stopped_{false};
};

}  // namespace

void add_studies(py::module_& module) {
    py::class_<Study>(module, "Study")
        .def(py::init<std::string, std::string, std::vector<std::pair<std::string, std::vector<std::string>>>,
                      std::vector<std::uint64_t>, std::optional<double>, std::optional<std::uint64_t>,
                      double>())
        .def("count", &Study::count)
        .def("member", &Study::member)
        .def("run", &Study::run)
        .def("stop", &Study::stop)
        .def("open", &Study::open)
        .def("kept", &Study::kept)
        .def("damaged", &Study::damaged)
        .def("keep", &Study::keep)
        .def("means", &Study::means)
        .def("tables", &Study::tables)
        .def("page", &Study::page)
        .def("picture", &Study::picture);
}

}  // namespace carom::python
