// Sums of vectors that all but depend on each other.
#include <gtest/gtest.h>

#include "proof/span.hpp"

namespace carom::proof {
namespace {

TEST(CheckSpan, GivesWhatIsLeftAndTheLengthsOfTheTerms) {
    Span span(3, 2);
    span.add({2, 0, 0});
    span.add({3, 4, 0});
    const Span::Sum sum = span.nearest({1, 4, 7});  // -1 of the first and 1 of the second
    EXPECT_NEAR(sum.left, 7, 1e-14);
    EXPECT_NEAR(sum.terms, 2 + 5, 1e-14);
    EXPECT_NEAR(span.sharpness(), 0.8, 1e-15);
}

TEST(CheckSpan, UsesVectorsThatDifferLittleAndSaysHowMuchOfThemItTakes) {
    Span span(2, 2);
    span.add({1, 0});
    span.add({1, 0x1p-42});
    const Span::Sum sum = span.nearest({0, 1});
    EXPECT_NEAR(sum.left, 0, 1e-3);
    EXPECT_NEAR(sum.terms, 0x1p43, 0x1p33);
    EXPECT_EQ(span.sharpness(), 1);
}

TEST(CheckSpan, IsAsSharpAsTheTwoThatAreNearlyOpposite) {
    Span span(2, 3);
    span.add({0, 1});
    span.add({1, 0x1p-20});
    span.add({-1, 0});  // the two before give it, but so does the second alone, nearly
    EXPECT_NEAR(span.sharpness(), 0x1p-20, 0x1p-50);
    EXPECT_LE(span.nearest({3, -2}).left, 1e-15);
}

TEST(CheckSpan, TakesRoundingForNoDirection) {
    Span span(2, 2);
    span.add({1, 0});
    span.add({1, 0x1p-50});
    EXPECT_EQ(span.nearest({0, 1}).left, 1);
}

}  // namespace
}  // namespace carom::proof
