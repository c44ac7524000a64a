// What `carom explain` tells of energy: of a shot as a whole, and of one of its events.
#include "app/explain/explain_lines.hpp"
#include "app/explain/explained_shot.hpp"
#include "app/shots/shot_report.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::ClothLosses;
using billiards::EventKind;
using billiards::ImpactAccount;

constexpr double kRoundingShare = 1e-9;  // of what is there: less is none

std::string joules(double value) {
    return digits(value) + " J";
}

std::string share_of(double part, double whole) {
    return whole > 0 ? fmt::format("{:.2f} %", 100 * part / whole) : "";
}

/// Where it went, such as "0.01 J sliding, 0.002 J rolling".
std::string cloth_in_words(const ClothLosses& losses, double least) {
    std::string words;
    const auto add = [&](double lost, const char* what) {
        if (std::fabs(lost) > least) words += (words.empty() ? "" : ", ") + joules(lost) + " " + what;
    };
    add(losses.sliding, "sliding");
    add(losses.rolling, "rolling");
    add(losses.spinning, "of spin about the vertical");
    return words;
}

/// The rows of a shot's energy that are not 0.
class EnergyTable {
public:
    explicit EnergyTable(double whole) : whole_(whole) {}

    void add(const char* name, double energy, const std::string& remark = "") {
        if (std::fabs(energy) <= kRoundingShare * whole_) return;
        text_ += fmt::format("   {:<24}   {:<12} {:>8}{}{}\n", name, joules(energy), share_of(energy, whole_),
                             remark.empty() ? "" : "  ", remark);
    }
    const std::string& text() const { return text_; }

private:
    double whole_;
    std::string text_;
};

std::string parts(double restitution, double friction, double cloth, double least) {
    std::string words = fmt::format("restitution {}, friction {}", joules(restitution), joules(friction));
    if (std::fabs(cloth) > least) words += ", cloth " + joules(cloth);
    return words;
}

std::string account_in_words(const EventEnergy& energy, const ImpactAccount& account) {
    const double least = kRoundingShare * energy.before;
    const bool springs_back = account.grip == billiards::Grip::springs_back;
    const std::string driven =
        springs_back ? "below 0: what gave way springs back" : "below 0: this law's impulse drives the slip";
    std::string text = fact_line("to restitution", joules(account.lost_normal), "along the line of contact") +
                       fact_line("to friction", joules(account.lost_friction),
                                 account.lost_friction < -least ? driven : "where the surfaces touch");
    if (std::fabs(account.lost_cloth) > least)
        text +=
            fact_line("to the cloth", joules(account.lost_cloth),
                      account.lost_cloth < 0 ? "its friction drives the ball" : "while they are in touch");
    return text;
}

}  // namespace

std::string energy_of_shot_in_words(const ExplainedShot& shot) {
    const billiards::ShotEnergy energy = energy_of_shot(shot.scene.setup, shot.shot.start, shot.shot.events);
    const double whole = energy.at_start + energy.from_cue, least = kRoundingShare * whole;
    EnergyTable table(whole);
    table.add("given by the cue", energy.from_cue);
    table.add("there at the start", energy.at_start);
    table.add("lost where balls meet", energy.balls_normal + energy.balls_friction + energy.balls_cloth,
              parts(energy.balls_normal, energy.balls_friction, energy.balls_cloth, least));
    table.add("where several meet", energy.joint, "at once: friction and restitution together");
    table.add("at cushions", energy.cushions_normal + energy.cushions_friction + energy.cushions_cloth,
              parts(energy.cushions_normal, energy.cushions_friction, energy.cushions_cloth, least));
    table.add("where balls come down", energy.bed_normal + energy.bed_friction,
              parts(energy.bed_normal, energy.bed_friction, 0, least));
    table.add("to the cloth: sliding", energy.cloth.sliding);
    table.add("rolling", energy.cloth.rolling);
    table.add("spin about the vertical", energy.cloth.spinning);
    table.add("contact that lasts", energy.lasting, "where balls push each other");
    table.add("with balls that are gone", energy.gone, "into pockets or off the table");
    table.add("left at the end", energy.at_end);
    return table.text().empty() ? ""
                                : "\nEnergy of motion, spin and height, and where it goes\n\n" + table.text();
}

std::string energy_of_event_in_words(const ExplainedShot& shot, const ExplainedEvent& e) {
    const EventEnergy& energy = e.energy;
    std::string text = "\nEnergy of motion, spin and height\n\n";
    if (e.is_joint)
        text += fact_line("balls that meet at once", std::to_string(energy.balls), "all of them together");
    text += fact_line("before", joules(energy.before)) + fact_line("after", joules(energy.after));
    const double lost = energy.before - energy.after;
    if (e.is_joint || e.account) text += fact_line("lost", joules(lost), share_of(lost, energy.before));
    if (e.account) text += account_in_words(energy, *e.account);
    const auto way = [&](int ball, const WayToEvent& passed) {
        const std::string words = cloth_in_words(passed.lost, kRoundingShare * energy.before);
        if (passed.seconds > 0 && !words.empty())
            text += fact_line(ball_in_words(shot.scene, ball) + " lost before",
                              fmt::format("{}, in {} s", words, digits(passed.seconds)));
    };
    way(e.event->ball, e.ball_way);
    if (e.event->kind == EventKind::ball_ball) way(e.event->other, e.other_way);
    return text;
}

}  // namespace carom::app
