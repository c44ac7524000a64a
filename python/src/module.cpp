#include "carom/core/version.hpp"
#include "common.hpp"
#include "files/input_file.hpp"
#include "played.hpp"

namespace carom::python {
namespace {

py::object class_named(const char* name) {
    return py::module_::import("carom._errors").attr(name);
}

[[noreturn]] void raise(const char* name, const std::vector<std::string>& faults) {
    const py::object type = class_named(name);
    PyErr_SetObject(type.ptr(), type(faults).ptr());
    throw py::error_already_set();
}

}  // namespace

void raise_scene_error(const std::vector<std::string>& faults) {
    raise("SceneError", faults);
}

void raise_file_error(const FileError& error) {
    raise("FileError", {error.message});
}

void require_file(const std::string& path) {
    const auto file = InputFile::open(path);
    if (!file) raise_file_error(cannot_read(path, file.error()));
}

}  // namespace carom::python

PYBIND11_MODULE(_carom, module) {
    module.doc() = "The compiled part of carom.";
    module.attr("__version__") = carom::version;
    module.def(
        "signal_questions", [] { return carom::python::Signals::asked.load(); },
        "How often long calls have asked whether a signal has come: tests bound the work in between.");
    carom::python::add_pairs(module);
    carom::python::add_frames(module);
    carom::python::add_simulations(module);
    carom::python::add_trajectories(module);
    carom::python::add_billiards(module);
    carom::python::add_referee(module);
    carom::python::add_studies(module);
    carom::python::add_pages(module);
}
