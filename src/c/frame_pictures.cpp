// Pictures of frames: a file of its own, because a module without them has no text of SVG.
#include "c/frame_object.hpp"
#include "carom/export/frame_svg.hpp"

namespace carom::c {
namespace {

template <class T>
std::string svg_of(Frame& frame) {
    const auto& of = frame.of<T, 2>();
    std::vector<MovingBall<double, 2>> balls;
    for (const MovingBall<T, 2>& ball : of.balls)
        balls.push_back(
            {{ball.center[0], ball.center[1]}, ball.radius, {ball.displacement[0], ball.displacement[1]}});
    std::vector<FrameContact<double>> contacts;
    for (const carom_frame_contact& each : frame.contacts)
        contacts.push_back({each.a, each.b, each.first, each.last, static_cast<ContactState>(each.state)});
    return frame_svg(balls, contacts, of.finder.cells());
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_frame_svg(carom_frame* frame, size_t capacity, char* text, size_t* length) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (length == nullptr || (text == nullptr && capacity > 0)) return bad(kNullPointer);
        if (object.dimension != 2) return bad("dimension: pictures of frames have two");
        if (!object.found) return bad("the last contacts that were looked for are not those of balls");
        const std::string svg = object.found_in_float ? svg_of<float>(object) : svg_of<double>(object);
        *length = svg.size();
        if (svg.size() <= capacity) svg.copy(text, svg.size());
        return CAROM_OK;
    });
}
