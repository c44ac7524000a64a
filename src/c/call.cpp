#include "c/call.hpp"

#include <array>
#include <mutex>
#include <unordered_map>

#include "carom/core/version.hpp"
#include "files/input_file.hpp"

namespace carom::c {
namespace {

struct Said {
    std::vector<std::string> faults;
    std::string message;
    const char* fixed = nullptr;  // in their place, where there may be no memory for them
};

Said& said() {
    thread_local Said what;
    return what;
}

/// Handles are numbers that no object had before: one that was closed never means another.
class Handles {
public:
    std::uintptr_t open(std::shared_ptr<Object> object) {
        const std::scoped_lock lock(mutex_);
        last_ += 16;
        objects_.emplace(last_, std::move(object));
        return last_;
    }

    std::shared_ptr<Object> find(std::uintptr_t handle) {
        const std::scoped_lock lock(mutex_);
        const auto found = objects_.find(handle);
        return found == objects_.end() ? nullptr : found->second;
    }

    bool close(std::uintptr_t handle) {
        std::shared_ptr<Object> object;  // ends after the lock
        const std::scoped_lock lock(mutex_);
        const auto found = objects_.find(handle);
        if (found == objects_.end()) return false;
        object = std::move(found->second);
        objects_.erase(found);
        return true;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::uintptr_t, std::shared_ptr<Object>> objects_;
    std::uintptr_t last_ = 0;
};

/// Never destroyed: a handle may be closed while the program ends.
Handles& handles() {
    static Handles* const all = new Handles;
    return *all;
}

}  // namespace

carom_status say(carom_status status, std::vector<std::string> faults) {
    say_nothing();
    Said& what = said();
    what.faults = std::move(faults);
    for (const std::string& fault : what.faults) {
        if (!what.message.empty()) what.message += '\n';
        what.message += fault;
    }
    return status;
}

carom_status say(carom_status status, std::string what) {
    std::vector<std::string> one;
    one.push_back(std::move(what));
    return say(status, std::move(one));
}

carom_status say(const FileError& error) {
    return say(CAROM_FILE_ERROR, error.message);
}

carom_status say(const SceneFaults& faults) {
    return say(CAROM_BAD_INPUT, faults.lines);
}

carom_status say_fixed(carom_status status, const char* what) noexcept {
    say_nothing();
    said().fixed = what;
    return status;
}

carom_status readable(const char* path) {
    const auto file = InputFile::open(path);
    return file ? CAROM_OK : say(cannot_read(path, file.error()));
}

void say_nothing() noexcept {
    Said& what = said();
    what.faults.clear();
    what.message.clear();
    what.fixed = nullptr;
}

std::uintptr_t open_handle(std::shared_ptr<Object> object) {
    return handles().open(std::move(object));
}

std::shared_ptr<Object> object_of(std::uintptr_t handle) {
    return handles().find(handle);
}

bool close_handle(std::uintptr_t handle) {
    return handles().close(handle);
}

}  // namespace carom::c

const char* carom_version() {
    return carom::version;
}

const char* carom_status_name(int status) {
    constexpr std::array kNames{"CAROM_OK",
                                "CAROM_END",
                                "CAROM_BAD_ARGUMENT",
                                "CAROM_BAD_HANDLE",
                                "CAROM_BUSY",
                                "CAROM_BAD_INPUT",
                                "CAROM_FILE_ERROR",
                                "CAROM_STOPPED",
                                "CAROM_OUT_OF_MEMORY",
                                "CAROM_INTERNAL_ERROR"};
    const auto number = static_cast<std::size_t>(status);
    return number < kNames.size() ? kNames[number] : "unknown";
}

const char* carom_message() {
    const auto& what = carom::c::said();
    return what.fixed != nullptr ? what.fixed : what.message.c_str();
}

size_t carom_fault_count() {
    const auto& what = carom::c::said();
    return what.fixed != nullptr ? 1 : what.faults.size();
}

const char* carom_fault(size_t index) {
    const auto& what = carom::c::said();
    if (what.fixed != nullptr) return index == 0 ? what.fixed : "";
    return index < what.faults.size() ? what.faults[index].c_str() : "";
}
