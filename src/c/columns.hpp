// Columns of the caller as those of the library. What lies side by side is used where it is; other columns
// are copied.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "carom/c/base.h"
#include "carom/math/vec.hpp"

namespace carom::c {

template <class Column>
bool is_side_by_side(const Column& column) {
    return (column.stride == 0 || column.stride == static_cast<std::ptrdiff_t>(sizeof(*column.data))) &&
           reinterpret_cast<std::uintptr_t>(column.data) % alignof(decltype(*column.data)) == 0;
}

template <class Number, class Column>
Number entry(const Column& column, std::size_t k) {
    const std::ptrdiff_t stride =
        column.stride == 0 ? static_cast<std::ptrdiff_t>(sizeof(Number)) : column.stride;
    Number number;
    std::memcpy(&number, reinterpret_cast<const char*>(column.data) + stride * static_cast<std::ptrdiff_t>(k),
                sizeof(Number));
    return number;
}

template <class Number, class Column>
void put(const Column& column, std::size_t k, Number number) {
    const std::ptrdiff_t stride =
        column.stride == 0 ? static_cast<std::ptrdiff_t>(sizeof(Number)) : column.stride;
    std::memcpy(reinterpret_cast<char*>(column.data) + stride * static_cast<std::ptrdiff_t>(k), &number,
                sizeof(Number));
}

/// A column to read.
template <class Number>
class ReadColumn {
public:
    template <class Column>
    explicit ReadColumn(const Column& column) {
        if (column.data == nullptr) return;
        if (is_side_by_side(column)) {
            span_ = {column.data, column.count};
            return;
        }
        copy_.resize(column.count);
        for (std::size_t k = 0; k < column.count; ++k) copy_[k] = entry<Number>(column, k);
        span_ = copy_;
    }
    ReadColumn(ReadColumn&&) noexcept = default;
    ReadColumn& operator=(ReadColumn&&) noexcept = default;
    ReadColumn(const ReadColumn&) = delete;
    ReadColumn& operator=(const ReadColumn&) = delete;
    ~ReadColumn() = default;
    std::span<const Number> span() const { return span_; }

private:
    std::vector<Number> copy_;
    std::span<const Number> span_;
};

/// A column to write. What is not wanted has no entries, or some that nobody reads.
template <class Column, class Number>
class WriteColumn {
public:
    explicit WriteColumn(const Column& column) : column_(column) {
        if (column.data == nullptr) return;
        if (is_side_by_side(column)) {
            span_ = {column.data, column.count};
            return;
        }
        copy_.resize(column.count);
        span_ = copy_;
    }
    std::span<Number> span() const { return span_; }
    /// Gives the caller what was written.
    void finish() const {
        for (std::size_t k = 0; k < copy_.size(); ++k) put(column_, k, copy_[k]);
    }

private:
    Column column_;
    std::vector<Number> copy_;
    std::span<Number> span_;
};

/// "center[1] has 3 entries, not 4"; empty when all is well. `needed`: it may not be left out.
template <class Column>
std::string fault_of(const Column& column, const char* name, std::size_t count, bool needed) {
    if (column.data == nullptr && (!needed || count == 0)) return "";
    if (column.data == nullptr) return std::string(name) + " is needed";
    if (column.count == count) return "";
    return std::string(name) + " has " + std::to_string(column.count) + " entries, not " +
           std::to_string(count);
}

/// The same of the N columns of vectors that nobody needs; null for all of them.
template <int N>
std::string fault_of_vectors(const carom_doubles_out* columns, const char* name, std::size_t count) {
    for (int k = 0; columns != nullptr && k < N; ++k) {
        std::string fault = fault_of(columns[k], name, count, false);
        if (!fault.empty()) return fault;
    }
    return "";
}

/// Writes a vector to those of its columns that are wanted.
template <int N>
void put_vector(const carom_doubles_out* columns, std::size_t k, const Vec<double, N>& vector) {
    for (int axis = 0; axis < N; ++axis) {
        if (columns[axis].data != nullptr) put(columns[axis], k, vector[axis]);
    }
}

}  // namespace carom::c
