package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FixedContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.SchedulingPolicy;
import org.junit.jupiter.api.Test;

/** The policy of the guide, loaded as YARN loads it. */
final class MeasuredSpeedsTest {

  // yarn speeds: begin
  /** The speeds of a service of yours, asked when YARN reads its allocation file. */
  public static final class MeasuredSpeeds extends GavelSchedulingPolicy {

    /** Called by YARN. */
    public MeasuredSpeeds() {
      super(
          () ->
              SpeedTable.of(
                  Map.of(
                      "root.vision", Map.of("v100", 4.0, "k80", 1.0),
                      "root.speech", Map.of("v100", 1.5, "k80", 1.0))));
    }
  }

  // yarn speeds: end

  @Test
  void parse_nameOfTheClass_isThePolicy() throws Exception {
    SchedulingPolicy policy = SchedulingPolicy.parse(MeasuredSpeeds.class.getName());
    policy.initialize(new FixedContext(FakeQueue.resource(8, 16)));
    FakeQueue vision = new FakeQueue("root.vision");
    FakeQueue speech = new FakeQueue("root.speech");
    policy.computeShares(List.of(vision, speech), FakeQueue.resource(8, 16));
    assertEquals("root.vision 7 0", vision.shares());
    assertEquals("root.speech 1 16", speech.shares());
  }
}
