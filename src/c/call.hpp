// What every function of the C interface does: it catches everything, keeps what is to be said, and finds the
// object of a handle.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "carom/c/base.h"
#include "carom/files/file_error.hpp"
#include "carom/scene_text/scene_faults.hpp"

namespace carom::c {

/// What a handle stands for.
class Object {
public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;

    std::atomic<bool> in_use{false};
};

/// Keeps what a failure is about, for carom_message and carom_fault.
carom_status say(carom_status status, std::string what);
carom_status say(carom_status status, std::vector<std::string> faults);
carom_status say(const FileError& error);
carom_status say(const SceneFaults& faults);
/// The same for a text that lives for ever. It needs no memory.
carom_status say_fixed(carom_status status, const char* what) noexcept;
/// CAROM_FILE_ERROR for what is no readable file.
carom_status readable(const char* path);
inline carom_status bad(std::string what) {
    return say(CAROM_BAD_ARGUMENT, std::move(what));
}
/// Forgets what the last call said.
void say_nothing() noexcept;

/// A new handle.
std::uintptr_t open_handle(std::shared_ptr<Object> object);
/// Null when there is no such handle.
std::shared_ptr<Object> object_of(std::uintptr_t handle);
/// False when there is no such handle.
bool close_handle(std::uintptr_t handle);

/// Runs a call of the interface. Nothing that is thrown leaves it.
template <class Call>
carom_status guarded(Call call) noexcept {
    try {
        say_nothing();
        return call();
    } catch (const std::bad_alloc&) {
        return say_fixed(CAROM_OUT_OF_MEMORY, "out of memory");
    } catch (...) {
        return say_fixed(CAROM_INTERNAL_ERROR, "a fault of Carom: it should not have come to this");
    }
}

/// An object during a call: it lives on, and no other call gets it.
template <class Kind>
class InUse {
public:
    explicit InUse(std::shared_ptr<Kind> object) : object_(std::move(object)) {}
    InUse(InUse&&) noexcept = default;
    InUse& operator=(InUse&&) = delete;
    ~InUse() {
        if (object_) object_->in_use = false;
    }
    Kind& operator*() const { return *object_; }
    Kind* operator->() const { return object_.get(); }

private:
    std::shared_ptr<Kind> object_;
};

template <class Kind, class Handle>
std::shared_ptr<Kind> kind_of(const Handle* handle) {
    return std::dynamic_pointer_cast<Kind>(object_of(reinterpret_cast<std::uintptr_t>(handle)));
}

/// Calls `call` with the object of a handle.
template <class Kind, class Handle, class Call>
carom_status with(const Handle* handle, Call call) noexcept {
    return guarded([&]() -> carom_status {
        std::shared_ptr<Kind> object = kind_of<Kind>(handle);
        if (!object) return say(CAROM_BAD_HANDLE, std::string("this is no open ") + Kind::kName);
        if (object->in_use.exchange(true))
            return say(CAROM_BUSY, std::string("the ") + Kind::kName + " is in another call");
        const InUse<Kind> used(std::move(object));
        return call(*used);
    });
}

/// Asks a caller whether to go on, with -1 for the share that is done. After a no it asks no more.
class Caller {
public:
    Caller(carom_go_on ask, void* context) {
        if (ask == nullptr) return;
        go_on_ = [this, ask, context] {
            stopped_ = stopped_ || ask(context, -1) == 0;
            return !stopped_;
        };
    }
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;
    ~Caller() = default;
    /// Empty where the caller has no function.
    const std::function<bool()>& go_on() const { return go_on_; }
    bool stopped() const { return stopped_; }

private:
    std::function<bool()> go_on_;
    bool stopped_ = false;
};

inline carom_status stopped_by_caller() {
    return say(CAROM_STOPPED, "stopped by the caller");
}

/// Puts a new object into the caller's handle.
template <class Handle>
carom_status give(Handle** handle, std::shared_ptr<Object> object) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it points nowhere.
    *handle = reinterpret_cast<Handle*>(open_handle(std::move(object)));
    return CAROM_OK;
}

/// Closes a handle.
template <class Kind, class Handle>
carom_status close(Handle* handle) noexcept {
    if (handle == nullptr) return guarded([] { return CAROM_OK; });
    return with<Kind>(handle, [&](Kind&) {
        close_handle(reinterpret_cast<std::uintptr_t>(handle));
        return CAROM_OK;
    });
}

inline bool is_dimension(int dimension) {
    return dimension == 2 || dimension == 3;
}
inline constexpr const char* kNoDimension = "dimension: it must be 2 or 3";
inline constexpr const char* kNullPointer = "a pointer to what is needed is null";

/// Calls `question` with std::integral_constant of the dimension.
template <class Question>
carom_status in_dimension(int dimension, Question question) {
    if (dimension == 2) return question(std::integral_constant<int, 2>{});
    if (dimension == 3) return question(std::integral_constant<int, 3>{});
    return bad(kNoDimension);
}

}  // namespace carom::c
