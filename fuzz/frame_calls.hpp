// Calls of the C interface about pairs and frames.
#pragma once

#include <array>

#include "call_arguments.hpp"

namespace carom::fuzz {

class FrameCalls : protected CallArguments {
protected:
    using CallArguments::CallArguments;

    carom_status ask_pair() {
        const carom_ball a = in_.ball(), b = in_.ball();
        carom_sweep_answer answer{};
        double when = 0, gap = 0;
        int32_t overlap = 0;
        const double corner[] = {in_.number(), in_.number(), in_.number()};
        const double other[] = {in_.number(), in_.number(), in_.number()};
        const carom_body first{{corner[0], corner[1], corner[2]}, {other[0], other[1], 0}, in_.number()};
        switch (in_.byte() % 7) {
            case 0:
                return carom_sweep(in_.dimension(), &a, &b, &answer);
            case 1:
                return carom_sweep_half_space(in_.dimension(), &a, corner, in_.number(), &answer);
            case 2:
                return carom_sweep_box(in_.dimension(), &a, corner, other, &answer);
            case 3:
                return carom_overlaps(in_.dimension(), &a, &b, &overlap);
            case 4:
                return carom_gap(in_.dimension(), &a, &b, &gap);
            case 5:
                return carom_closest_approach(in_.dimension(), &a, &b, &when, &gap);
            default:
                return carom_bounce(in_.dimension(), &first, &first, in_.number(), written_.data(),
                                    written_.data() + 3);
        }
    }

    carom_status ask_float_pair() {
        const carom_ball_float a = in_.float_ball(), b = in_.float_ball();
        carom_sweep_answer_float answer{};
        const auto number = [this] { return static_cast<float>(in_.number()); };
        const float corner[] = {number(), number(), number()};
        const float other[] = {number(), number(), number()};
        const carom_body_float first{{corner[0], corner[1], corner[2]}, {other[0], other[1], 0}, number()};
        float* const to = floats_.data();
        int32_t overlap = 0;
        switch (in_.byte() % 7) {
            case 0:
                return carom_sweep_float(in_.dimension(), &a, &b, &answer);
            case 1:
                return carom_sweep_half_space_float(in_.dimension(), &a, corner, number(), &answer);
            case 2:
                return carom_sweep_box_float(in_.dimension(), &a, corner, other, &answer);
            case 3:
                return carom_overlaps_float(in_.dimension(), &a, &b, &overlap);
            case 4:
                return carom_gap_float(in_.dimension(), &a, &b, to);
            case 5:
                return carom_closest_approach_float(in_.dimension(), &a, &b, to, to + 1);
            default:
                return carom_bounce_float(in_.dimension(), &first, &first, number(), to, to + 3);
        }
    }

    carom_status ask_many() {
        const carom_ball_columns a = balls(), b = balls();
        const carom_sweep_columns answers{ints_out(), doubles_out(), doubles_out()};
        std::size_t contacts = 0;
        return in_.byte() % 2 == 0 ? carom_sweep_each(in_.dimension(), &a, &b, &answers, &contacts)
                                   : carom_sweep_all(in_.dimension(), &a, &b, &answers, &contacts);
    }

    carom_status ask_many_float() {
        const carom_ball_columns_float a = float_balls(), b = float_balls();
        const carom_sweep_columns_float answers{ints_out(), floats_out(), floats_out()};
        std::size_t contacts = 0;
        return carom_sweep_each_float(in_.dimension(), &a, &b, &answers, &contacts);
    }

    carom_status step_frame() {
        auto* const frame = handle<carom_frame>();
        std::size_t count = 0;
        if (in_.byte() % 2 == 0) {
            const carom_ball_columns all = balls();
            return carom_frame_find(frame, &all, &count);
        }
        const carom_body_columns bodies{{doubles_out(), doubles_out(), doubles_out()},
                                        doubles(),
                                        {doubles_out(), doubles_out(), doubles_out()},
                                        doubles()};
        return carom_frame_step(frame, &bodies, in_.number(), in_.number(), &count);
    }

