package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.throughput.IsolatedThroughputs;
import io.gavel.estimator.throughput.IsolatedThroughputs.IsolatedEstimate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FixedContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.SchedulingPolicy;
import org.junit.jupiter.api.Test;

/** The policy of the guide, loaded as YARN loads it. */
final class EstimatedSpeedsTest {

  // yarn speeds: begin
  /** Measured speeds, and estimates where nothing was measured. */
  public static final class EstimatedSpeeds extends GavelSchedulingPolicy {

    private static final List<String> TYPES = List.of("k80", "v100");

    /** Learnt from earlier applications: steps per second, {@code [application][type]}. */
    private static final IsolatedThroughputs MODEL =
        IsolatedThroughputs.fit(TYPES, new double[][] {{2, 12}, {5, 19}, {1, 4.5}, {3, 14}});

    /** Called by YARN. The table is asked for when YARN reads its allocation file. */
    public EstimatedSpeeds() {
      super(
          () ->
              SpeedTable.of(
                  Map.of(
                      "root.vision", speeds(Map.of("k80", 1.0, "v100", 10.0)),
                      "root.speech", speeds(Map.of("k80", 2.5)))));
    }

    private static Map<String, Double> speeds(Map<String, Double> measured) {
      IsolatedEstimate estimate = MODEL.estimate(measured);
      return TYPES.stream()
          .collect(Collectors.toMap(type -> type, type -> estimate.stepsPerSecond(type)));
    }
  }

  // yarn speeds: end

  @Test
  void parse_nameOfTheClass_dividesByEstimates() throws Exception {
    SchedulingPolicy policy = SchedulingPolicy.parse(EstimatedSpeeds.class.getName());
    policy.initialize(new FixedContext(FakeQueue.resource(8, 16)));
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue speech = new FakeQueue("root.speech");
    policy.computeShares(List.of(vision, speech), FakeQueue.resource(8, 16));
    double ratio = EstimatedSpeeds.speeds(Map.of("k80", 2.5)).get("v100") / 2.5;
    assertTrue(ratio > 3.8 && ratio < 6, () -> "of earlier applications: " + ratio);
    // Vision gains ten times from a v100, speech less than six times.
    assertEquals(0, vision.share("k80"));
    assertEquals(16, speech.share("k80"));
    assertTrue(vision.share("v100") > 4, vision::shares);
  }
}
