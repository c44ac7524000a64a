#include <functional>
#include <limits>

#include "c/columns.hpp"
#include "c/scene_object.hpp"
#include "carom/c/simulations.h"

namespace carom::c {
namespace {

template <class Read>
carom_status give_scene(carom_scene** handle, carom_go_on go_on, void* context, const Read& read) {
    const Caller caller(go_on, context);
    std::function<bool(const GrowthProgress&)> goes_on;
    if (caller.go_on()) goes_on = [&](const GrowthProgress&) { return caller.go_on()(); };
    Result<SceneFile, SceneFaults> file = read(goes_on);
    if (caller.stopped()) return stopped_by_caller();
    if (!file) return say(file.error());
    auto object = std::make_shared<SceneObject>();
    object->file = std::make_shared<const SceneFile>(std::move(*file));
    return give(handle, std::move(object));
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_scene_read(const char* path, carom_scene** scene) {
    return carom_scene_read_asking(path, nullptr, nullptr, scene);
}

carom_status carom_scene_read_asking(const char* path, carom_go_on go_on, void* context,
                                     carom_scene** scene) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || scene == nullptr) return bad(kNullPointer);
        if (const carom_status status = readable(path); status != CAROM_OK) return status;
        return give_scene(scene, go_on, context,
                          [&](const auto& goes_on) { return carom::read_scene(path, {}, goes_on); });
    });
}

carom_status carom_scene_parse(const char* text, size_t length, const char* name, carom_scene** scene) {
    return carom_scene_parse_asking(text, length, name, nullptr, nullptr, scene);
}

carom_status carom_scene_parse_asking(const char* text, size_t length, const char* name, carom_go_on go_on,
                                      void* context, carom_scene** scene) {
    return guarded([&]() -> carom_status {
        if (text == nullptr || name == nullptr || scene == nullptr) return bad(kNullPointer);
        return give_scene(scene, go_on, context, [&](const auto& goes_on) {
            return carom::parse_scene({text, length}, name, {}, goes_on);
        });
    });
}

carom_status carom_scene_free(carom_scene* scene) {
    return close<SceneObject>(scene);
}

carom_status carom_scene_describe(carom_scene* scene, carom_scene_info* info) {
    return with<SceneObject>(scene, [&](const SceneObject& object) -> carom_status {
        if (info == nullptr) return bad(kNullPointer);
        const carom::RunLimits& limits = object.file->limits;
        info->dimension = object.file->scene.index() == 0 ? 2 : 3;
        info->balls = std::visit([](const auto& each) { return each.balls.size(); }, object.file->scene);
        info->until = limits.until.value_or(std::numeric_limits<double>::infinity());
        info->most_events = limits.events.value_or(UINT64_MAX);
        return CAROM_OK;
    });
}

carom_status carom_scene_balls(carom_scene* scene, carom_doubles_out radius, carom_doubles_out mass) {
    return with<SceneObject>(scene, [&](const SceneObject& object) {
        return std::visit(
            [&](const auto& each) -> carom_status {
                const std::size_t balls = each.balls.size();
                std::string fault = fault_of(radius, "radius", balls, false);
                if (fault.empty()) fault = fault_of(mass, "mass", balls, false);
                if (!fault.empty()) return bad(fault);
                for (std::size_t k = 0; k < balls; ++k) {
                    if (radius.data != nullptr) put(radius, k, each.balls[k].radius);
                    if (mass.data != nullptr) put(mass, k, each.balls[k].mass);
                }
                return CAROM_OK;
            },
            object.file->scene);
    });
}
