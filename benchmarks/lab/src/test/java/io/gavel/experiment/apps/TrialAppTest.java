package io.gavel.experiment.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TrialAppTest {

  @Test
  void trialsIn_eachPhase_areHalfOfThoseBefore() {
    TrialApp app = new TrialApp(0, 5, 2, 60, 0.5);
    assertEquals(4, app.phases());
    assertEquals(5, app.trialsIn(0));
    assertEquals(3, app.trialsIn(1));
    assertEquals(2, app.trialsIn(2));
    assertEquals(1, app.trialsIn(3));
    assertEquals(180, app.workIn(1));
    assertEquals(6, app.mostWorkers(1));
    assertEquals(1, new TrialApp(0, 1, 2, 60, 0.5).phases());
    assertEquals(3, new TrialApp(0, 4, 2, 60, 0.5).phases());
  }

  @Test
  void speed_trialsOnOneServerEachOrAcross_isTheFaster() {
    TrialApp one = new TrialApp(0, 1, 4, 60, 0.5);
    assertEquals(4, one.speed(new int[] {4, 4}, 0));
    assertEquals(3, one.speed(new int[] {3, 1}, 0));
    assertEquals(2, one.speed(new int[] {1, 1, 1, 1}, 0)); // half of four
    assertEquals(0, one.speed(new int[] {0, 0}, 0));
    TrialApp two = new TrialApp(0, 2, 4, 60, 0.5);
    assertEquals(4, two.speed(new int[] {3, 1}, 0)); // one trial on each
    assertEquals(8, two.speed(new int[] {8}, 0));
    assertEquals(4, two.speed(new int[] {8}, 1)); // one trial is left
  }

  @Test
  void secondsAlone_twoTrials_isTheSumOfThePhases() {
    // Two trials of 120 s on 2 workers each, then one.
    TrialApp app = new TrialApp(0, 2, 2, 120, 1);
    assertEquals(60 + 60, app.secondsAlone(new int[] {4}));
    assertEquals(120 + 60, app.secondsAlone(new int[] {2}));
  }
}
