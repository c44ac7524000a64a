#include "draw/svg_raster.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "draw/fill.hpp"
#include "draw/font.hpp"
#include "draw/svg_path.hpp"
#include "draw/svg_reader.hpp"

namespace carom::draw {
namespace {

/// What an element inherits.
struct Style {
    double scale = 1;
    Point shift;
    std::string fill = "#000000", stroke = "none";
    double width = 1;
    std::vector<double> dashes;
    float opacity = 1, fill_opacity = 1, stroke_opacity = 1;
    double font_size = 16;
    Weight weight = Weight::regular;
    std::string anchor = "start";

    Point place(Point p) const { return {shift.x + scale * p.x, shift.y + scale * p.y}; }
};

/// translate(x y)scale(s), in any order and number.
void transform(Style& style, const std::string& text) {
    for (std::size_t at = 0; (at = text.find('(', at)) != std::string::npos; ++at) {
        const std::size_t begin = text.find_last_of(" )", at) + 1;
        const std::string name = text.substr(begin, at - begin);
        const std::vector<double> numbers = numbers_of(std::string_view(text).substr(at + 1));
        if (name == "translate" && !numbers.empty()) {
            style.shift = style.place({numbers[0], numbers.size() > 1 ? numbers[1] : 0});
        } else if (name == "scale" && numbers.size() == 1) {
            style.scale *= numbers[0];
        } else {
            throw std::logic_error("svg_raster: transform " + text);
        }
    }
}

Style inherited(const Style& outer, const SvgTag& tag) {
    Style style = outer;
    const auto set = [&](const char* name, std::string& value) {
        if (const std::string* given = tag.find(name)) value = *given;
    };
    set("fill", style.fill);
    set("stroke", style.stroke);
    set("text-anchor", style.anchor);
    style.width = tag.number("stroke-width", style.width);
    style.font_size = tag.number("font-size", style.font_size);
    style.opacity *= static_cast<float>(tag.number("opacity", 1));
    style.fill_opacity = static_cast<float>(tag.number("fill-opacity", style.fill_opacity));
    style.stroke_opacity = static_cast<float>(tag.number("stroke-opacity", style.stroke_opacity));
    if (const std::string* weight = tag.find("font-weight"))
        style.weight = *weight == "700" ? Weight::bold : Weight::regular;
    if (const std::string* dashes = tag.find("stroke-dasharray")) style.dashes = numbers_of(*dashes);
    if (const std::string* text = tag.find("transform")) transform(style, *text);
    return style;
}

class SvgPainter {
public:
    SvgPainter(Image& image, std::string_view svg) : image_(image), reader_(svg) {}

    void paint(double scale) {
        Style style;
        style.scale = scale;
        children(style, "");
    }

private:
    /// Up to the closing tag `end`.
    void children(const Style& outer, const std::string& end) {
        while (auto tag = reader_.next()) {
            if (tag->type == TagType::closing) {
                if (tag->name == end) return;
                continue;
            }
            element(outer, *tag);
        }
    }

    void element(const Style& outer, const SvgTag& tag) {
        if (tag.name == "title") return;
        if (tag.name == "defs") return definitions();
        const Style style = inherited(outer, tag);
        if (tag.name == "svg" || tag.name == "g") {
            if (tag.type == TagType::opening) children(style, tag.name);
        } else if (tag.name == "use") {
            use(style, tag);
        } else if (tag.name == "text") {
            text(style, tag);
        } else {
            paint(style, shape(style, tag));
        }
    }

    /// Gradients, and groups for later use.
    void definitions() {
        std::string gradient;
        while (auto tag = reader_.next()) {
            const bool closing = tag->type == TagType::closing;
            if (closing && tag->name == "defs") return;
            if (closing) continue;
            const std::string* const id = tag->find("id");
            if (tag->name == "g" && id != nullptr) {
                groups_.emplace(*id, reader_);
                skip_group();
            } else if (tag->name == "stop") {
                gradients_[gradient].stops.push_back(
                    {static_cast<float>(tag->number("offset", 0)), colour_of(*tag->find("stop-color"))});
            } else if (id != nullptr) {
                gradient = *id;
                gradients_[gradient] = gradient_of(*tag);
            }
        }
    }

    void skip_group() {
        int depth = 1;
        while (depth > 0) {
            const auto tag = reader_.next();
            if (!tag) return;
            if (tag->name != "g") continue;
            if (tag->type == TagType::opening) ++depth;
            if (tag->type == TagType::closing) --depth;
        }
    }

