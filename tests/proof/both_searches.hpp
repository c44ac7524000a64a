// One report from the search in space and from the look at all pairs.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "carom/proof/check.hpp"
#include "record/recording.hpp"

namespace carom::test {

template <int N>
CheckReport check_with(PairSearch search, const Recording<N>& recording) {
    const Directory directory;
    write(recording, directory / "t.carom");
    return check_file<N>(directory / "t.carom", search);
}

/// Expects one report from both searches and returns it.
template <int N>
CheckReport expect_same_report(const Recording<N>& recording, const std::string& what) {
    const CheckReport oracle = check_with(PairSearch::all_pairs, recording);
    CheckReport report = check_with(PairSearch::in_space, recording);
    EXPECT_EQ(report.faults, oracle.faults) << what;
    EXPECT_EQ(report.fault_count, oracle.fault_count) << what;
    EXPECT_EQ(report.records, oracle.records) << what;
    EXPECT_EQ(report.worst_gap, oracle.worst_gap) << what;
    EXPECT_EQ(report.worst_bound_share, oracle.worst_bound_share) << what;
    EXPECT_EQ(report.end_seconds, oracle.end_seconds) << what;
    EXPECT_EQ(report.closed, oracle.closed) << what;
    EXPECT_LE(report.pairs_proved, oracle.pairs_proved) << what;
    return report;
}

}  // namespace carom::test
