package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class GandivaPackingTest {

  private static final double TOLERANCE = 1e-12;

  private final GandivaPacking policy = GandivaPacking.create();

  /** Two jobs; a runs at 8 and b at 15 beside each other, at 10 and 20 alone: 1.55 of one job. */
  private static AllocationProblem problem(int workers, double ofA, double ofB) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)))
        .job(Job.of("a"), 10)
        .job(Job.of("b"), 20)
        .pair("a", "b", new double[] {ofA}, new double[] {ofB})
        .build();
  }

  @Test
  void allocate_tooFewWorkers_jobsShare() {
    Allocation x = policy.allocate(problem(1, 8, 15));
    assertEquals(1, x.fraction(2, 0));
    assertEquals(8, x.effectiveThroughput("a"), TOLERANCE);
    assertEquals(1.55, x.certificate().objective(), TOLERANCE);
  }

  @Test
  void allocate_enoughWorkers_nobodyShares() {
    Allocation x = policy.allocate(problem(2, 8, 15));
    assertEquals(1, x.fraction(0, 0));
    assertEquals(1, x.fraction(1, 0));
    assertEquals(1, x.certificate().objective(), TOLERANCE);
  }

  @Test
  void allocate_pairSlowerThanTakingTurns_isNotMade() {
    Allocation x = policy.allocate(problem(1, 4, 11)); // .4 + .55 of one job
    assertEquals(.5, x.fraction(0, 0), TOLERANCE);
    assertEquals(0, x.fraction(2, 0));
  }

  @Test
  void allocate_gangs_timeIsDividedByGroups() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 3), new WorkerType("k80", 1)))
            .job(Job.builder("gang 1").scaleFactor(2).build(), 4, 0)
            .job(Job.builder("gang 2").scaleFactor(2).build(), 4, 0)
            .job(Job.of("alone"), 2, 1)
            .job(Job.of("nowhere"), 0, 0)
            .pair("gang 1", "gang 2", new double[] {3, 0}, new double[] {3, 0})
            .build();
    Allocation x = policy.allocate(problem);
    assertEquals(3. / 4, x.fraction(4, 0), TOLERANCE); // 3 of 4 workers, 2 groups, gang of 2
    assertEquals(3. / 4, x.fraction(2, 0), TOLERANCE); // a row of 2 is scaled down to 1
    assertEquals(1. / 4, x.fraction(2, 1), TOLERANCE);
    assertEquals((1.5 + 1) / 2, x.certificate().objective(), TOLERANCE);
  }

  @Test
  void allocate_otherSeeds_makeOtherPairs() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    double[] rate = {9};
    for (int m = 0; m < 4; m++) {
      problem.job(Job.of("job" + m), 10);
    }
    for (int a = 0; a < 4; a++) {
      for (int b = a + 1; b < 4; b++) {
        problem.pair("job" + a, "job" + b, rate, rate);
      }
    }
    AllocationProblem all = problem.build();
    Set<Allocation> answers = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      answers.add(GandivaPacking.create().withSeed(seed).allocate(all));
    }
    assertEquals(3, answers.size(), "ways to make two pairs of four jobs");
    assertEquals(policy.allocate(all), GandivaPacking.create().withSeed(0).allocate(all));
  }

  @Property
  void answer_anyProblem_putsEachJobIntoOneGroupAtMost(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem, @ForAll Draws random) {
    Allocation x = GandivaPacking.create().withSeed(random.nextLong()).allocate(problem);
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().objective() >= 1 - 1e-9 || x.certificate().objective() == 0);
    int[] groups = new int[problem.jobCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      int group = g;
      if (IntStream.range(0, problem.cluster().typeCount())
          .anyMatch(j -> x.fraction(group, j) > 0)) {
        for (int i = 0; i < problem.group(g).size(); i++) {
          groups[problem.group(g).member(i)]++;
        }
      }
    }
    boolean[] runnable = PoolShares.runnableAlone(problem);
    for (int m = 0; m < groups.length; m++) {
      assertEquals(runnable[m] ? 1 : 0, groups[m]);
    }
  }

  @Property
  void answer_noPairs_isTheIsolatedShare(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem) {
    Allocation x = policy.allocate(problem);
    Allocation isolated = new IsolatedShare().allocate(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertEquals(isolated.fraction(m, j), x.fraction(m, j), TOLERANCE);
      }
    }
  }
}
