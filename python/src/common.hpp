// What the parts of the Python module share: errors, signals, arrays.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "carom/files/file_error.hpp"
#include "carom/scene_text/scene_faults.hpp"

namespace carom::python {

namespace py = pybind11;

/// Side by side in memory, rows first; other arrays are copied.
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Ints = py::array_t<int, py::array::c_style | py::array::forcecast>;

/// Raises carom.SceneError with all faults.
[[noreturn]] void raise_scene_error(const std::vector<std::string>& faults);
/// Raises carom.FileError.
[[noreturn]] void raise_file_error(const FileError& error);

/// Lets Ctrl-C end a call that works without the interpreter's lock.
class Signals {
public:
    /// To be asked often. False when a signal's handler has raised something. A caller with the interpreter's
    /// lock gives it to other threads meanwhile.
    bool go_on() {
        asked.fetch_add(1, std::memory_order_relaxed);
        const auto now = std::chrono::steady_clock::now();
        if (stopped_ || now - last_ < std::chrono::milliseconds(50)) return !stopped_;
        last_ = now;
        if (PyGILState_Check() != 0) const py::gil_scoped_release for_others;
        const py::gil_scoped_acquire lock;
        stopped_ = PyErr_CheckSignals() != 0;
        return !stopped_;
    }
    /// How often this was asked since the module was loaded, by all calls.
    static inline std::atomic<std::uint64_t> asked{0};

    /// Raises it. With the lock.
    void raise() const {
        if (stopped_) throw py::error_already_set();
    }

private:
    bool stopped_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What `work` gives, done without the interpreter's lock. It touches no object of Python and raises nothing
/// of it.
template <class Work>
auto without_lock(const Work& work) {
    const py::gil_scoped_release release;
    return work();
}

/// What `work(go_on)` gives, likewise. Ctrl-C makes `go_on` say no, and what the signal's handler has raised
/// is raised then.
template <class Work>
auto stoppable(const Work& work) {
    Signals signals;
    const std::function<bool()> go_on = [&signals] { return signals.go_on(); };
    auto made = without_lock([&] { return work(go_on); });
    signals.raise();
    return made;
}

/// An object that serves one call at a time, because long ones work without the interpreter's lock.
class OneCall {
public:
    explicit OneCall(std::atomic<bool>& in_use) : in_use_(in_use) {
        if (in_use_.exchange(true)) throw std::runtime_error("the object is in use by another thread");
    }
    OneCall(const OneCall&) = delete;
    OneCall& operator=(const OneCall&) = delete;
    ~OneCall() { in_use_ = false; }

private:
    std::atomic<bool>& in_use_;
};

/// The view that Python gets of numbers that stay where they are and are not to be changed.
template <class Array>
Array read_only(Array array) {
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

/// Raises ValueError unless there are `n` rows of 2 or 3 numbers, `n` radii, and as many displacements or
/// none. The package has looked at them before; this is for arrays that were changed since.
inline void require_balls(const py::array& center, const py::array& radius, const py::array& displacement) {
    const bool fits = center.ndim() == 2 && (center.shape(1) == 2 || center.shape(1) == 3) &&
                      radius.ndim() == 1 && radius.shape(0) == center.shape(0) && displacement.ndim() == 2 &&
                      (displacement.shape(0) == 0 || displacement.shape(0) == center.shape(0)) &&
                      displacement.shape(1) == center.shape(1);
    if (!fits) throw std::invalid_argument("the arrays of balls have other shapes than when they were made");
}

/// Raises carom.FileError for what is no readable file.
void require_file(const std::string& path);

void add_pairs(py::module_& module);
void add_frames(py::module_& module);
void add_simulations(py::module_& module);
void add_trajectories(py::module_& module);
void add_billiards(py::module_& module);
void add_studies(py::module_& module);
void add_pages(py::module_& module);

}  // namespace carom::python
