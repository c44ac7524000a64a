#include "app/run/results_reading.hpp"

#include <limits>
#include <utility>

#include "app/run/checking.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "proof/record_check.hpp"

namespace carom::app {
namespace {

/// Hands each record to all that still take part.
template <int N>
class ResultsReading {
public:
    ResultsReading(Playback<N>& playback, const ResultsWanted& wanted, Verbosity verbosity)
        : playback_(playback),
          records_(wanted.records),
          line_(verbosity),
          check_progress_(wanted.records, verbosity),
          paths_(playback) {
        if (wanted.proof) {
            check_.emplace(playback.start(),
                           [this](std::uint64_t done) { return check_progress_.go_on(done); });
            check_goes_on_ = true;
        }
        if (!wanted.page) return;
        excerpt_.emplace(playback, view::Window{});
        excerpt_->begin();
    }

    TrajectoryResults<N> read() {
        const Time end = playback_.at(std::numeric_limits<double>::infinity());
        for (std::uint64_t done = 0; check_goes_on_ || paths_go_on_ || excerpt_; ++done) {
            const auto event = playback_.next_until(end);
            if (!event) break;
            take(*event);
            if (!check_goes_on_) draw(done);
        }
        if (check_) finish_check();
        if (excerpt_) finish_excerpt();
        results_.paths = paths_.finish();
        return std::move(results_);
    }

private:
    void take(const Event<N>& event) {
        if (check_goes_on_) check_goes_on_ = check_->take(event);
        if (paths_go_on_) paths_go_on_ = paths_.take(event);
        if (excerpt_ && !excerpt_->take(event)) finish_excerpt();
    }

    void draw(std::uint64_t done) {
        constexpr std::uint64_t step = 4096;
        if (done % step != 0 || !line_.due()) return;
        line_.draw(static_cast<double>(done) / static_cast<double>(records_), {"reading the trajectory"});
    }

    void finish_check() {
        const CheckReport report = check_->finish(playback_.trajectory());
        results_.proof = check_progress_.has_stopped() ? not_proved("interrupted") : proof_of(report);
    }

    void finish_excerpt() {
        if (const auto fault = playback_.fault()) {
            results_.excerpt = *fault;
        } else if (!interrupted()) {
            results_.excerpt = excerpt_->finish();
        }
        excerpt_.reset();
    }

    Playback<N>& playback_;
    std::uint64_t records_;
    ProgressLine line_;
    CheckProgress check_progress_;
    std::optional<RecordCheck<N>> check_;
    PathCollector<N> paths_;
    std::optional<view::ExcerptCollector<N>> excerpt_;
    bool check_goes_on_ = false;
    bool paths_go_on_ = true;
    TrajectoryResults<N> results_;
};

}  // namespace

template <int N>
TrajectoryResults<N> read_results(TrajectoryReader<N> trajectory, const ResultsWanted& wanted,
                                  Verbosity verbosity) {
    Playback<N> playback(std::move(trajectory));
    return ResultsReading<N>(playback, wanted, verbosity).read();
}

template TrajectoryResults<2> read_results(TrajectoryReader<2>, const ResultsWanted&, Verbosity);
template TrajectoryResults<3> read_results(TrajectoryReader<3>, const ResultsWanted&, Verbosity);

}  // namespace carom::app
