#include "carom/c/simulations.h"

#include <cmath>
#include <functional>
#include <optional>

#include "c/call.hpp"
#include "c/columns.hpp"
#include "c/scene_object.hpp"
#include "carom/record/checkpoint.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/sim/simulation.hpp"

namespace carom::c {
namespace {

/// A simulation of either dimension, and what records it.
class Run {
public:
    virtual ~Run() = default;
    virtual carom_status copy(std::unique_ptr<Run>& to) const = 0;
    virtual carom_status save(const char* path) const = 0;
    virtual std::string saved() const = 0;
    virtual bool next(double until, carom_event* event, const std::function<bool()>& go_on) = 0;
    virtual void describe(carom_simulation_info& info) const = 0;
    virtual carom_status states(const carom_doubles_out* position,
                                const carom_doubles_out* velocity) const = 0;
    virtual carom_status record(const char* path) = 0;
    virtual carom_status finish() = 0;
};

template <int N>
void put_vec(const Vec<double, N>& from, double (&to)[3]) {
    for (int k = 0; k < 3; ++k) to[k] = k < N ? from[k] : 0;
}

std::vector<std::string> messages_of(const std::vector<Finding>& findings) {
    std::vector<std::string> messages;
    messages.reserve(findings.size());
    for (const Finding& finding : findings) messages.push_back(finding.message);
    return messages;
}

template <int N>
class RunOf : public Run {
public:
    RunOf(std::shared_ptr<const SceneFile> file, Simulation<N> simulation)
        : file_(std::move(file)), simulation_(std::move(simulation)) {}

    carom_status copy(std::unique_ptr<Run>& to) const override {
        auto other = Simulation<N>::resume(scene(), simulation_.saved_state());
        if (!other) return say(CAROM_INTERNAL_ERROR, messages_of(other.error().faults));
        to = std::make_unique<RunOf>(file_, std::move(*other));
        return CAROM_OK;
    }

    carom_status save(const char* path) const override {
        const auto failure = write_checkpoint(path, checkpoint());
        return failure ? say(*failure) : CAROM_OK;
    }

    std::string saved() const override { return checkpoint_bytes(checkpoint()); }

    bool next(double until, carom_event* event, const std::function<bool()>& go_on) override {
        const auto found = simulation_.next_event(until, go_on);
        if (!found) return false;
        if (writer_) writer_->write(*found);
        if (event != nullptr) tell(*found, *event);
        return true;
    }

    void describe(carom_simulation_info& info) const override {
        const Counts& counts = simulation_.counts();
        info = {};
        info.dimension = N;
        info.stop_reason = static_cast<int32_t>(simulation_.stop_reason());
        info.balls = simulation_.ball_count();
        info.now = simulation_.seconds(simulation_.now());
        info.kinetic_energy = simulation_.kinetic_energy();
        info.potential_energy = simulation_.potential_energy();
        put_vec(simulation_.momentum(), info.momentum);
        info.ball_ball = counts.ball_ball;
        info.ball_wall = counts.ball_wall;
        info.clusters = counts.clusters;
    }

    carom_status states(const carom_doubles_out* position, const carom_doubles_out* velocity) const override {
        const std::size_t balls = simulation_.ball_count();
        std::string fault = fault_of_vectors<N>(position, "position", balls);
        if (fault.empty()) fault = fault_of_vectors<N>(velocity, "velocity", balls);
        if (!fault.empty()) return bad(fault);
        for (std::size_t i = 0; i < balls; ++i) {
            if (position != nullptr) put_vector(position, i, simulation_.position_now(i));
            if (velocity != nullptr) put_vector(velocity, i, simulation_.velocity_now(i));
        }
        return CAROM_OK;
    }

    carom_status record(const char* path) override {
        if (writer_) return bad("the simulation is recorded already");
        if (simulation_.now() != Time{} || simulation_.counts().impacts() > 0)
            return bad("a recording begins at time 0");
        TrajectoryStart<N> start{scene(), simulation_.epoch_length()};
        start.scene.law.elastic_below = simulation_.elastic_below();
        auto writer = TrajectoryWriter<N>::create(path, start);
        if (!writer) return say(writer.error());
        writer_.emplace(std::move(*writer));
        return CAROM_OK;
    }

    carom_status finish() override {
        if (!writer_) return bad("the simulation is not recorded");
        const auto failure = writer_->close(simulation_.now());
        writer_.reset();
        return failure ? say(*failure) : CAROM_OK;
    }

private:
    Checkpoint<N> checkpoint() const {
        Checkpoint<N> saved{{}, simulation_.saved_state(), {}};
        saved.trajectory.blocks = 1;  // none belongs to it, and readers want one
        return saved;
    }

