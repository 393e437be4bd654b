package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy in a ResourceManager with two NodeManagers, whose containers are real processes. */
final class MiniYarnTest {

  private static final String GAVEL = GavelSchedulingPolicy.class.getName();

  @TempDir private Path folder;

  /** What the library answers if both queues want all of 8 v100 and 16 k80. */
  private static Allocation expected() {
    return WaterFilling.create()
        .allocate(
            AllocationProblem.builder(
                    Cluster.of(new WorkerType("v100", 8), new WorkerType("k80", 16)))
                .job(Job.builder("vision").scaleFactor(8).build(), 32, 8)
                .job(Job.builder("vision again").scaleFactor(8).build(), 32, 8)
                .job(Job.builder("vision once more").scaleFactor(8).build(), 32, 8)
                .job(Job.builder("speech").scaleFactor(8).build(), 12, 8)
                .job(Job.builder("speech again").scaleFactor(8).build(), 12, 8)
                .job(Job.builder("speech once more").scaleFactor(8).build(), 12, 8)
                .build());
  }

  private static double workers(int job, int type) {
    Allocation x = expected();
    double sum = 0;
    for (int m = job; m < job + 3; m++) {
      sum += 8 * x.fraction(m, type);
    }
    return sum;
  }

  @Test
  void computeShares_twoQueuesOfApplicationsThatRun_areThoseOfTheLibrary() throws Exception {
    try (YarnRun yarn = YarnRun.start(folder, GAVEL, "drf");
        Application visionV100 = yarn.submit("root.vision", "v100", 8);
        Application visionK80 = yarn.submit("root.vision", "k80", 16);
        Application speechV100 = yarn.submit("root.speech", "v100", 8);
        Application speechK80 = yarn.submit("root.speech", "k80", 16)) {
      Application[] all = {visionV100, visionK80, speechV100, speechK80};
      // The first updates find applications that have asked for a part of their containers only.
      yarn.await(
          "shares as the library answers",
          () ->
              Math.abs(workers(0, 0) - yarn.share("root.vision", "v100")) <= 0.5
                  && Math.abs(workers(0, 1) - yarn.share("root.vision", "k80")) <= 0.5
                  && Math.abs(workers(3, 0) - yarn.share("root.speech", "v100")) <= 0.5
                  && Math.abs(workers(3, 1) - yarn.share("root.speech", "k80")) <= 0.5,
          all);

      // Containers end after some seconds; what queues hold follows their shares.
      yarn.await(
          "use by share",
          () ->
              yarn.usage("root.vision", "v100") >= 6
                  && yarn.usage("root.vision", "k80") <= 1
                  && yarn.usage("root.speech", "v100") <= 2
                  && yarn.usage("root.speech", "k80") >= 13,
          all);
      yarn.await("containers that ran to their end", () -> visionV100.completed() >= 8, all);
      yarn.await("containers that ran to their end", () -> speechK80.completed() >= 16, all);
      for (Application application : all) {
        assertEquals(List.of(), application.failures());
      }
    }
  }

  @Test
  void computeShares_applicationsWithSpeedsOfTheirOwn_divideTheirQueue() throws Exception {
    try (YarnRun yarn = YarnRun.start(folder, GAVEL, GAVEL);
        Application steep = yarn.submit("root.vision", "v100", 8, "v100=10, k80=1");
        Application steepOnK80 = yarn.submit("root.vision", "k80", 16, "v100=10, k80=1");
        Application flat = yarn.submit("root.vision", "v100", 8, "v100=1, k80=1")) {
      // A v100 is 2.5 times the mean of one application and just the mean of the other.
      yarn.await(
          "shares by the speeds of the applications, else 4 v100 each",
          () ->
              yarn.applications("root.vision").stream()
                  .map(FSAppAttempt::getFairShare)
                  .anyMatch(share -> share.getResourceValue("v100") == 6),
          steep,
          steepOnK80,
          flat);
      for (Application application : List.of(steep, steepOnK80, flat)) {
        assertEquals(List.of(), application.failures());
      }
    }
  }

  /** As after a typing error in gavel-speeds.xml. */
  public static final class WrongSpeeds extends GavelSchedulingPolicy {

    /** Called by YARN. */
    public WrongSpeeds() {
      super(
          () -> {
            throw new IllegalArgumentException("speed of root.vision on v100 is \"fast\"");
          });
    }
  }

  @Test
  void start_wrongSpeeds_isRefusedWithTheReason() {
    Exception e =
        assertThrows(
            Exception.class, () -> YarnRun.start(folder, WrongSpeeds.class.getName(), "drf"));
    StringBuilder reasons = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      reasons.append(cause.getMessage()).append('\n');
    }
    assertTrue(reasons.indexOf("speed of root.vision on v100 is \"fast\"") >= 0, reasons::toString);
  }
}
