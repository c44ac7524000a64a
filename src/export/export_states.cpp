#include "carom/export/export_states.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "export/states_gltf.hpp"
#include "export/states_gsd.hpp"
#include "export/states_text.hpp"
#include "export/states_vtk.hpp"

namespace carom {
namespace {

using namespace detail;

/// Between two questions whether to go on.
constexpr std::uint64_t kStride = 4096;

constexpr const char* kStopped = "the export was stopped";

template <int N>
using AnyStates = std::variant<CsvStates<N>, XyzStates<N>, GsdStates<N>, VtkStates<N>, GltfStates<N>>;

template <class States, int N>
Result<AnyStates<N>, FileError> create(const std::filesystem::path& path, const TrajectoryStart<N>& start,
                                       const Instants& instants) {
    auto states = States::create(path, start, instants);
    if (!states) return states.error();
    return AnyStates<N>(std::move(*states));
}

template <int N>
Result<AnyStates<N>, FileError> create_states(const StateFile& file, const TrajectoryStart<N>& start,
                                              const Instants& instants) {
    if (file.path == standard_output && !is_one_file(file.format))
        return FileError{"this format is more than one file, and cannot go to standard output"};
    switch (file.format) {
        case StateFormat::csv:
            return create<CsvStates<N>>(file.path, start, instants);
        case StateFormat::extended_xyz:
            return create<XyzStates<N>>(file.path, start, instants);
        case StateFormat::gsd:
            return create<GsdStates<N>>(file.path, start, instants);
        case StateFormat::vtk:
            return create<VtkStates<N>>(file.path, start, instants);
        case StateFormat::gltf:
            break;
    }
    return create<GltfStates<N>>(file.path, start, instants);
}

template <int N>
class Export {
public:
    Export(Playback<N>& playback, const std::function<bool(const ExportProgress&)>& go_on)
        : playback_(playback), go_on_(go_on) {}

    std::optional<FileError> run(const Instants& instants, const std::vector<StateFile>& files) {
        for (const StateFile& file : files) {
            auto states = create_states(file, playback_.start(), instants);
            if (!states) return states.error();
            states_.push_back(std::move(*states));
        }
        for (auto& states : states_) {
            auto* const gsd = std::get_if<GsdStates<N>>(&states);
            while (gsd != nullptr && gsd->put_some_of_index()) {
                if (go_on_ && !go_on_(progress_)) return FileError{kStopped};
            }
        }
        for (; progress_.instants < instants.count(); ++progress_.instants) {
            if (auto failure = add(instants[progress_.instants])) return failure;
        }
        for (auto& states : states_) {
            if (auto failure = std::visit([](auto& s) { return s.commit(); }, states)) return failure;
        }
        return {};
    }

private:
    std::optional<FileError> add(double seconds) {
        do {
            if (go_on_ && !go_on_(progress_)) return FileError{kStopped};
        } while (some_events_until(seconds));
        if (playback_.fault()) return playback_.fault();
        if (playback_.seconds(playback_.now()) < seconds) {
            return FileError{fmt::format("the trajectory ends at time {}, before the instant {}",
                                         playback_.seconds(playback_.now()), seconds)};
        }
        for (auto& states : states_) {
            auto failure = std::visit(
                [&](auto& s) {
                    s.add(playback_, seconds);
                    return s.failure();
                },
                states);
            if (failure) return failure;
        }
        return {};
    }

    /// True when there may be more.
    bool some_events_until(double seconds) {
        for (std::uint64_t k = 0; k < kStride; ++k) {
            if (!playback_.next_until(seconds)) return false;
            ++progress_.events;
        }
        return true;
    }

    Playback<N>& playback_;
    const std::function<bool(const ExportProgress&)>& go_on_;
    std::vector<AnyStates<N>> states_;
    ExportProgress progress_;
};

}  // namespace

ExportSize size_of_states(StateFormat format, std::uint64_t balls, int dimension, std::uint64_t instants) {
    constexpr double csv = 46, xyz = 42, xyz_head = 150;  // csv and xyz of a ball and dimension
    const double states = static_cast<double>(balls) * static_cast<double>(instants);
    switch (format) {
        case StateFormat::csv:
            return {csv * dimension * states, 1};
        case StateFormat::extended_xyz:
            return {xyz * dimension * states + xyz_head * static_cast<double>(instants), 1};
        case StateFormat::gsd:
            return size_of_gsd(balls, instants);
        case StateFormat::vtk:
            return size_of_vtk(balls, instants);
        case StateFormat::gltf:
            break;
    }
    return {3 * sizeof(float) * states, 1};
}

template <int N>
std::optional<FileError> export_states(Playback<N>& playback, const Instants& instants,
                                       const std::vector<StateFile>& files,
                                       const std::function<bool(const ExportProgress&)>& go_on) {
    return Export<N>(playback, go_on).run(instants, files);
}

template std::optional<FileError> export_states(Playback<2>&, const Instants&, const std::vector<StateFile>&,
                                                const std::function<bool(const ExportProgress&)>&);
template std::optional<FileError> export_states(Playback<3>&, const Instants&, const std::vector<StateFile>&,
                                                const std::function<bool(const ExportProgress&)>&);

}  // namespace carom