    const Scene<N>& scene() const { return *std::get_if<Scene<N>>(&file_->scene); }

    void tell(const Event<N>& from, carom_event& to) const {
        to = {};
        to.time = simulation_.seconds(from.time);
        to.kind = static_cast<int32_t>(from.kind);
        to.ball = from.ball;
        to.other = from.other;
        to.restitution = from.restitution;
        put_vec(from.ball_after.position, to.position);
        put_vec(from.ball_after.velocity, to.velocity);
        put_vec(from.other_after.position, to.other_position);
        put_vec(from.other_after.velocity, to.other_velocity);
    }

    std::shared_ptr<const SceneFile> file_;
    Simulation<N> simulation_;
    std::optional<TrajectoryWriter<N>> writer_;
};

struct SimulationObject : Object {
    static constexpr const char* kName = "simulation";
    std::unique_ptr<Run> run;
    carom_go_on on_wait = nullptr;
    void* context = nullptr;
};

template <int N>
carom_status make_run(const std::shared_ptr<const SceneFile>& file, const Scene<N>& scene,
                      const Caller& caller, std::unique_ptr<Run>& run) {
    auto simulation = Simulation<N>::create(scene, {}, caller.go_on());
    if (caller.stopped()) return stopped_by_caller();
    if (!simulation) return say(CAROM_BAD_INPUT, messages_of(simulation.error().faults));
    run = std::make_unique<RunOf<N>>(file, std::move(*simulation));
    return CAROM_OK;
}

template <int N>
carom_status resume_run(const std::shared_ptr<const SceneFile>& file, const Checkpoint<N>& saved,
                        std::unique_ptr<Run>& run) {
    const auto* const scene = std::get_if<Scene<N>>(&file->scene);
    if (scene == nullptr)
        return say(CAROM_BAD_INPUT, "the checkpoint is of a scene in " + std::to_string(N) + " dimensions");
    auto simulation = Simulation<N>::resume(*scene, saved.simulation);
    if (!simulation) return say(CAROM_BAD_INPUT, messages_of(simulation.error().faults));
    run = std::make_unique<RunOf<N>>(file, std::move(*simulation));
    return CAROM_OK;
}

constexpr const char* kBadUntil = "until: it must be a time >= 0";

carom_status give_run(carom_simulation** handle, std::unique_ptr<Run> run) {
    auto object = std::make_shared<SimulationObject>();
    object->run = std::move(run);
    return give(handle, std::move(object));
}

carom_status give_resumed(const SceneObject& object, const Result<AnyCheckpoint, FileError>& checkpoint,
                          carom_simulation** handle) {
    if (!checkpoint) return say(checkpoint.error());
    std::unique_ptr<Run> run;
    const carom_status status =
        std::visit([&](const auto& saved) { return resume_run(object.file, saved, run); }, *checkpoint);
    return status == CAROM_OK ? give_run(handle, std::move(run)) : status;
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_simulation_create(carom_scene* scene, carom_simulation** simulation) {
    return carom_simulation_create_asking(scene, nullptr, nullptr, simulation);
}

carom_status carom_simulation_create_asking(carom_scene* scene, carom_go_on go_on, void* context,
                                            carom_simulation** simulation) {
    return with<SceneObject>(scene, [&](const SceneObject& object) -> carom_status {
        if (simulation == nullptr) return bad(kNullPointer);
        std::unique_ptr<Run> run;
        const Caller caller(go_on, context);
        const carom_status status = std::visit(
            [&](const auto& each) { return make_run(object.file, each, caller, run); }, object.file->scene);
        return status == CAROM_OK ? give_run(simulation, std::move(run)) : status;
    });
}

carom_status carom_simulation_copy(carom_simulation* simulation, carom_simulation** copy) {
    return with<SimulationObject>(simulation, [&](const SimulationObject& object) -> carom_status {
        if (copy == nullptr) return bad(kNullPointer);
        std::unique_ptr<Run> run;
        const carom_status status = object.run->copy(run);
        return status == CAROM_OK ? give_run(copy, std::move(run)) : status;
    });
}

carom_status carom_simulation_save(carom_simulation* simulation, const char* path) {
    return with<SimulationObject>(simulation, [&](const SimulationObject& object) -> carom_status {
        return path == nullptr ? bad(kNullPointer) : object.run->save(path);
    });
}

carom_status carom_simulation_resume(carom_scene* scene, const char* path, carom_simulation** simulation) {
    return with<SceneObject>(scene, [&](const SceneObject& object) -> carom_status {
        if (path == nullptr || simulation == nullptr) return bad(kNullPointer);
        return give_resumed(object, carom::read_checkpoint(path), simulation);
    });
}

carom_status carom_simulation_save_bytes(carom_simulation* simulation, size_t capacity, void* bytes,
                                         size_t* size) {
    return with<SimulationObject>(simulation, [&](const SimulationObject& object) -> carom_status {
        if (size == nullptr || (bytes == nullptr && capacity > 0)) return bad(kNullPointer);
        const std::string saved = object.run->saved();
        *size = saved.size();
        if (saved.size() <= capacity) saved.copy(static_cast<char*>(bytes), saved.size());
        return CAROM_OK;
    });
}

carom_status carom_simulation_resume_bytes(carom_scene* scene, const void* bytes, size_t size,
                                           carom_simulation** simulation) {
    return with<SceneObject>(scene, [&](const SceneObject& object) -> carom_status {
        if (bytes == nullptr || simulation == nullptr) return bad(kNullPointer);
        const std::string_view saved(static_cast<const char*>(bytes), size);
        return give_resumed(object, carom::parse_checkpoint(saved, "the bytes"), simulation);
    });
}

carom_status carom_simulation_free(carom_simulation* simulation) {
    return close<SimulationObject>(simulation);
}

carom_status carom_simulation_on_wait(carom_simulation* simulation, carom_go_on go_on, void* context) {
    return with<SimulationObject>(simulation, [&](SimulationObject& object) {
        object.on_wait = go_on;
        object.context = context;
        return CAROM_OK;
    });
}

carom_status carom_simulation_next(carom_simulation* simulation, double until, carom_event* event) {
    return with<SimulationObject>(simulation, [&](SimulationObject& object) -> carom_status {
        if (event == nullptr) return bad(kNullPointer);
        if (!(until >= 0)) return bad(kBadUntil);
        const Caller waiting(object.on_wait, object.context);
        if (object.run->next(until, event, waiting.go_on())) return CAROM_OK;
        return waiting.stopped() ? stopped_by_caller() : CAROM_END;
    });
}

carom_status carom_simulation_events(carom_simulation* simulation, double until, size_t capacity,
                                     carom_event* events, size_t* count) {
    return with<SimulationObject>(simulation, [&](SimulationObject& object) -> carom_status {
        if (count == nullptr || (events == nullptr && capacity > 0)) return bad(kNullPointer);
        if (!(until >= 0)) return bad(kBadUntil);
        *count = 0;
        const Caller waiting(object.on_wait, object.context);
        while (*count < capacity && object.run->next(until, events + *count, waiting.go_on())) ++*count;
        if (waiting.stopped()) return stopped_by_caller();
        return *count == capacity ? CAROM_OK : CAROM_END;
    });
}

carom_status carom_simulation_advance(carom_simulation* simulation, double until, uint64_t most_events,
                                      carom_go_on go_on, void* context) {
    return with<SimulationObject>(simulation, [&](SimulationObject& object) -> carom_status {
        if (!(until >= 0)) return bad(kBadUntil);
        uint64_t done = 0;
        bool stopped = false;
        std::function<bool()> goes_on;
        if (go_on != nullptr) {
            goes_on = [&] {
                const double share = most_events == UINT64_MAX
                                         ? -1
                                         : static_cast<double>(done) / static_cast<double>(most_events);
                stopped = stopped || go_on(context, share) == 0;
                return !stopped;
            };
        }
        for (; done < most_events && !stopped; ++done) {
            if (done > 0 && done % 1024 == 0 && goes_on && !goes_on()) break;
            if (!object.run->next(until, nullptr, goes_on)) break;
        }
        if (stopped) return stopped_by_caller();
        return done == most_events ? CAROM_OK : CAROM_END;
    });
}

carom_status carom_simulation_describe(carom_simulation* simulation, carom_simulation_info* info) {
    return with<SimulationObject>(simulation, [&](const SimulationObject& object) -> carom_status {
        if (info == nullptr) return bad(kNullPointer);
        object.run->describe(*info);
        return CAROM_OK;
    });
}

carom_status carom_simulation_states(carom_simulation* simulation, const carom_doubles_out* position,
                                     const carom_doubles_out* velocity) {
    return with<SimulationObject>(
        simulation, [&](const SimulationObject& object) { return object.run->states(position, velocity); });
}

carom_status carom_simulation_record(carom_simulation* simulation, const char* path) {
    return with<SimulationObject>(simulation, [&](SimulationObject& object) -> carom_status {
        return path == nullptr ? bad(kNullPointer) : object.run->record(path);
    });
}

carom_status carom_simulation_finish_record(carom_simulation* simulation) {
    return with<SimulationObject>(simulation, [](SimulationObject& object) { return object.run->finish(); });
}