    static Gradient gradient_of(const SvgTag& tag) {
        Gradient gradient;
        gradient.type = tag.name == "radialGradient" ? GradientType::radial : GradientType::linear;
        gradient.to = {tag.number("x2", 1), tag.number("y2", 0)};
        gradient.center = {tag.number("cx", 0.5), tag.number("cy", 0.5)};
        gradient.radius = tag.number("r", 0.5);
        return gradient;
    }

    void use(const Style& style, const SvgTag& tag) {
        const std::string* const id = tag.find("href");
        const auto group = groups_.find(id == nullptr ? "" : id->substr(1));
        if (group == groups_.end()) throw std::logic_error("svg_raster: use of what is not defined");
        const SvgReader here = std::exchange(reader_, group->second);
        children(style, "g");
        reader_ = here;
    }

    struct SvgShape {
        std::vector<Line> lines;
        bool filled = true;
    };

    static SvgShape shape(const Style& style, const SvgTag& tag) {
        const auto place = [&](Point p) { return style.place(p); };
        if (tag.name == "circle") {
            const Point center = place({tag.number("cx", 0), tag.number("cy", 0)});
            return {{closed(circle_line(center, style.scale * tag.number("r", 0)))}};
        }
        if (tag.name == "rect") return {{rectangle(style, tag)}};
        if (tag.name == "line") {
            return {{{place({tag.number("x1", 0), tag.number("y1", 0)}),
                      place({tag.number("x2", 0), tag.number("y2", 0)})}},
                    false};
        }
        if (tag.name == "path") return {lines_of_path(*tag.find("d"), place)};
        if (tag.name == "polygon") {
            const std::vector<double> numbers = numbers_of(*tag.find("points"));
            Line line;
            for (std::size_t k = 0; k + 1 < numbers.size(); k += 2)
                line.push_back(place({numbers[k], numbers[k + 1]}));
            return {{closed(line)}};
        }
        throw std::logic_error("svg_raster: element " + tag.name);
    }

    static Line closed(Line line) {
        if (!line.empty()) line.push_back(line.front());
        return line;
    }

    /// Percentages, as in the ground of a picture, mean all of the image.
    static Line rectangle(const Style& style, const SvgTag& tag) {
        const auto length = [&](const char* name) {
            const std::string* const text = tag.find(name);
            return text != nullptr && text->back() == '%' ? 1e5 : tag.number(name, 0);
        };
        const double x = tag.number("x", 0), y = tag.number("y", 0);
        const double right = x + length("width"), bottom = y + length("height");
        const double r = std::min({tag.number("rx", 0), (right - x) / 2, (bottom - y) / 2});
        if (!(r > 0)) {
            return closed({style.place({x, y}), style.place({right, y}), style.place({right, bottom}),
                           style.place({x, bottom})});
        }
        Line line;
        const Point centers[] = {
            {right - r, bottom - r}, {x + r, bottom - r}, {x + r, y + r}, {right - r, y + r}};
        for (int k = 0; k < 4; ++k) {
            constexpr double quarter = std::numbers::pi / 2;
            for (const Point p : arc_line(style.place(centers[k]), style.scale * r, k * quarter, quarter))
                line.push_back(p);
        }
        return closed(line);
    }

    void paint(const Style& style, const SvgShape& shape) {
        if (shape.filled && style.fill != "none") {
            Paint paint{{}, style.opacity * style.fill_opacity, nullptr};
            if (style.fill.rfind("url(#", 0) == 0) {
                paint.gradient = &gradients_.at(style.fill.substr(5, style.fill.size() - 6));
            } else {
                paint.colour = colour_of(style.fill);
            }
            fill(image_, shape.lines, paint);
        }
        if (style.stroke == "none") return;
        std::vector<double> dashes = style.dashes;
        for (double& dash : dashes) dash *= style.scale;
        Outline pen;
        for (const Line& line : shape.lines) {
            for (Line& part : stroked(line, style.scale * style.width, dashes))
                pen.push_back(std::move(part));
        }
        fill(image_, pen, {colour_of(style.stroke), style.opacity * style.stroke_opacity, nullptr});
    }

    void text(const Style& style, const SvgTag& tag) {
        const double size = style.scale * style.font_size;
        Point origin = style.place({tag.number("x", 0), tag.number("y", 0)});
        const double width = text_width(tag.text, size, style.weight);
        if (style.anchor == "middle") origin.x -= width / 2;
        if (style.anchor == "end") origin.x -= width;
        paint(style, {text_outline(tag.text, origin, size, style.weight)});
    }

    Image& image_;
    SvgReader reader_;
    std::map<std::string, SvgReader> groups_;
    std::map<std::string, Gradient> gradients_;
};

}  // namespace

void draw_svg(Image& image, std::string_view svg, double scale) {
    SvgPainter(image, svg).paint(scale);
}

}  // namespace carom::draw
