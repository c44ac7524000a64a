#include "app/run/limits.hpp"

namespace carom::app {
namespace {

constexpr double kFallbackUntil = 10;

}  // namespace

Limits limits_for(const LimitOptions& options, const RunLimits& scene) {
    Limits limits;
    if (options.until || options.events) {
        limits.source = LimitSource::command_line;
        limits.until = options.until.value_or(limits.until);
        limits.events = options.events.value_or(limits.events);
    } else if (scene.until || scene.events) {
        limits.source = LimitSource::scene;
        limits.until = scene.until.value_or(limits.until);
        limits.events = scene.events.value_or(limits.events);
    } else {
        limits.until = kFallbackUntil;
    }
    return limits;
}

}  // namespace carom::app
