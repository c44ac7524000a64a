#include "picture/picture_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/font.hpp"
#include "draw/svg_raster.hpp"
#include "picture/panel.hpp"
#include "picture/svg.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr double kHeight = 720;  // of the page in its own pixels, which are scaled to those asked for
constexpr double kSheetMargin = 32;
constexpr double kPictureGap = 18;   // between the pictures of a sheet
constexpr double kLabel = 24;        // above each of them
constexpr double kSheetFooter = 56;  // below all
constexpr const char* kInk = "#3c4650";

std::string text_svg(double x, double y, double size, const char* look, const std::string& text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" {}>{}</text>\n", svg_number(x),
                       svg_number(y), svg_number(size), look, svg_escaped(text));
}

/// The frames of `count` pictures in this many columns.
std::vector<draw::Frame> grid(const draw::Frame& room, std::size_t count, std::size_t columns) {
    const std::size_t rows = (count + columns - 1) / columns;
    const double label = count > 1 ? kLabel : 0;
    const double width =
        (room.width - kPictureGap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    const double height =
        (room.height - kPictureGap * static_cast<double>(rows - 1)) / static_cast<double>(rows) - label;
    std::vector<draw::Frame> frames;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t in_row = k % columns, in_column = k / columns;
        const auto column = static_cast<double>(in_row), row = static_cast<double>(in_column);
        frames.push_back({room.left + column * (width + kPictureGap),
                          room.top + row * (height + label + kPictureGap) + label, width, height});
    }
    return frames;
}

template <int N>
class PictureSheet {
public:
    PictureSheet(const PictureSource<N>& source, const std::vector<Moment<N>>& moments,
                 const PageStyle<N>& style)
        : source_(source),
          moments_(moments),
          style_(style),
          width_(kHeight * style.width / style.height),
          colours_(source, style.colour, style.fastest) {
        for (const Moment<N>& moment : moments) ball_colours_.push_back(colours_.at(moment));
        const double top = style.title.empty() ? 58 : 88;
        const draw::Frame room{kSheetMargin, top, width_ - 2 * kSheetMargin, kHeight - top - kSheetFooter};
        scale_ = 0;
        for (std::size_t columns = 1; columns <= moments.size(); ++columns) {
            const std::vector<draw::Frame> frames = grid(room, moments.size(), columns);
            if (frames[0].width <= 0 || frames[0].height <= 0) continue;
            const double scale = still_scale(source, style.view, frames[0]);
            if (scale <= scale_) continue;
            scale_ = scale;
            frames_ = frames;
        }
    }

    bool fits() const { return scale_ > 0; }

    Result<std::string, PictureFault> svg() const {
        std::string text = head() + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
        for (std::size_t k = 0; k < moments_.size(); ++k) {
            auto part = still_svg(still(k));
            if (!part) return part.error();
            text += *part;
        }
        return text + outlines() + words() + "</svg>\n";
    }

    Result<draw::Image, PictureFault> image() const {
        draw::Image image(style_.width, style_.height, {1, 1, 1});
        const double scale = style_.height / kHeight;
        if constexpr (N == 3) {
            for (std::size_t k = 0; k < moments_.size(); ++k) draw_still(image, still(k), scale);
            draw_svg(image, head() + outlines() + words() + "</svg>\n", scale);
        } else {
            const auto text = svg();
            if (!text) return text.error();
            draw_svg(image, *text, scale);
        }
        return image;
    }

private:
    Still<N> still(std::size_t k) const {
        return {source_, style_.view, moments_[k], ball_colours_[k], colours_.key().by, frames_[k]};
    }

