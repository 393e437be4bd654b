package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Hashes of values that differ a little: one bucket for all would make maps slow. */
final class StatementHashesTest {

  private static final int VALUES = 16;

  private static double[] row(double... numbers) {
    return numbers;
  }

  private static void assertSpread(IntFunction<Object> value) {
    Set<Integer> hashes = new HashSet<>();
    for (int i = 1; i <= VALUES; i++) {
      assertEquals(value.apply(i), value.apply(i));
      assertEquals(value.apply(i).hashCode(), value.apply(i).hashCode());
      hashes.add(value.apply(i).hashCode());
    }
    assertEquals(VALUES, hashes.size());
  }

  private static PricedRound round(double level, int job, double price) {
    return PricedRound.of(level, row(1), Map.of(), new int[] {job}, row(price), row(0));
  }

  @Test
  void goals_haveDifferentHashes() {
    assertSpread(i -> Goal.level(row(i, 2)));
    assertSpread(i -> Goal.level(row(2, i)));
    assertSpread(i -> Goal.total(row(i, 1), false));
    assertSpread(i -> Goal.ratio(row(1, 1), row(i, 1)));
    assertSpread(i -> Goal.welfare(row(i, 1), 0));
    assertSpread(i -> Goal.finishTimes(row(i, 1), row(0, 0), row(1, 1)));
  }

  @Test
  void statements_haveDifferentHashes() {
    Statement level = Statement.of(Goal.level(row(1)));
    assertSpread(i -> Statement.of(Goal.level(row(i))));
    assertSpread(
        i ->
            level.withRows(List.of(LinearRow.of("r" + i, Relation.AT_MOST, 1, new int[0], row()))));
    assertSpread(i -> LinearRow.of("r", Relation.AT_MOST, 1, new int[] {0}, row(i)));
    assertSpread(i -> LinearRow.of("r", Relation.AT_MOST, 1, new int[] {i}, row(1)));
    assertSpread(i -> LinearRow.of("r", Relation.AT_MOST, 1, new int[] {i, i + 1}, row(1, 1)));
  }

  @Test
  void rounds_haveDifferentHashes() {
    assertSpread(i -> round(i, 1, 1));
    assertSpread(i -> round(1, i, 1));
    assertSpread(i -> round(1, 1, i));
    assertSpread(i -> Entitlements.of(row(i), row(1), row(1)));
    assertSpread(i -> Entitlements.of(row(1), row(i), row(1)));
  }

  @Test
  void fractions_haveDifferentHashes() {
    assertSpread(i -> Rational.of(i, 17));
    assertSpread(i -> Rational.of(17, i));
  }
}
