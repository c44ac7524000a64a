// What a sweep costs, beside the textbook listing (Gomez 1999, repaired only in its signs) in the same run.
// Both are checked on the same data: the share of queries they decide differently is reported.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

#include "carom/pair/sweep.hpp"

namespace {

using carom::MovingBall;

template <class T>
using Pair = std::array<MovingBall<T, 3>, 2>;

/// Pairs of unit balls about 10 apart that move by about 20: some hit, most pass.
template <class T>
std::vector<Pair<T>> generic_pairs() {
    std::mt19937_64 random(1);
    const auto uniform = [&](double lo, double hi) {
        return static_cast<T>(lo + (hi - lo) * (static_cast<double>(random() >> 11) * 0x1p-53));
    };
    std::vector<Pair<T>> pairs(1024);
    for (Pair<T>& pair : pairs) {
        for (MovingBall<T, 3>& ball : pair) {
            ball.radius = 1;
            for (int k = 0; k < 3; ++k) ball.center[k] = uniform(-6, 6);
            for (int k = 0; k < 3; ++k) ball.displacement[k] = uniform(-10, 10);
        }
    }
    return pairs;
}

/// The textbook decision: b^2 - 4 a c in T.
template <class T>
bool textbook_sweep(const MovingBall<T, 3>& a, const MovingBall<T, 3>& b, T& first, T& last) {
    T aa = 0;
    T bb = 0;
    T cc = 0;
    for (int k = 0; k < 3; ++k) {
        const T d = b.center[k] - a.center[k];
        const T w = b.displacement[k] - a.displacement[k];
        aa += w * w;
        bb += 2 * w * d;
        cc += d * d;
    }
    const T r = a.radius + b.radius;
    cc -= r * r;
    if (cc <= 0) return true;
    const T q = bb * bb - 4 * aa * cc;
    if (!(q >= 0)) return false;
    first = (-bb - std::sqrt(q)) / (2 * aa);
    last = (-bb + std::sqrt(q)) / (2 * aa);
    return first >= 0 && first <= 1;
}

template <class T>
void sweep_carom(benchmark::State& state) {
    const auto pairs = generic_pairs<T>();
    double different = 0;
    for (const Pair<T>& pair : pairs) {
        T first = 0;
        T last = 0;
        different +=
            textbook_sweep(pair[0], pair[1], first, last) != static_cast<bool>(sweep(pair[0], pair[1]));
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(sweep(pairs[i][0], pairs[i][1]));
        i = (i + 1) % pairs.size();
    }
    state.counters["decided_unlike_textbook"] = different / static_cast<double>(pairs.size());
}

template <class T>
void sweep_textbook(benchmark::State& state) {
    const auto pairs = generic_pairs<T>();
    std::size_t i = 0;
    T first = 0;
    T last = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(textbook_sweep(pairs[i][0], pairs[i][1], first, last));
        i = (i + 1) % pairs.size();
    }
}

BENCHMARK(sweep_carom<float>);
BENCHMARK(sweep_carom<double>);
BENCHMARK(sweep_textbook<float>);
BENCHMARK(sweep_textbook<double>);

}  // namespace
