package io.gavel.policies.lp.deadline;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class SloMarginTest {

  private static Job due(double steps, double slo) {
    return Job.builder("due").stepsRemaining(steps).sloSeconds(slo).build();
  }

  /** One job that makes 4 steps per second on the fast type and 1 on the slow. */
  private static AllocationProblem of(Job job) {
    return problem(workers(1, 1), row(4, 1)).withJobs(List.of(job));
  }

  /** The SLO that the decorated policy sees. */
  private static OptionalDouble seen(Job job, double margin) {
    return seen(of(job), margin);
  }

  /** The SLO of the first job that the decorated policy sees. */
  private static OptionalDouble seen(AllocationProblem problem, double margin) {
    List<AllocationProblem> problems = new ArrayList<>();
    Policy spy =
        shown -> {
          problems.add(shown);
          return new IsolatedShare().allocate(shown);
        };
    SloMargin.of(spy, margin).allocate(problem);
    return problems.get(0).job(0).sloSeconds();
  }

  @Test
  void allocate_timeToSpare_seesTheDeadlineEarlier() {
    assertEquals(OptionalDouble.of(280), seen(due(400, 1000), 720));
  }

  @Test
  void allocate_littleTimeToSpare_seesWhatTheJobCanMeetAlone() {
    assertEquals(OptionalDouble.of(100), seen(due(400, 700), 720));
    assertEquals(OptionalDouble.of(100), seen(due(400, 100), 720));
  }

  /** A job that runs only in a configuration or a pair once had no margin. */
  @Test
  void allocate_jobThatCannotRunAlone_seesTheDeadlineEarlier() {
    Cluster cluster = Cluster.of(new WorkerType("gpu", 2));
    AllocationProblem elastic =
        AllocationProblem.builder(cluster)
            .job(due(400, 1000), 0)
            .configuration("due", "both", 2, 4)
            .build();
    assertEquals(OptionalDouble.of(280), seen(elastic, 720));
    AllocationProblem paired =
        AllocationProblem.builder(cluster)
            .job(due(400, 1000), 0)
            .job(Job.of("other"), 1)
            .pair("due", "other", new double[] {1}, new double[] {1})
            .build();
    assertEquals(OptionalDouble.of(400), seen(paired, 720)); // full time with the other
  }

  @Test
  void allocate_deadlineThatCannotBeMet_staysAsItIs() {
    assertEquals(OptionalDouble.of(90), seen(due(400, 90), 720));
    InfeasibleProblemException error =
        assertThrows(
            InfeasibleProblemException.class,
            () -> SloMargin.of(ThroughputPerPrice.create(), 720).allocate(priced(90)));
    assertTrue(error.getMessage().contains("at most 90.00 %"), error.getMessage());
  }

  @Test
  void allocate_pairsByType_areListedForTheJobsAsTheyAre() {
    double[] together = {0.75};
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)))
            .job(Job.builder("due").type("x").stepsRemaining(10).sloSeconds(100).build(), 1)
            .job(Job.builder("other").type("x").build(), 1)
            .build()
            .sharingByType(
                PairThroughputs.builder(1).pair("x", "x", 1, together, together).build());
    Allocation x = SloMargin.of(MaxTotalThroughput.create(), 50).allocate(problem);
    assertEquals(problem.jobs(), x.problem().jobs());
    assertEquals(1, x.problem().pairCount());
    assertEquals(1.5, x.effectiveThroughput(0) + x.effectiveThroughput(1), 1e-6);
  }

  @Test
  void allocate_nothingLeftToDo_staysAsItIs() {
    assertEquals(OptionalDouble.of(90), seen(due(0, 90), 720));
  }

  @Test
  void allocate_withoutSlos_passesTheProblemOn() {
    AllocationProblem problem = of(Job.builder("job").stepsRemaining(400).build());
    Policy same =
        seen -> {
          assertSame(problem, seen);
          return new IsolatedShare().allocate(seen);
        };
    SloMargin.of(same, 720).allocate(problem);
  }

  private static AllocationProblem priced(double slo) {
    Cluster cluster =
        Cluster.of(
            new WorkerType("fast", 1).withPricePerHour(9),
            new WorkerType("slow", 1).withPricePerHour(1));
    return AllocationProblem.builder(cluster).job(due(400, slo), 4, 1).build();
  }

  /** The cheap type alone would take 400 s; the margin asks for more of the fast type. */
  @Test
  void allocate_costPolicy_runsTheJobEarlier() {
    Policy policy = ThroughputPerCost.create();
    assertEquals(1, policy.allocate(priced(400)).effectiveThroughput(0), 1e-6);
    assertEquals(2, SloMargin.of(policy, 200).allocate(priced(400)).effectiveThroughput(0), 1e-6);
  }

  @Property(tries = 50)
  void allocate_anyMargin_isBetweenTheDeadlineAndTheTimeAlone(
      @ForAll @DoubleRange(min = 1, max = 1e6) double steps,
      @ForAll @DoubleRange(min = 1, max = 1e6) double slo,
      @ForAll @DoubleRange(max = 1e6) double margin) {
    double seen = seen(due(steps, slo), margin).orElseThrow();
    assertTrue(seen <= slo, "%s > %s".formatted(seen, slo));
    assertTrue(seen >= Math.min(slo, steps / 4), "%s < %s".formatted(seen, steps / 4));
    assertTrue(seen >= slo - margin, "%s < %s - %s".formatted(seen, slo, margin));
  }

  @Test
  void of_marginOutOfRange_isRejected() {
    for (double margin : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class, () -> SloMargin.of(new IsolatedShare(), margin));
      assertTrue(error.getMessage().startsWith("margin of SLOs is " + margin), error.getMessage());
    }
  }
}
