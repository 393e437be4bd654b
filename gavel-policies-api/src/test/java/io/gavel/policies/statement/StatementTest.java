package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class StatementTest {

  private static final double[] ONE = {1};

  private static void assertRefused(String message, Executable executable) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, executable).getMessage());
  }

  @Test
  void floors_ofFinishTimes_areRefusedInAnyOrder() {
    String message = "a statement about finish times has floors; it must not";
    Goal finish = Goal.finishTimes(ONE, ONE, ONE);
    assertRefused(message, () -> Statement.of(finish).withFloors(ONE));
    Statement floored = Statement.of(Goal.level(ONE)).withFloors(ONE);
    assertRefused(message, () -> floored.withGoal(finish));
    assertEquals(finish, Statement.of(finish).withFloors(new double[1]).goal());
  }

  @Test
  void numbers_outOfRange_areNamedWithTheirPlace() {
    double[] wrong = {1, Double.NaN};
    double[] ones = {1, 1};
    Statement level = Statement.of(Goal.level(ones));
    assertRefused("gain of entry 1 is NaN; it must be finite", () -> Goal.total(wrong, false));
    assertRefused(
        "cost of entry 1 is NaN; it must be finite and > 0", () -> Goal.ratio(ones, wrong));
    assertRefused(
        "least throughput of job 1 is NaN; it must be finite", () -> level.withFloors(wrong));
    assertRefused(
        "workers of pool 1 is NaN; it must be finite and \u2265 0",
        () -> level.withFree(List.of(), wrong));
  }

  @Test
  void rows_ofOneName_areRefused() {
    LinearRow row = LinearRow.of("r", Relation.AT_MOST, 1, new int[0], new double[0]);
    assertRefused(
        "two rows have the name \"r\"; names must be unique",
        () -> Statement.of(Goal.level(ONE)).withRows(List.of(row, row)));
  }

  @Test
  void requireFits_otherSizes_areNamed() {
    Statement level = Statement.of(Goal.level(ONE));
    level.requireFits(1, 2, 1);
    assertRefused(
        "the goal of the statement has 1 numbers; the problem needs 3",
        () -> level.requireFits(3, 6, 1));
    Statement total = Statement.of(Goal.total(new double[6], false));
    total.requireFits(3, 6, 1);
    assertRefused(
        "the goal of the statement has 6 numbers; the problem needs 4",
        () -> total.requireFits(2, 4, 1));
  }

  @Test
  void lengths_thatDiffer_areNamed() {
    double[] two = {1, 1};
    int[] first = {0};
    String must = " has 2 entries; it must have one for each of 1 columns";
    assertRefused("cost" + must, () -> Goal.ratio(ONE, two));
    assertRefused("seconds since the start" + must, () -> Goal.finishTimes(ONE, two, ONE));
    assertRefused("seconds per unit" + must, () -> Goal.finishTimes(ONE, ONE, two));
    assertRefused(
        "row \"r\" has 1 indices of a column and 2 coefficients; the numbers must be equal",
        () -> LinearRow.of("r", Relation.EXACTLY, 1, first, two));
    assertRefused(
        "prices of throughput of a round" + must,
        () -> PricedRound.of(1, ONE, Map.of(), first, two, ONE));
    assertRefused(
        "prices of time of a round" + must,
        () -> PricedRound.of(1, ONE, Map.of(), first, ONE, two));
    assertRefused("paces of jobs" + must, () -> Entitlements.of(ONE, two, ONE));
    assertRefused("ratios that jobs have lost" + must, () -> Entitlements.of(ONE, ONE, two));
    Statement level = Statement.of(Goal.level(ONE));
    assertRefused(
        "floors of the statement" + must, () -> level.withFloors(two).requireFits(1, 1, 1));
    assertRefused(
        "workers of the statement" + must,
        () -> level.withFree(List.of(), two).requireFits(1, 1, 1));
  }

  @Test
  void rounds_wrongNumbers_areNamed() {
    int[] jobs = {2, 3};
    double[] ones = {1, 1};
    double[] wrong = {1, -1};
    String must = " is -1.0; it must be finite and \u2265 0";
    assertRefused(
        "price of pool 1" + must, () -> PricedRound.of(1, wrong, Map.of(), jobs, ones, ones));
    assertRefused(
        "price of throughput of job 3" + must,
        () -> PricedRound.of(1, ones, Map.of(), jobs, wrong, ones));
    assertRefused(
        "price of time of job 3" + must,
        () -> PricedRound.of(1, ones, Map.of(), jobs, ones, wrong));
    assertRefused(
        "price of constraint \"r\" is NaN; it must be finite",
        () -> PricedRound.of(1, ones, Map.of("r", Double.NaN), jobs, ones, ones));
    assertRefused(
        "a round prices job 2 at position 1; jobs must ascend from 0",
        () -> PricedRound.of(1, ones, Map.of(), new int[] {2, 2}, ones, ones));
    assertEquals(
        "PricedRound[level 1.0, 2 priced jobs]",
        PricedRound.of(1, ones, Map.of(), jobs, ones, ones).toString());
  }

  @Test
  void finishTimes_jobWithoutSteps_needsNoUnit() {
    double[] none = {0};
    assertTrue(Goal.finishTimes(none, ONE, none).minimized());
    assertRefused(
        "seconds per unit of job 0 is 0.0; it must be finite and > 0",
        () -> Goal.finishTimes(ONE, ONE, none));
    assertRefused(
        "power of the utility is -Infinity; it must be finite and below 1",
        () -> Goal.welfare(ONE, Double.NEGATIVE_INFINITY));
    assertRefused(
        "power of the utility is 1.0; it must be finite and below 1", () -> Goal.welfare(ONE, 1));
  }

  @Test
  void goals_numbers_areThoseGiven() {
    double[] two = {3, 4};
    assertEquals(4, Goal.ratio(two, new double[] {5, 6}).gain(1));
    Goal.Welfare mean = Goal.welfare(two, 0.5).withOffset(7).asMean(8);
    assertEquals(7, mean.offset());
    assertEquals(8, mean.total());
    assertEquals(4, mean.weight(1));
    PricedRound round =
        PricedRound.of(1, ONE, Map.of(), new int[] {2, 5}, two, new double[] {6, 9});
    assertEquals(9, round.ofTime(1));
    assertEquals(4, round.ofThroughput(1));
  }

  @Test
  void row_entries_haveTheirCoefficients() {
    LinearRow row =
        LinearRow.of("r", Relation.AT_LEAST, 2, new int[] {0, 3}, new double[] {5, 7}, 9);
    assertEquals(5, row.coefficientOf(0));
    assertEquals(7, row.coefficientOf(3));
    assertEquals(0, row.coefficientOf(1));
    assertEquals(0, row.coefficientOf(4));
    assertEquals(7, row.coefficient(1));
    assertEquals(1, row.freeSize());
    assertEquals(9, row.ofFree(0));
    assertEquals(0, row.ofFree(1));
    assertEquals("\"r\" \u2265 2.0", row.toString());
    assertRefused(
        "row \"r\" has two coefficients of column 1; at most one is allowed",
        () -> LinearRow.of("r", Relation.AT_LEAST, 2, new int[] {1, 1}, new double[2]));
  }

  @Test
  void requireFits_lastEntryAndPool_fit() {
    LinearRow row = LinearRow.of("r", Relation.AT_MOST, 1, new int[] {0, 2}, new double[2]);
    FreeVariable bought = new FreeVariable("v100", 1, 1, 0, 0);
    Statement statement =
        Statement.of(Goal.level(ONE)).withRows(List.of(row)).withFree(List.of(bought), ONE);
    Statement noWorkers = statement.withFree(List.of(bought), new double[0]);
    noWorkers.requireFits(1, 3, 2);
    assertRefused(
        "row \"r\" \u2264 1.0 has entry 2; the problem has 2",
        () -> noWorkers.requireFits(1, 2, 2));
    assertRefused(
        "free variable \"v100\" adds workers to pool 1; the cluster has 1",
        () -> noWorkers.requireFits(1, 3, 1));
    assertEquals("Statement[Level, no floors, 1 rows, 1 free variables]", statement.toString());
    assertEquals(
        "Statement[Level, with floors, 0 rows, 0 free variables]",
        Statement.of(Goal.level(ONE)).withFloors(ONE).toString());
    assertEquals("Entitlements[1 jobs]", Entitlements.of(ONE, ONE, ONE).toString());
  }
}
