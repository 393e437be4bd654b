package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.constraint.Relation;
import java.util.List;
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
    Row row = Row.of("r", Relation.AT_MOST, 1, new int[0], new double[0]);
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
}
