#include "export/gltf_document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "carom/core/version.hpp"
#include "export/icosphere.hpp"
#include "files/buffered_file.hpp"

namespace carom::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsignedShort = 5123;         // component types
constexpr int kArrayBuffer = 34962, kElementArray = 34963;  // targets
constexpr int kLines = 1;                                   // mode

/// Paul Tol's "bright" scheme, which the colour-blind tell apart too; in linear light.
constexpr std::array<GltfPoint, 7> kColours = {{{0.0578F, 0.1845F, 0.4020F},
                                                {0.8550F, 0.1329F, 0.1845F},
                                                {0.0160F, 0.2462F, 0.0331F},
                                                {0.6038F, 0.4969F, 0.0578F},
                                                {0.1329F, 0.6038F, 0.8550F},
                                                {0.4020F, 0.0331F, 0.1845F},
                                                {0.4969F, 0.4969F, 0.4969F}}};

class Document {
public:
    explicit Document(const GltfAnimation& animation) : animation_(animation) {
        json_["asset"] = {{"version", "2.0"}, {"generator", std::string("carom ") + version}};
        json_["scene"] = 0;
        json_["scenes"] = {{{"name", animation.name}, {"nodes", Json::array()}}};
        for (const char* part : {"nodes", "meshes", "materials", "buffers", "bufferViews", "accessors"}) {
            json_[part] = Json::array();
        }
    }

    std::string bytes() {
        add_meshes();
        for (const GltfBall& ball : animation_.balls) add_ball(ball);
        add_box();
        add_tracks();
        json_["buffers"].push_back({{"byteLength", binary_.size()}});
        return file();
    }

private:
    /// The numbers as an accessor; returns its index. `target` 0 is none.
    template <class Number>
    std::size_t add_accessor(const std::vector<Number>& numbers, std::size_t width, int component,
                             int target) {
        constexpr const char* types[] = {"", "SCALAR", "", "VEC3"};
        const std::size_t start = binary_.size();
        for (const Number number : numbers) append_little_endian(binary_, number);
        Json view = {{"buffer", 0}, {"byteOffset", start}, {"byteLength", binary_.size() - start}};
        if (target != 0) view["target"] = target;
        binary_.append((4 - binary_.size() % 4) % 4, '\0');
        json_["bufferViews"].push_back(view);
        Json accessor = {{"bufferView", json_["bufferViews"].size() - 1},
                         {"componentType", component},
                         {"count", numbers.size() / width},
                         {"type", types[width]}};
        Json least = Json::array(), most = Json::array();
        for (std::size_t k = 0; k < width; ++k) {
            Number low = numbers[k], high = numbers[k];
            for (std::size_t j = k; j < numbers.size(); j += width) {
                low = std::min(low, numbers[j]);
                high = std::max(high, numbers[j]);
            }
            least.push_back(low);
            most.push_back(high);
        }
        accessor["min"] = least;
        accessor["max"] = most;
        json_["accessors"].push_back(accessor);
        return json_["accessors"].size() - 1;
    }

    std::size_t add_points(const std::vector<GltfPoint>& points, int target) {
        std::vector<float> numbers;
        for (const GltfPoint& point : points) numbers.insert(numbers.end(), point.begin(), point.end());
        return add_accessor(numbers, 3, kFloat, target);
    }

    /// One sphere in every colour that occurs.
    void add_meshes() {
        const TriangleMesh sphere = IcosphereBuilder().build(2);
        std::vector<std::uint16_t> corners;
        for (const auto& triangle : sphere.triangles) {
            corners.insert(corners.end(), triangle.begin(), triangle.end());
        }
        const std::size_t points = add_points(sphere.points, kArrayBuffer);
        const std::size_t indices = add_accessor(corners, 1, kUnsignedShort, kElementArray);
        std::size_t colours = 0;
        for (const GltfBall& ball : animation_.balls) colours = std::max(colours, ball.colour + 1);
        colours = std::min(colours, kColours.size());
        for (std::size_t k = 0; k < colours; ++k) {
            const auto& [red, green, blue] = kColours[k];
            json_["materials"].push_back({{"pbrMetallicRoughness",
                                           {{"baseColorFactor", {red, green, blue, 1.0F}},
                                            {"metallicFactor", 0.0F},
                                            {"roughnessFactor", 0.4F}}}});
            json_["meshes"].push_back({{"primitives",
                                        {{{"attributes", {{"POSITION", points}, {"NORMAL", points}}},
                                          {"indices", indices},
                                          {"material", k}}}}});
        }
    }

    void add_node(Json node) {
        json_["scenes"][0]["nodes"].push_back(json_["nodes"].size());
        json_["nodes"].push_back(std::move(node));
    }

    void add_ball(const GltfBall& ball) {
        add_node({{"name", ball.name},
                  {"mesh", ball.colour % kColours.size()},
                  {"translation", ball.track.points.front()},
                  {"scale", {ball.radius, ball.radius, ball.radius}}});
    }

    void add_box() {
        const auto corners = animation_.box_corners.size();
        if (corners == 0) return;
        std::vector<std::uint16_t> ends;
        for (std::size_t corner = 0; corner < corners; ++corner) {
            for (std::size_t bit = 1; bit < corners; bit *= 2) {
                if ((corner & bit) != 0) continue;
                ends.push_back(static_cast<std::uint16_t>(corner));
                ends.push_back(static_cast<std::uint16_t>(corner | bit));
            }
        }
        const std::size_t points = add_points(animation_.box_corners, kArrayBuffer);
        const std::size_t indices = add_accessor(ends, 1, kUnsignedShort, kElementArray);
        json_["meshes"].push_back(
            {{"primitives",
              {{{"attributes", {{"POSITION", points}}}, {"indices", indices}, {"mode", kLines}}}}});
        add_node({{"name", "box"}, {"mesh", json_["meshes"].size() - 1}});
    }

    void add_tracks() {
        if (animation_.times.size() < 2) return;
        const std::size_t shared = add_accessor(animation_.times, 1, kFloat, 0);
        Json channels = Json::array(), samplers = Json::array();
        for (std::size_t ball = 0; ball < animation_.balls.size(); ++ball) {
            const GltfTrack& track = animation_.balls[ball].track;
            const std::size_t times =
                track.times == animation_.times ? shared : add_accessor(track.times, 1, kFloat, 0);
            const std::size_t points = add_points(track.points, 0);
            channels.push_back(
                {{"sampler", samplers.size()}, {"target", {{"node", ball}, {"path", "translation"}}}});
            samplers.push_back({{"input", times}, {"output", points}, {"interpolation", "LINEAR"}});
        }
        json_["animations"] = {{{"name", animation_.name}, {"channels", channels}, {"samplers", samplers}}};
    }

    std::string file() const {
        std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
        text.append((4 - text.size() % 4) % 4, ' ');
        std::string bytes = "glTF";
        append_little_endian(bytes, std::uint32_t{2});
        append_little_endian(bytes, static_cast<std::uint32_t>(28 + text.size() + binary_.size()));
        append_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
        bytes += "JSON" + text;
        append_little_endian(bytes, static_cast<std::uint32_t>(binary_.size()));
        bytes.append("BIN\0", 4);
        return bytes + binary_;
    }

    const GltfAnimation& animation_;
    Json json_;
    std::string binary_;
};

}  // namespace

std::string glb_of(const GltfAnimation& animation) {
    return Document(animation).bytes();
}

}  // namespace carom::detail
