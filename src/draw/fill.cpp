#include "draw/fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace carom::draw {
namespace {

struct PixelBounds {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
};

PixelBounds bounds_of(const Outline& outline) {
    PixelBounds bounds;
    for (const Line& line : outline) {
        for (const Point p : line) {
            bounds.left = std::min(bounds.left, p.x);
            bounds.right = std::max(bounds.right, p.x);
            bounds.top = std::min(bounds.top, p.y);
            bounds.bottom = std::max(bounds.bottom, p.y);
        }
    }
    return bounds;
}

/// The signed area to the right of all edges, of every pixel of a rectangle: the sums of a row are what the
/// outline covers. After the font rasteriser of Raph Levien (font-rs, 2016).
class Coverage {
public:
    Coverage(int left, int top, int right, int bottom)
        : left_(left),
          top_(top),
          width_(right - left),
          height_(bottom - top),
          area_((static_cast<std::size_t>(width_) + 2) * static_cast<std::size_t>(height_)) {}

    void add(const Line& line) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            const Point a = line[i], b = line[(i + 1) % line.size()];
            add({a.x - left_, a.y - top_}, {b.x - left_, b.y - top_});
        }
    }

    template <class Visit>
    void visit(Visit visit) const {
        for (int y = 0; y < height_; ++y) {
            float sum = 0;
            for (int x = 0; x < width_; ++x) {
                sum += area_[row(y) + static_cast<std::size_t>(x)];
                const float share = std::min(std::fabs(sum), 1.0F);
                if (share > 1.0F / 512) visit(left_ + x, top_ + y, share);
            }
        }
    }

private:
    std::size_t row(int y) const {
        return static_cast<std::size_t>(y) * (static_cast<std::size_t>(width_) + 2);
    }

    void add(Point a, Point b) {
        if (a.y == b.y) return;
        const double down = a.y < b.y ? 1 : -1;
        if (a.y > b.y) std::swap(a, b);
        const double slope = (b.x - a.x) / (b.y - a.y);
        if (!std::isfinite(slope)) return;  // as good as level
        // Edges may end far outside the picture.
        const auto in_picture = [&](double y) { return std::clamp(y, 0.0, static_cast<double>(height_)); };
        const int first = static_cast<int>(std::floor(in_picture(a.y)));
        const int last = static_cast<int>(std::ceil(in_picture(b.y)));
        for (int y = first; y < last; ++y) {
            const double upper = std::max<double>(y, a.y), lower = std::min<double>(y + 1, b.y);
            if (!(lower > upper)) continue;
            const auto across = [&](double at) {
                return std::clamp(a.x + slope * (at - a.y), 0.0, static_cast<double>(width_));
            };
            add_piece(row(y), across(upper), across(lower), down * (lower - upper));
        }
    }

    /// A piece of an edge within one row, of this signed height.
    void add_piece(std::size_t row, double from, double to, double height) {
        const double low = std::min(from, to), high = std::max(from, to);
        const auto first = static_cast<std::size_t>(low);
        const auto last = static_cast<std::size_t>(std::ceil(high));
        if (last <= first + 1) {
            const double right = (from + to) / 2 - static_cast<double>(first);
            put(row + first, height * (1 - right));
            put(row + first + 1, height * right);
            return;
        }
        double before = 0, carried = 0;
        for (std::size_t x = first; x < last; ++x) {
            const double left = std::max(low, static_cast<double>(x));
            const double right = std::min(high, static_cast<double>(x) + 1);
            const double share = height * (right - left) / (high - low);
            const double covered = before + share * (static_cast<double>(x) + 1 - (left + right) / 2);
            put(row + x, covered - carried);
            carried = covered;
            before += share;
        }
        put(row + last, height - carried);
    }

    void put(std::size_t at, double area) { area_[at] += static_cast<float>(area); }

    int left_, top_, width_, height_;
    std::vector<float> area_;
};

}  // namespace

Colour Gradient::at(Point share) const {
    double along = 0;
    if (type == GradientType::linear) {
        const double x = to.x - from.x, y = to.y - from.y;
        along = ((share.x - from.x) * x + (share.y - from.y) * y) / (x * x + y * y);
    } else {
        along = std::hypot(share.x - center.x, share.y - center.y) / radius;
    }
    const auto offset = static_cast<float>(along);
    if (offset <= stops.front().offset) return stops.front().colour;
    for (std::size_t k = 1; k < stops.size(); ++k) {
        if (offset > stops[k].offset) continue;
        const float span = stops[k].offset - stops[k - 1].offset;
        return mixed(stops[k - 1].colour, stops[k].colour, (offset - stops[k - 1].offset) / span);
    }
    return stops.back().colour;
}

void fill(Image& image, const Outline& outline, const Paint& paint) {
    const PixelBounds bounds = bounds_of(outline);
    const auto inside = [](double value, int end) {
        return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(end)));
    };
    const int left = inside(std::floor(bounds.left), image.width());
    const int right = inside(std::ceil(bounds.right), image.width());
    const int top = inside(std::floor(bounds.top), image.height());
    const int bottom = inside(std::ceil(bounds.bottom), image.height());
    if (left >= right || top >= bottom) return;
    Coverage coverage(left, top, right, bottom);
    for (const Line& line : outline) coverage.add(line);
    const double across = std::max(bounds.right - bounds.left, 1e-9);
    const double along = std::max(bounds.bottom - bounds.top, 1e-9);
    coverage.visit([&](int x, int y, float share) {
        Colour& pixel = image.at(x, y);
        Colour colour = paint.colour;
        if (paint.gradient != nullptr)
            colour = paint.gradient->at({(x + 0.5 - bounds.left) / across, (y + 0.5 - bounds.top) / along});
        pixel = mixed(pixel, colour, share * paint.opacity);
    });
}

}  // namespace carom::draw
