package io.gavel.experiment.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.experiment.load.SaturationSearch.Probe;
import io.gavel.workload.InvalidInputException;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class SaturationSearchTest {

  private static SaturationSearch of(double threshold) {
    return SaturationSearch.of(
        rate -> new Probe(rate, OptionalDouble.of(1 / (threshold - rate)), rate > threshold));
  }

  @Property
  void of_threshold_liesBetweenTheTwoRates(@ForAll @DoubleRange(min = -7, max = 13) double log) {
    double threshold = Math.exp(log);
    SaturationSearch search = of(threshold);
    assertTrue(search.sustained() <= threshold && threshold < search.saturated());
    assertEquals(Math.pow(2, 1 / 64.0), search.saturated() / search.sustained(), 1e-12);
    assertEquals(threshold, search.jobsPerHour(), 0.006 * threshold);
    for (Probe probe : search.probes()) {
      assertTrue(
          probe.saturated()
              ? probe.jobsPerHour() >= search.saturated()
              : probe.jobsPerHour() <= search.sustained());
    }
  }

  @Test
  void of_thresholdOne_needsTwoProbesAndSixBisections() {
    assertEquals(8, of(1).probes().size());
    assertEquals(1, of(1).probes().get(0).jobsPerHour());
    assertEquals(2, of(1).probes().get(1).jobsPerHour());
  }

  @Test
  void of_noThreshold_isReported() {
    assertTrue(
        assertThrows(InvalidInputException.class, () -> of(0))
            .getMessage()
            .startsWith("--rate auto: even 2.44140625E-4 jobs per hour saturate"));
    assertTrue(
        assertThrows(InvalidInputException.class, () -> of(1e9))
            .getMessage()
            .startsWith("--rate auto: even 1048576.0 jobs per hour do not saturate"));
  }
}
