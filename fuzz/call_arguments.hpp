// What calls of the C interface are given: numbers, columns, names, and handles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "call_input.hpp"
#include "carom/carom.h"
#include "promise.hpp"

namespace carom::fuzz {

/// Handles of all kinds lie in one place, closed ones too, and go to calls of all kinds.
class CallArguments {
public:
    explicit CallArguments(Input input) : in_(input) { handles_.push_back(nullptr); }
    CallArguments(const CallArguments&) = delete;
    CallArguments& operator=(const CallArguments&) = delete;
    ~CallArguments() {
        for (void* handle : handles_) {
            carom_scene_free(static_cast<carom_scene*>(handle));
            carom_simulation_free(static_cast<carom_simulation*>(handle));
            carom_frame_free(static_cast<carom_frame*>(handle));
            carom_table_free(static_cast<carom_table*>(handle));
            carom_player_free(static_cast<carom_player*>(handle));
            carom_game_free(static_cast<carom_game*>(handle));
            carom_trajectory_free(static_cast<carom_trajectory*>(handle));
            carom_curves_free(static_cast<carom_curves*>(handle));
        }
    }

protected:
    template <class Handle>
    Handle* handle() {
        return static_cast<Handle*>(handles_[in_.byte() % handles_.size()]);
    }
    template <class Handle>
    carom_status keep(carom_status status, Handle* made) {
        expect((status == CAROM_OK) == (made != nullptr), "a handle is given by a call that works", "");
        if (made != nullptr) handles_.push_back(made);
        return status;
    }

    carom_doubles doubles() {
        if (in_.byte() % 8 == 0) return {nullptr, in_.count(), 0};
        const std::size_t count = in_.byte() % 9;
        return {numbers_.data() + in_.byte() % 8, count, in_.byte() % 2 == 0 ? 0 : 16};
    }
    carom_doubles_out doubles_out() {
        if (in_.byte() % 8 == 0) return {nullptr, in_.count(), 0};
        const std::size_t count = in_.byte() % 9;
        return {written_.data() + in_.byte() % 8, count, in_.byte() % 2 == 0 ? 0 : 16};
    }
    carom_floats floats() {
        const std::size_t count = in_.byte() % 9;
        for (std::size_t k = 0; k < floats_.size(); ++k) floats_[k] = static_cast<float>(numbers_[k]);
        return {in_.byte() % 8 == 0 ? nullptr : floats_.data() + in_.byte() % 8, count,
                in_.byte() % 2 == 0 ? 0 : 8};
    }
    carom_floats_out floats_out() {
        return {in_.byte() % 8 == 0 ? nullptr : floats_.data() + in_.byte() % 8, in_.byte() % std::size_t{9},
                in_.byte() % 2 == 0 ? 0 : 8};
    }
    carom_ints_out ints_out() {
        if (in_.byte() % 2 == 0) return {nullptr, 0, 0};
        return {whole_.data(), in_.byte() % std::size_t{9}, in_.byte() % 2 == 0 ? 0 : 12};
    }
    carom_ball_columns balls() {
        return {{doubles(), doubles(), doubles()}, doubles(), {doubles(), doubles(), doubles()}};
    }
    carom_ball_columns_float float_balls() {
        return {{floats(), floats(), floats()}, floats(), {floats(), floats(), floats()}};
    }
    std::string path() {
        constexpr std::array kNames{"a.carom", "b.carom", "", "no/such/directory/x", "."};
        return (directory() / kNames[in_.byte() % kNames.size()]).string();
    }

    Input in_;
    std::vector<void*> handles_;
    std::array<double, 32> numbers_{0.5, 1, 1.5, 2, 0.25, 3, 0.125, 4};
    std::array<double, 32> written_{};
    std::array<float, 32> floats_{};
    std::array<int32_t, 32> whole_{};
};

}  // namespace carom::fuzz
