// What a handle of a scene stands for.
#pragma once

#include <memory>

#include "c/call.hpp"
#include "carom/scene_text/scene_file.hpp"

namespace carom::c {

struct SceneObject : Object {
    static constexpr const char* kName = "scene";
    std::shared_ptr<const SceneFile> file;
};

}  // namespace carom::c
