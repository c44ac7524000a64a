// Promise: the first contact of two paths is decided as rational arithmetic decides it, and its time is that
// of the exact root within 256 ulp. Questions: breaks, grazes to 1e-14 of the reach, paths side by side, far
// ones, and such that turn back. With CAROM_DISC_CONTACTS=N so many of each family.
#include "billiards/disc_contact.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <string>

#include "billiards/random_breaks.hpp"
#include "support/share.hpp"

namespace carom::billiards::testing {
namespace {

using detail::RelativePath;

struct Question {
    RelativePath path;
    double reach;
    double horizon;
};

/// A polynomial with rational coefficients, the lowest first.
using Polynomial = std::vector<mpq_class>;

void trim(Polynomial& p) {
    while (!p.empty() && p.back() == 0) p.pop_back();
}

Polynomial derivative(const Polynomial& p) {
    Polynomial result;
    for (std::size_t k = 1; k < p.size(); ++k) result.push_back(p[k] * static_cast<unsigned long>(k));
    return result;
}

/// Minus the remainder of a division.
Polynomial minus_rest(Polynomial p, const Polynomial& by) {
    while (p.size() >= by.size()) {
        const mpq_class factor = p.back() / by.back();
        const std::size_t shift = p.size() - by.size();
        for (std::size_t k = 0; k < by.size(); ++k) p[shift + k] -= factor * by[k];
        p.pop_back();
        trim(p);
    }
    for (mpq_class& c : p) c = -c;
    return p;
}

mpq_class value(const Polynomial& p, const mpq_class& s) {
    mpq_class sum = 0;
    for (std::size_t k = p.size(); k-- > 0;) sum = sum * s + p[k];
    return sum;
}

/// Sturm's chain counts the different roots in an interval.
class SturmChain {
public:
    explicit SturmChain(Polynomial p) {
        trim(p);
        chain_.push_back(p);
        Polynomial next = derivative(p);
        while (!next.empty()) {
            chain_.push_back(next);
            next = minus_rest(chain_[chain_.size() - 2], next);
        }
    }

    /// In (from, to].
    int roots(const mpq_class& from, const mpq_class& to) const { return changes(from) - changes(to); }

private:
    int changes(const mpq_class& at) const {
        int count = 0;
        int last = 0;
        for (const Polynomial& p : chain_) {
            const int sign = sgn(value(p, at));
            if (sign == 0) continue;
            if (last != 0 && sign != last) ++count;
            last = sign;
        }
        return count;
    }

    std::vector<Polynomial> chain_;
};

/// Squared distance less the squared reach, as a polynomial of time.
Polynomial gap_polynomial(const Question& q) {
    const mpq_class x(q.path.x), y(q.path.y), u(q.path.u), v(q.path.v), hx(q.path.hx), hy(q.path.hy);
    const mpq_class reach(q.reach);
    return {x * x + y * y - reach * reach, 2 * (x * u + y * v), u * u + v * v + 2 * (x * hx + y * hy),
            2 * (u * hx + v * hy), hx * hx + hy * hy};
}

/// The first root in (0, horizon] of a gap that is open at 0, to 2^-90 of the horizon; nothing without one.
std::optional<mpq_class> first_root(const Question& q) {
    const SturmChain chain(gap_polynomial(q));
    mpq_class low = 0;
    mpq_class high(q.horizon);
    if (chain.roots(low, high) == 0) return {};
    for (int k = 0; k < 90; ++k) {
        const mpq_class middle = (low + high) / 2;
        (chain.roots(low, middle) > 0 ? high : low) = middle;
    }
    return (low + high) / 2;
}

/// Of the time, or of that in which the point moves by the reach, if this is longer: rounding of its place
/// alone shifts a contact by as much.
double ulps(double time, const mpq_class& exact, const Question& q) {
    const RelativePath there = q.path.after(exact.get_d());
    const double size = std::max(exact.get_d(), q.reach / std::hypot(there.u, there.v));
    const double ulp = std::nextafter(size, HUGE_VAL) - size;
    const mpq_class off = abs(mpq_class(time) - exact) / mpq_class(ulp);
    return off.get_d();
}

struct Tally {
    int questions = 0;
    int contacts = 0;
    int missed = 0;
    int made_up = 0;
    double worst = 0;  ///< `ulps`