    std::string head() const {
        return fmt::format(
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} "
                   "{}\" "
                   "font-family=\"'Liberation Sans',Helvetica,Arial,'DejaVu Sans',sans-serif\" "
                   "fill=\"none\">\n"
                   "<title>{}</title>\n<defs>\n",
                   style_.width, style_.height, svg_number(width_), svg_number(kHeight),
                   svg_escaped(style_.title)) +
               still_definitions(source_, ball_colours_) + speed_gradient() + "</defs>\n";
    }

    /// Balls that lie inside others would be lost where overlaps are to be seen.
    std::string outlines() const {
        std::string text;
        if constexpr (N == 3) {
            for (std::size_t k = 0; k < moments_.size() && colours_.key().by == ColourBy::overlap; ++k)
                text += outlines_svg(still(k));
        }
        return text;
    }

    std::string words() const {
        std::string text;
        if (!style_.title.empty())
            text += title_svg({kSheetMargin, 44}, width_ - 2 * kSheetMargin, 24, style_.title);
        text += text_svg(kSheetMargin, style_.title.empty() ? 38 : 69, 15, "fill=\"#56606c\"", facts());
        for (std::size_t k = 0; k < moments_.size() && moments_.size() > 1; ++k) {
            const draw::Frame& frame = frames_[k];
            text += text_svg(frame.left + frame.width / 2, frame.top - 8, 14,
                             "fill=\"#3c4650\" text-anchor=\"middle\"", time_of(moments_[k]));
        }
        return text + key() + scale_bar();
    }

    std::string time_of(const Moment<N>& moment) const { return fmt::format("t = {:.4g}", moment.time); }

    std::string facts() const {
        std::string text = counted(source_.scene.balls.size(), "ball");
        if (source_.trajectory.empty()) return text;
        if (moments_.size() == 1) {
            return fmt::format("{}, {}, after {}", text, time_of(moments_[0]),
                               counted(moments_[0].impacts, "impact"));
        }
        return fmt::format("{}, {} to {:.4g}", text, time_of(moments_.front()), moments_.back().time);
    }

    std::string speed_gradient() const {
        if (colours_.key().by != ColourBy::speed) return "";
        std::string text = "<linearGradient id=\"speed\">";
        for (int k = 0; k <= 8; ++k) {
            text += fmt::format("<stop offset=\"{:g}\" stop-color=\"{}\"/>", k / 8.0,
                                hexadecimal(speed_colour(k / 8.0)));
        }
        return text + "</linearGradient>\n";
    }

    /// What the colours mean, at the lower left.
    std::string key() const {
        const double y = kHeight - 24;
        if (colours_.key().by == ColourBy::speed) {
            const std::string fastest = fmt::format("{:.3g}", colours_.key().fastest);
            return text_svg(kSheetMargin, y, 14, "fill=\"#3c4650\"", "speed 0") +
                   fmt::format("<rect x=\"{}\" y=\"{}\" width=\"160\" height=\"12\" fill=\"url(#speed)\"/>\n",
                               svg_number(kSheetMargin + 64), svg_number(y - 11)) +
                   text_svg(kSheetMargin + 232, y, 14, "fill=\"#3c4650\"", fastest);
        }
        std::string text;
        double x = kSheetMargin;
        for (const ColourKey::Swatch& entry : colours_.key().entries) {
            const double width = 40 + 1.1 * draw::text_width(entry.text, 14, draw::Weight::regular);
            if (x + width > width_ - 2 * kSheetMargin - kLongestBar) return text;
            const draw::Colour& c = entry.colour;
            const bool is_pale = std::min({c.red, c.green, c.blue}) > 0.85F;  // it needs an edge on paper
            text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"{}\"{}/>\n", svg_number(x + 8),
                                svg_number(y - 5), hexadecimal(c), is_pale ? " stroke=\"#8a93a0\"" : "");
            text += text_svg(x + 21, y, 14, "fill=\"#3c4650\"", entry.text);
            x += width;
        }
        return text;
    }

    static constexpr double kLongestBar = 260;  // with its words

    std::string scale_bar() const {
        const double length = round_length(150 / scale_);
        const double right = width_ - kSheetMargin, left = right - length * scale_, y = kHeight - 29;
        return fmt::format(
                   "<path d=\"M{0} {2}v10M{0} {3}H{1}M{1} {2}v10\" stroke=\"{4}\" stroke-width=\"1.6\"/>\n",
                   svg_number(left), svg_number(right), svg_number(y - 5), svg_number(y), kInk) +
               text_svg(left - 9, y + 5, 14, "fill=\"#3c4650\" text-anchor=\"end\"",
                        fmt::format("{:g}", length));
    }

    const PictureSource<N>& source_;
    const std::vector<Moment<N>>& moments_;
    const PageStyle<N>& style_;
    double width_;
    BallColours<N> colours_;
    std::vector<std::vector<draw::Colour>> ball_colours_;
    std::vector<draw::Frame> frames_;
    double scale_ = 0;  // pixels of the page per unit of length
};

PictureFault no_room() {
    return {{"carom: so many moments do not fit into this size"}, PictureFault::Cause::bad_input};
}

}  // namespace

template <int N>
Result<std::string, PictureFault> page_svg(const PictureSource<N>& source,
                                           const std::vector<Moment<N>>& moments, const PageStyle<N>& style) {
    const PictureSheet<N> page(source, moments, style);
    if (!page.fits()) return no_room();
    return page.svg();
}

template <int N>
Result<draw::Image, PictureFault> page_image(const PictureSource<N>& source,
                                             const std::vector<Moment<N>>& moments,
                                             const PageStyle<N>& style) {
    const PictureSheet<N> page(source, moments, style);
    if (!page.fits()) return no_room();
    return page.image();
}

template Result<std::string, PictureFault> page_svg(const PictureSource<2>&, const std::vector<Moment<2>>&,
                                                    const PageStyle<2>&);
template Result<std::string, PictureFault> page_svg(const PictureSource<3>&, const std::vector<Moment<3>>&,
                                                    const PageStyle<3>&);
template Result<draw::Image, PictureFault> page_image(const PictureSource<2>&, const std::vector<Moment<2>>&,
                                                      const PageStyle<2>&);
template Result<draw::Image, PictureFault> page_image(const PictureSource<3>&, const std::vector<Moment<3>>&,
                                                      const PageStyle<3>&);

}  // namespace carom::app
