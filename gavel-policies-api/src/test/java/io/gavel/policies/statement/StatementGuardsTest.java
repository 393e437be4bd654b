package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.statement.FairLevels.Entitlements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Numbers that no goal and no entitlement has. */
final class StatementGuardsTest {

  private static double[] row(double... numbers) {
    return numbers;
  }

  private static void assertRefused(Executable call) {
    assertThrows(IllegalArgumentException.class, call);
  }

  @Test
  void costs_ofRatios_areAbove0AndFinite() {
    for (double cost : row(0, -1, Double.NaN, Double.POSITIVE_INFINITY)) {
      assertRefused(() -> Goal.ratio(row(1, 1), row(1, cost)));
    }
    assertEquals(Double.MIN_VALUE, Goal.ratio(row(1), row(Double.MIN_VALUE)).cost(0));
  }

  @Test
  void numbersOfJobs_areAtLeast0() {
    for (double number : row(-1, Double.NaN)) {
      assertRefused(() -> Goal.level(row(0, number)));
      assertRefused(() -> Goal.welfare(row(0, number), 0));
      assertRefused(() -> Goal.finishTimes(row(0, number), row(0, 0), row(1, 1)));
      assertRefused(() -> Goal.finishTimes(row(1, 1), row(0, number), row(1, 1)));
      assertRefused(() -> Goal.finishTimes(row(1, 1), row(0, 0), row(1, number)));
      assertRefused(() -> Entitlements.of(row(0, number), row(0, 0), row(0, 0)));
      assertRefused(() -> Entitlements.of(row(0, 0), row(0, number), row(0, 0)));
      assertRefused(() -> Entitlements.of(row(0, 0), row(0, 0), row(0, number)));
    }
    assertEquals(0, Goal.finishTimes(row(0), row(0), row(0)).unit(0));
    assertEquals(0, Goal.level(row(0)).requirement(0));
  }
}