    void ask(const Question& q) {
        if (std::hypot(q.path.x, q.path.y) < q.reach + 1e-13) return;  // in contact already
        const double answer = detail::first_disc_contact(q.path, q.reach, q.reach * q.reach, q.horizon);
        const auto exact = first_root(q);
        ++questions;
        if (exact) ++contacts;
        if (exact && answer == detail::kNever) ++missed;
        if (!exact && answer < detail::kNever) ++made_up;
        if (exact && answer < detail::kNever) worst = std::max(worst, ulps(answer, *exact, q));
    }
};

constexpr double kReach = 0.05715;

/// Two balls somewhere on the table, with velocities and decelerations of billiards.
Question anywhere(Draws& draws) {
    const auto pull = [&](double size) { return draws.between(-size, size); };
    Question q{};
    do {
        q.path = {pull(2), pull(1), pull(5), pull(5), pull(1), pull(1)};
    } while (std::hypot(q.path.x, q.path.y) < 1.0001 * kReach);
    q.reach = kReach;
    q.horizon = draws.between(.1, 2);
    return q;
}

/// As near to a graze at the time t as `off` says, in units of the reach.
Question graze(Draws& draws, double off, double bend) {
    const double t = draws.between(.05, 1);
    const double angle = draws.between(0, 6.28);
    const double nx = std::cos(angle), ny = std::sin(angle);
    const double speed = draws.between(.1, 5);
    const double hx = draws.between(-bend, bend), hy = draws.between(-bend, bend);
    // at t it is at the distance (1 + off) reach and moves across
    const double x = nx * kReach * (1 + off), y = ny * kReach * (1 + off);
    const double u = -ny * speed, v = nx * speed;
    const RelativePath there{x, y, u, v, hx, hy};
    RelativePath path = there.after(-t);
    return {path, kReach, 2 * t};
}

/// Nearly the same velocity and deceleration.
Question in_unison(Draws& draws) {
    const double small = std::pow(10, draws.between(-12, -2));
    Question q = anywhere(draws);
    q.path.x *= .1;
    q.path.y *= .1;
    if (std::hypot(q.path.x, q.path.y) < 1.0001 * kReach) q.path.x += .2;
    q.path.u *= small;
    q.path.v *= small;
    q.path.hx *= small * draws.between(0, 1);
    q.path.hy *= small * draws.between(0, 1);
    q.horizon = draws.between(0, 1) / small;
    return q;
}

int questions_of_each() {
    const char* wanted = std::getenv("CAROM_DISC_CONTACTS");
    return wanted == nullptr ? static_cast<int>(test::share_of(1500)) : std::atoi(wanted);
}

void expect_right(const std::string& family, const Tally& tally) {
    EXPECT_EQ(tally.missed, 0) << family << ": " << tally.questions << " questions, " << tally.contacts
                               << " contacts";
    EXPECT_EQ(tally.made_up, 0) << family;
    EXPECT_LE(tally.worst, 256) << family;
}

TEST(DiscContact, AnywhereOnATable) {
    Draws draws(31);
    Tally tally;
    for (int k = 0; k < questions_of_each(); ++k) tally.ask(anywhere(draws));
    EXPECT_GT(tally.contacts, 0);
    expect_right("anywhere", tally);
}

TEST(DiscContact, Grazes) {
    for (const double bend : {0.0, 1.0}) {
        for (int power = 2; power <= 14; power += 2) {
            Draws draws(32);
            Tally tally;
            for (int k = 0; k < questions_of_each() / 5; ++k) {
                const double off = std::pow(10, -power) * (k % 2 == 0 ? 1 : -1);
                tally.ask(graze(draws, off, bend));
            }
            EXPECT_GT(tally.contacts, 0);
            expect_right("graze 1e-" + std::to_string(power), tally);
        }
    }
}

TEST(DiscContact, InUnison) {
    Draws draws(33);
    Tally tally;
    for (int k = 0; k < questions_of_each(); ++k) tally.ask(in_unison(draws));
    EXPECT_GT(tally.contacts, 0);
    expect_right("unison", tally);
}

}  // namespace
}  // namespace carom::billiards::testing
