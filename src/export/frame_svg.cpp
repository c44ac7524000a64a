#include "carom/export/frame_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace carom {
namespace {

constexpr double kWidth = 900;  // pixels
constexpr double kMargin = 10;

/// From the frame's coordinates to pixels, y upwards.
class Paper {
public:
    explicit Paper(std::span<const MovingBall<double, 2>> balls) {
        for (const MovingBall<double, 2>& ball : balls) {
            for (const double u : {0.0, 1.0}) cover(ball, u);
        }
        if (!(lower_[0] <= upper_[0])) lower_ = upper_ = {};
        const double width = std::max(upper_[0] - lower_[0], upper_[1] - lower_[1]);
        scale_ = width > 0 && std::isfinite(width) ? (kWidth - 2 * kMargin) / width : 1;
    }

    double x(double at) const { return kMargin + scale_ * (at - lower_[0]); }
    double y(double at) const { return kMargin + scale_ * (upper_[1] - at); }
    double length(double of) const { return scale_ * of; }
    double height() const { return 2 * kMargin + scale_ * (upper_[1] - lower_[1]); }

private:
    void cover(const MovingBall<double, 2>& ball, double u) {
        for (int k = 0; k < 2; ++k) {
            const double at = ball.center[k] + u * ball.displacement[k];
            lower_[k] = std::fmin(lower_[k], at - ball.radius);
            upper_[k] = std::fmax(upper_[k], at + ball.radius);
        }
    }

    Vec2d lower_{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    Vec2d upper_{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
    double scale_ = 1;
};

bool is_drawn(const MovingBall<double, 2>& ball) {
    const double sum =
        ball.center[0] + ball.center[1] + ball.displacement[0] + ball.displacement[1] + ball.radius;
    return std::isfinite(sum) && ball.radius >= 0;
}

class FramePicture {
public:
    explicit FramePicture(std::span<const MovingBall<double, 2>> balls) : paper_(balls) {
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            kWidth, paper_.height());
    }

    void draw(const FrameCell<2>& cell) {
        const Vec2d& lower = cell.box.lower;
        const Vec2d& upper = cell.box.upper;
        put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
            "fill-opacity=\"0.06\" "
            "stroke=\"{}\" stroke-width=\"{}\"/>\n",
            paper_.x(lower[0]), paper_.y(upper[1]), paper_.length(upper[0] - lower[0]),
            paper_.length(upper[1] - lower[1]), cell.level == 0 ? "#2563eb" : "none",
            cell.level == 0 ? "#2563eb" : "#93c5fd", cell.level == 0 ? 1 : 2);
    }
    void draw(const MovingBall<double, 2>& ball) {
        circle(ball, 0, "#e5e7eb", "#6b7280");
        put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#374151\"/>\n",
            paper_.x(ball.center[0]), paper_.y(ball.center[1]),
            paper_.x(ball.center[0] + ball.displacement[0]), paper_.y(ball.center[1] + ball.displacement[1]));
    }
    void draw_touching(const MovingBall<double, 2>& ball, double u) { circle(ball, u, "none", "#dc2626"); }

    std::string text() {
        put("</svg>\n");
        return std::move(text_);
    }

private:
    void circle(const MovingBall<double, 2>& ball, double u, const char* fill, const char* stroke) {
        put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n",
            paper_.x(ball.center[0] + u * ball.displacement[0]),
            paper_.y(ball.center[1] + u * ball.displacement[1]), paper_.length(ball.radius), fill, stroke);
    }
    template <class... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    Paper paper_;
    std::string text_;
};

}  // namespace

std::string frame_svg(std::span<const MovingBall<double, 2>> balls,
                      std::span<const FrameContact<double>> contacts, std::span<const FrameCell<2>> cells) {
    std::vector<MovingBall<double, 2>> drawn;
    std::copy_if(balls.begin(), balls.end(), std::back_inserter(drawn), is_drawn);
    FramePicture picture(drawn);
    for (const FrameCell<2>& cell : cells) picture.draw(cell);
    for (const MovingBall<double, 2>& ball : drawn) picture.draw(ball);
    for (const FrameContact<double>& contact : contacts) {
        picture.draw_touching(balls[contact.a], contact.first);
        picture.draw_touching(balls[contact.b], contact.first);
    }
    return picture.text();
}

}  // namespace carom
