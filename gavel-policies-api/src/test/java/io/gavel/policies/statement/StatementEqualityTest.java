package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Parts of statements are equal if all of their numbers are. */
final class StatementEqualityTest {

  private static final double[] ONE = {1};
  private static final double[] TWO = {2};

  private static void assertDiffer(Supplier<?> first, Object... others) {
    assertEquals(first.get(), first.get());
    assertEquals(first.get().hashCode(), first.get().hashCode());
    assertNotEquals(first.get(), (Object) "text");
    for (Object other : others) {
      assertNotEquals(first.get(), other);
    }
    int hash = first.get().hashCode(); // any will do, but one for all would make maps slow
    assertTrue(Stream.of(others).anyMatch(other -> other.hashCode() != hash));
  }

  @Test
  void goals_oneNumberDiffers_differ() {
    assertDiffer(() -> Goal.level(ONE), Goal.level(TWO), Goal.welfare(ONE, 0));
    assertDiffer(() -> Goal.total(ONE, false), Goal.total(TWO, false), Goal.total(ONE, true));
    assertDiffer(() -> Goal.ratio(ONE, ONE), Goal.ratio(TWO, ONE), Goal.ratio(ONE, TWO));
    assertDiffer(
        () -> Goal.welfare(ONE, 0.5),
        Goal.welfare(TWO, 0.5),
        Goal.welfare(ONE, 0),
        Goal.welfare(ONE, 0.5).withOffset(1),
        Goal.welfare(ONE, 0.5).asMean(1));
    assertDiffer(
        () -> Goal.finishTimes(ONE, ONE, ONE),
        Goal.finishTimes(TWO, ONE, ONE),
        Goal.finishTimes(ONE, TWO, ONE),
        Goal.finishTimes(ONE, ONE, TWO));
  }

  private static LinearRow row(
      String name, Relation relation, double bound, int entry, double... free) {
    return LinearRow.of(name, relation, bound, new int[] {entry}, ONE, free);
  }

  @Test
  void rows_onePartDiffers_differ() {
    assertDiffer(
        () -> row("r", Relation.AT_MOST, 1, 0, 3),
        row("s", Relation.AT_MOST, 1, 0, 3),
        row("r", Relation.AT_LEAST, 1, 0, 3),
        row("r", Relation.AT_MOST, 2, 0, 3),
        row("r", Relation.AT_MOST, 1, 1, 3),
        row("r", Relation.AT_MOST, 1, 0, 4),
        LinearRow.of("r", Relation.AT_MOST, 1, new int[1], TWO, 3));
  }

  private static PricedRound round(
      double level, double[] pools, double price, int job, double[] throughput, double[] time) {
    return PricedRound.of(level, pools, Map.of("r", price), new int[] {job}, throughput, time);
  }

  @Test
  void rounds_onePartDiffers_differ() {
    assertDiffer(
        () -> round(1, ONE, 1, 0, ONE, ONE),
        round(2, ONE, 1, 0, ONE, ONE),
        round(1, TWO, 1, 0, ONE, ONE),
        round(1, ONE, 2, 0, ONE, ONE),
        round(1, ONE, 1, 1, ONE, ONE),
        round(1, ONE, 1, 0, TWO, ONE),
        round(1, ONE, 1, 0, ONE, TWO));
  }

  @Test
  void entitlements_oneNumberDiffers_differ() {
    assertDiffer(
        () -> Entitlements.of(ONE, ONE, ONE),
        Entitlements.of(TWO, ONE, ONE),
        Entitlements.of(ONE, TWO, ONE),
        Entitlements.of(ONE, ONE, TWO));
  }

  @Test
  void statements_onePartDiffers_differ() {
    LinearRow row = row("r", Relation.AT_MOST, 1, 0);
    FreeVariable bought = new FreeVariable("v100", 0, 1, 2, 0.5);
    Statement level = Statement.of(Goal.level(ONE));
    assertDiffer(
        () -> Statement.of(Goal.level(ONE)),
        Statement.of(Goal.level(TWO)),
        level.withFloors(ONE),
        level.withRows(List.of(row)),
        level.withFree(List.of(bought), new double[0]),
        level.withFree(List.of(), ONE));
    assertEquals(
        level.withFloors(ONE).withRows(List.of(row)).withFree(List.of(bought), TWO),
        Statement.of(Goal.level(TWO))
            .withFree(List.of(bought), TWO)
            .withRows(List.of(row))
            .withFloors(ONE)
            .withGoal(Goal.level(ONE)));
  }
}
