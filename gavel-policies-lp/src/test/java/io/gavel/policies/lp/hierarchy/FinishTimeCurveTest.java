package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.lp.hierarchy.EqualRhoFill.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Claims by ρ in closed form: a has 1/ρ, b has 2/(ρ − 1), c has 3/ρ; with capacities of 1, 1 and 6
 * they are full at ρ = 1, 3 and 1/2.
 */
class FinishTimeCurveTest {

  private static final double ROUNDING = 1e-14;

  private static final Member A = new Member(0, 1, 0);
  private static final Member B = new Member(1, 2, 1);
  private static final Member C = new Member(2, 3, 0);

  private static final FairnessNode ENTITY = FairnessNode.ofFinishTimes(List.of(A, B, C), 7);
  private static final FillCurve CURVE = ENTITY.curve().apply(new double[] {1, 1, 6});

  private static void assertFilled(double amount, double... expected) {
    double[] filled = new double[3];
    CURVE.fill(amount, filled);
    assertArrayEquals(expected, filled, ROUNDING, () -> "of " + amount);
  }

  @Test
  void fill_givesAllTheSameRatio_untilTheyAreFull() {
    assertEquals(8, CURVE.capacity());
    assertFilled(0, 0, 0, 0);
    assertFilled(1.3, 0.2, 0.5, 0.6); // ρ = 5
    assertFilled(7.0 / 3, 1.0 / 3, 1, 1); // b is full
    assertFilled(3, 0.5, 1, 1.5); // ρ = 2
    assertFilled(5, 1, 1, 3); // a is full
    assertFilled(6, 1, 1, 4);
    assertFilled(8, 1, 1, 6);
    assertFilled(9, 1, 1, 6);
  }

  @Test
  void full_isTheAmountAtWhichEachHasAllItCanUse() {
    double[] level = new double[3];
    CURVE.full(amount -> 10 * amount, level);
    assertArrayEquals(new double[] {50, 70.0 / 3, 80}, level, 1e-13);
  }

  @Test
  void haste_isTheOneAtWhichClaimsAddUp() {
    List<Member> both = List.of(A, B);
    assertEquals(0.25, EqualRhoFill.haste(both, 1, 0.7), ROUNDING); // ρ = 5 = 1 + 1 / 0.25
    assertEquals(0.5, EqualRhoFill.haste(both, 1, 4.0 / 3), ROUNDING); // ρ = 3
    assertEquals(0, EqualRhoFill.haste(both, 1, 0));
  }

  @Test
  void entity_isNamedByItsFirstJob() {
    assertEquals(0, ENTITY.firstJob());
    assertEquals(2, FairnessNode.ofFinishTimes(List.of(C), 1).firstJob());
    assertEquals(0, ENTITY.withWeight(2).firstJob());
    assertEquals(2, ENTITY.withWeight(2).weight());
  }

  /**
   * Claims of 2/(ρ − 1), 3/ρ and 1/(ρ − 1/2), in the order opposite to that in which they are full:
   * at ρ = 3/2, 3 and 5/2.
   */
  @Test
  void full_membersInAnyOrder_areSortedByTheirRatios() {
    List<Member> members = List.of(new Member(0, 2, 1), new Member(1, 3, 0), new Member(2, 1, 0.5));
    FillCurve curve =
        FairnessNode.ofFinishTimes(members, 1).curve().apply(new double[] {4, 1, 0.5});
    double[] at = new double[3];
    curve.full(amount -> amount, at);
    assertArrayEquals(new double[] {5.5, 1 + 0.4 + 1, 1 + 0.5 + 4 / 3.0}, at, ROUNDING);
    double[] filled = new double[3];
    curve.fill(2.4, filled);
    assertArrayEquals(new double[] {1, 1, 0.4}, filled, ROUNDING);
    curve.fill(1.5 + 2, filled);
    assertArrayEquals(new double[] {2, 1, 0.5}, filled, ROUNDING);
  }
}
