package io.gavel.policies.lp.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Equal share and isolated share against figures computed by hand. */
class PoolSharesTest {

  private static final double TOLERANCE = 1e-12;

  private final Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 3));

  private AllocationProblem problem() {
    return AllocationProblem.builder(cluster)
        .job(Job.of("single"), 8, 4)
        .job(Job.builder("gang").scaleFactor(2).build(), 100, 10) // one v100 is too few for it
        .build();
  }

  @Test
  void equalShare_throughput_isThatOfAFullTimeShareByWorkers() {
    assertEquals(8 * 0.25 + 4 * 0.75, EqualShare.throughput(problem(), 0), TOLERANCE);
    assertEquals(10 * 0.75, EqualShare.throughput(problem(), 1), TOLERANCE);
  }

  @Test
  void equalShare_moreWorkersThanWanted_everyoneRunsAllTheTime() {
    Allocation x = new EqualShare().allocate(problem());
    assertEquals(1, x.certificate().objective());
    assertEquals(0.25, x.fraction("single", "v100"), TOLERANCE);
    assertEquals(0.75, x.fraction("single", "k80"), TOLERANCE);
    assertEquals(0, x.fraction("gang", "v100"));
    assertEquals(EqualShare.throughput(problem(), 0), x.effectiveThroughput(0), TOLERANCE);
  }

  @Test
  void equalShare_tooManyJobs_shrinksAllAlike() {
    AllocationProblem.Builder crowd = AllocationProblem.builder(cluster);
    for (int m = 0; m < 16; m++) {
      crowd.job(Job.of("job" + m), 1, 1);
    }
    Allocation x = new EqualShare().allocate(crowd.build());
    assertEquals(0.25, x.certificate().objective(), TOLERANCE);
    assertEquals(0.25, x.timeFraction(7), TOLERANCE);
    assertEquals(3, x.workersUsed(1), TOLERANCE);
  }

  @Test
  void isolated_rowsWithinAllTime_areTheNthPartOfEachPool() {
    // n = 2: the single job is entitled to 1/2 of 1 and of 3 workers, twice what it can use
    Allocation x = new IsolatedShare().allocate(problem());
    assertEquals(0.25, x.fraction("single", "v100"), TOLERANCE);
    assertEquals(0.75, x.fraction("single", "k80"), TOLERANCE);
    assertEquals(0, x.fraction("gang", "v100"));
    assertEquals(0.75, x.fraction("gang", "k80"), TOLERANCE);
    assertEquals(7.5, IsolatedShare.throughput(problem(), 1), TOLERANCE);
  }

  @Test
  void shares_typesOfOnePool_useTheFasterOne() {
    Cluster shared =
        Cluster.of(
            new WorkerType("far", 2).withPool("v100"),
            new WorkerType("near", 2).withPool("v100"),
            new WorkerType("k80", 2));
    AllocationProblem problem = AllocationProblem.builder(shared).job(Job.of("a"), 2, 6, 1).build();
    assertEquals(6 * 0.5 + 1 * 0.5, EqualShare.throughput(problem, 0), TOLERANCE);
    assertEquals(0, new IsolatedShare().allocate(problem).fraction("a", "far"));
  }

  @Test
  void shares_jobThatRunsNowhere_doesNotCount() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("runs"), 5)
            .job(Job.of("does not"), 0)
            .build();
    assertEquals(5, IsolatedShare.throughput(problem, 0), TOLERANCE);
    assertEquals(0, IsolatedShare.throughput(problem, 1));
    assertEquals(1, new EqualShare().allocate(problem).fraction("runs", "v100"), TOLERANCE);
  }

  @Property
  void shares_anyProblem_areFeasibleToTheLastBit(@ForAll Draws random, @ForAll Kind kind) {
    for (Policy policy : new Policy[] {new EqualShare(), new IsolatedShare()}) {
      Allocation x = policy.allocate(Problems.random(random, kind));
      assertEquals(0, x.maxViolation());
      assertEquals(0, x.certificate().relativeGap());
    }
  }

  @Property
  void isolated_effectiveThroughput_isWhatItsFormulaSays(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem) {
    Allocation x = new IsolatedShare().allocate(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      double formula = IsolatedShare.throughput(problem, m);
      assertTrue(Math.abs(formula - x.effectiveThroughput(m)) <= TOLERANCE * formula);
    }
  }
}
