// A scene that Python holds.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "carom/scene_text/scene_file.hpp"

namespace carom::python {

struct PyScene {
    std::shared_ptr<const SceneFile> file;
    std::string text;  // what it was read from, for pickles
    std::string name;
    std::optional<std::uint64_t> seed;

    int dimension() const { return file->scene.index() == 0 ? 2 : 3; }
    template <int N>
    const Scene<N>& of() const {
        return *std::get_if<Scene<N>>(&file->scene);
    }
};

}  // namespace carom::python