    carom_status step_float_frame() {
        auto* const frame = handle<carom_frame>();
        std::size_t count = 0;
        const carom_ball_columns_float all = float_balls();
        switch (in_.byte() % 4) {
            case 0:
                return carom_frame_find_float(frame, &all, &count);
            case 1:
                return carom_frame_find_obstacles_float(frame, &all, &count);
            case 2: {
                const carom_sweep_columns_float answers{ints_out(), floats_out(), floats_out()};
                return carom_sweep_all_float(in_.dimension(), &all, &all, &answers, &count);
            }
            default: {
                const carom_body_columns_float bodies{{floats_out(), floats_out(), floats_out()},
                                                      floats(),
                                                      {floats_out(), floats_out(), floats_out()},
                                                      floats()};
                return carom_frame_step_float(frame, &bodies, in_.number(), in_.number(), &count);
            }
        }
    }

    /// What frames keep: a filter, obstacles, and what holds for steps.
    carom_status set_up_frame() {
        auto* const frame = handle<carom_frame>();
        const unsigned what = in_.byte() % 8;
        if (what == 6) {
            const carom_doubles acceleration[] = {doubles(), doubles(), doubles()};
            return carom_frame_set_acceleration(frame, in_.byte() % 8 == 0 ? nullptr : acceleration);
        }
        if (what == 7) return carom_frame_set_most_bounces(frame, in_.byte());
        if (what % 2 == 0) {
            const uint32_t ignored[][2] = {{in_.byte() % 9U, in_.byte() % 9U}, {in_.byte() % 9U, ~0U}};
            for (int32_t& bits : whole_) bits = static_cast<int32_t>(in_.byte());
            const carom_ints_out group = ints_out(), mask = ints_out();
            const carom_pair_filter filter{{group.data, group.count, group.stride},
                                           {mask.data, mask.count, mask.stride},
                                           ignored,
                                           in_.byte() % std::size_t{3}};
            return carom_frame_set_filter(frame, in_.byte() % 8 == 0 ? nullptr : &filter);
        }
        const carom_obstacle_columns obstacles{
            {doubles(), doubles(), doubles()}, doubles(),
            {doubles(), doubles(), doubles()}, doubles(),
            {doubles(), doubles(), doubles()}, doubles(),
            {doubles(), doubles(), doubles()}, {doubles(), doubles(), doubles()}};
        return carom_frame_set_obstacles(frame, in_.byte() % 8 == 0 ? nullptr : &obstacles, in_.number());
    }

    carom_status find_obstacles() {
        auto* const frame = handle<carom_frame>();
        std::array<carom_obstacle_contact, 8> contacts{};
        std::array<carom_obstacle, 8> obstacles{};
        std::array<char, 64> text{};
        std::size_t count = 0;
        const carom_ball_columns all = balls();
        switch (in_.byte() % 4) {
            case 0:
                return carom_frame_find_obstacles(frame, &all, &count);
            case 1:
                return carom_frame_obstacle_contacts(frame, in_.count(), in_.byte() % 9, contacts.data());
            case 2:
                return carom_frame_bounce_obstacles(frame, in_.count(), in_.byte() % 9, obstacles.data());
            default:
                return carom_frame_svg(frame, in_.byte() % 65, text.data(), &count);
        }
    }

    carom_status frame_entries() {
        std::array<carom_frame_contact, 8> contacts{};
        std::array<carom_frame_bounce, 8> bounces{};
        std::array<carom_lost_move, 8> moves{};
        auto* const frame = handle<carom_frame>();
        const std::size_t first = in_.count(), count = in_.byte() % 9;
        std::size_t lost = 0;
        switch (in_.byte() % 4) {
            case 0:
                return carom_frame_contacts(frame, first, count, contacts.data());
            case 1:
                return carom_frame_bounces(frame, first, count, bounces.data());
            case 2:
                return carom_frame_lost_count(frame, &lost);
            default:
                return carom_frame_lost_moves(frame, first, count, moves.data());
        }
    }
};

}  // namespace carom::fuzz
