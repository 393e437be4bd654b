package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RecomputeTriggerTest {

  @Test
  void isDue_firstChange_isDueAtOnce() {
    assertFalse(RecomputeTrigger.defaults().isDue(5), "nothing changed yet");
    assertTrue(RecomputeTrigger.defaults().changed().isDue(5));
  }

  @Test
  void isDue_changeSoonAfterAnAllocation_waitsForTheLeastTime() {
    RecomputeTrigger trigger = RecomputeTrigger.defaults().changed().computed(100).changed();
    assertFalse(trigger.isDue(2019));
    assertTrue(trigger.isDue(2020));
    assertTrue(RecomputeTrigger.of(0).changed().computed(100).changed().isDue(100));
  }

  @Test
  void isDue_afterComputing_isNotDueUntilSomethingChanges() {
    RecomputeTrigger trigger = RecomputeTrigger.of(0).changed().computed(100);
    assertFalse(trigger.isDue(1e9));
    assertEquals(trigger.changed(), trigger.changed().changed(), "changes are not counted");
  }

  @Test
  void create_outOfRange_isRejected() {
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> RecomputeTrigger.of(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> new RecomputeTrigger(1, Double.NaN, false));
    RecomputeTrigger trigger = RecomputeTrigger.of(0).computed(100);
    assertThrows(IllegalArgumentException.class, () -> trigger.computed(99));
    assertThrows(IllegalArgumentException.class, () -> trigger.computed(Double.NaN));
  }
}
