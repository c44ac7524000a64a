// A sphere of triangles: an icosahedron whose faces were cut in four, twice.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace carom::detail {

struct TriangleMesh {
    std::vector<std::array<float, 3>> points;             ///< on the unit sphere, so also the normals
    std::vector<std::array<std::uint16_t, 3>> triangles;  ///< counter-clockwise, seen from outside
};

class IcosphereBuilder {
public:
    TriangleMesh build(int cuts) {
        start();
        for (int k = 0; k < cuts; ++k) cut();
        return mesh_;
    }

private:
    void start() {
        const double golden = (1 + std::sqrt(5.0)) / 2;
        for (const double a : {-1.0, 1.0}) {
            for (const double b : {-golden, golden}) {
                add({a, b, 0});
                add({0, a, b});
                add({b, 0, a});
            }
        }
        // Neighbours of an icosahedron are nearest: three that are all neighbours are a face.
        for (std::uint16_t i = 0; i < 12; ++i) {
            for (std::uint16_t j = 0; j < i; ++j) {
                for (std::uint16_t k = 0; k < j; ++k) {
                    if (!near(i, j) || !near(j, k) || !near(i, k)) continue;
                    mesh_.triangles.push_back(outwards(i, j, k));
                }
            }
        }
    }

    void cut() {
        std::vector<std::array<std::uint16_t, 3>> finer;
        for (const auto& [a, b, c] : mesh_.triangles) {
            const std::uint16_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        mesh_.triangles = std::move(finer);
        middles_.clear();
    }

    std::uint16_t add(const std::array<double, 3>& p) {
        const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        mesh_.points.push_back({static_cast<float>(p[0] / length), static_cast<float>(p[1] / length),
                                static_cast<float>(p[2] / length)});
        return static_cast<std::uint16_t>(mesh_.points.size() - 1);
    }

    double dot(std::uint16_t i, std::uint16_t j) const {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += double{mesh_.points[i][k]} * mesh_.points[j][k];
        return sum;
    }

    /// Of the 12 corners, neighbours are 63 degrees apart and others 117 or more.
    bool near(std::uint16_t i, std::uint16_t j) const { return dot(i, j) > 0; }

    std::array<std::uint16_t, 3> outwards(std::uint16_t i, std::uint16_t j, std::uint16_t k) const {
        const auto& a = mesh_.points[i];
        const auto& b = mesh_.points[j];
        const auto& c = mesh_.points[k];
        const float volume = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                             a[2] * (b[0] * c[1] - b[1] * c[0]);
        if (volume > 0) return {i, j, k};
        return {i, k, j};
    }

    std::uint16_t middle(std::uint16_t i, std::uint16_t j) {
        const auto [known, fresh] =
            middles_.try_emplace(i < j ? std::pair(i, j) : std::pair(j, i), std::uint16_t{0});
        if (fresh) {
            const auto& a = mesh_.points[i];
            const auto& b = mesh_.points[j];
            known->second = add({double{a[0]} + b[0], double{a[1]} + b[1], double{a[2]} + b[2]});
        }
        return known->second;
    }

    TriangleMesh mesh_;
    std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint16_t> middles_;
};

}  // namespace carom::detail
