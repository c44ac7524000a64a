// The point nearest to a given one at which c.x + d >= 0 for some columns c: non-negative least squares with
// an active set (C. L. Lawson, R. J. Hanson, "Solving Least Squares Problems", 1974, chapter 23).
#pragma once

#include <cstddef>
#include <vector>

namespace carom::proof {

class NearestPoint {
public:
    using Column = std::vector<double>;

    /// A half-space: c.x + d >= 0. Precondition: |c| = 1.
    struct Bound {
        Column c;
        double d = 0;
    };

    /// Has to outlive it.
    explicit NearestPoint(const std::vector<Bound>& bounds) : bounds_(&bounds) {}

    /// Moves `point` to the nearest one within the bounds `chosen`.
    void solve(const std::vector<std::size_t>& chosen, Column& point);

    /// Does it push the last answer away?
    bool is_active(std::size_t bound) const;
    /// The factors of the columns, added up, of the last call.
    double pushes() const;
    /// How far outside of a bound the last answer is: above rounding where no point is within all of them.
    double outside() const { return outside_; }

private:
    struct Active {
        std::size_t bound = 0;
        double factor = 0;
    };

    std::size_t farthest(const std::vector<std::size_t>& chosen, const Column& point);
    bool extend(std::size_t bound);
    void rebuild();
    std::vector<double> factors(const Column& start) const;
    bool step(const std::vector<double>& next);
    Column at(const Column& start) const;

    const std::vector<Bound>* bounds_;
    std::vector<Active> active_;
    std::vector<Column> basis_;     // orthonormal, as many as there are active bounds
    std::vector<Column> triangle_;  // column k: what the basis has of the k-th active column
    std::vector<bool> is_passed_over_;
    double outside_ = 0;
};

}  // namespace carom::proof
