package io.gavel.policies.lp.level;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class BisectionTest {

  @Test
  void beyond_doubledStart_isTheFirstThatDoesNotHold() {
    assertEquals(12, Bisection.beyond(3, at -> at <= 6));
    assertEquals(3, Bisection.beyond(3, at -> at <= 2));
  }

  @Test
  void last_anyStep_isTheNumberBeforeIt() {
    assertEquals(0.3, Bisection.last(0, 1, at -> at <= 0.3));
    assertEquals(Math.nextDown(0.3), Bisection.last(0, 1, at -> at < 0.3));
    assertEquals(7, Bisection.last(7, Math.nextUp(7.0), at -> true), "the ends are adjacent");
  }
}
