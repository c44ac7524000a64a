/// \file
/// A value or the reason why there is none. Carom throws nothing.
#pragma once

#include <utility>
#include <variant>

namespace carom {

/// Holds either a `Value` or an `Error`; the two types must differ.
template <class Value, class Error>
class [[nodiscard]] Result {
public:
    /// Holds the value.
    // NOLINTNEXTLINE(google-explicit-constructor): `return value;`
    Result(Value value) : content_(std::in_place_index<0>, std::move(value)) {}
    /// Holds the error.
    // NOLINTNEXTLINE(google-explicit-constructor): `return error;`
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    /// True when a value is held.
    explicit operator bool() const { return content_.index() == 0; }

    /// The value. Precondition: `*this` is true.
    Value& operator*() { return *std::get_if<0>(&content_); }
    /// The value. Precondition: `*this` is true.
    const Value& operator*() const { return *std::get_if<0>(&content_); }
    /// The value. Precondition: `*this` is true.
    Value* operator->() { return std::get_if<0>(&content_); }
    /// The value. Precondition: `*this` is true.
    const Value* operator->() const { return std::get_if<0>(&content_); }

    /// The error. Precondition: `*this` is false.
    const Error& error() const { return *std::get_if<1>(&content_); }

private:
    std::variant<Value, Error> content_;
};

}  // namespace carom
