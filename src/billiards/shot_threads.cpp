// Blocks of shots, shared out among threads.
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "carom/billiards/shot_batch.hpp"

namespace carom::billiards {
namespace {

class Blocks {
public:
    Blocks(const ShotSetup& setup, std::span<const BallState> start, const StrikeColumns& strikes,
           const OutcomeColumns& outcomes)
        : setup_(setup), start_(start), strikes_(strikes), outcomes_(outcomes) {}

    bool play(unsigned threads, const std::function<bool(double)>& go_on) {
        std::vector<std::thread> others;
        try {
            for (unsigned k = 1; k < threads && k * kBlock < strikes_.size(); ++k)
                others.emplace_back([this] { work({}); });
        } catch (const std::system_error&) {  // then fewer threads do it
        }
        work(go_on);
        for (std::thread& other : others) other.join();
        if (failure_) std::rethrow_exception(failure_);
        return !stops_;
    }

private:
    static constexpr std::size_t kBlock = 64;

    void work(const std::function<bool(double)>& go_on) noexcept {
        try {
            ShotPlayer player(setup_);
            for (;;) {
                const std::size_t begin = next_.fetch_add(kBlock);
                if (begin >= strikes_.size() || stops_) return;
                play_block(player, begin, std::min(kBlock, strikes_.size() - begin));
                const double share = static_cast<double>(begin) / static_cast<double>(strikes_.size());
                if (go_on && !go_on(share)) stops_ = true;
            }
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
            stops_ = true;
        }
    }

    void play_block(ShotPlayer& player, std::size_t begin, std::size_t count) const {
        const std::size_t balls = setup_.balls.size();
        const bool one_for_all = start_.size() == balls;
        play_shots(player, balls, one_for_all ? start_ : start_.subspan(begin * balls, count * balls),
                   strikes_.part(begin, count), outcomes_.part(begin, count, balls));
    }

    const ShotSetup& setup_;
    std::span<const BallState> start_;
    const StrikeColumns& strikes_;
    const OutcomeColumns& outcomes_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stops_{false};
    std::mutex mutex_;
    std::exception_ptr failure_;
};

}  // namespace

bool play_shots_on_threads(const ShotSetup& setup, std::span<const BallState> start,
                           const StrikeColumns& strikes, const OutcomeColumns& outcomes, unsigned threads,
                           const std::function<bool(double)>& go_on) {
    if (threads == 0) threads = std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
    return Blocks(setup, start, strikes, outcomes).play(threads, go_on);
}

}  // namespace carom::billiards
