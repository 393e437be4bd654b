package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Where the greedy slices of Optimus and SLAQ end: no job could be faster with workers that are
 * left, be it by a further slice or by a wider one in place of one that it has.
 */
class GreedySlicesProperties {

  /** More steps than any job makes until SLAQ's next decision: all of them are of use. */
  private static final double MANY = 2e4;

  private static AllocationProblem.Builder jobs(
      Random random, int jobs, boolean rigid, WorkerType... types) {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    for (int m = 0; m < jobs; m++) {
      Job job =
          Job.builder("job" + m)
              .scaleFactor(rigid ? 1 + random.nextInt(2) : 1)
              .stepsRemaining(MANY * (1 + random.nextInt(99)))
              .build();
      problem.job(job, random.ints(types.length, rigid ? 0 : 1, 9).asDoubleStream().toArray());
    }
    return problem;
  }

  private static Policy policy(boolean losses, int slices) {
    return losses ? new Slaq(Slaq.create().curves(), 360, slices) : new Optimus(slices);
  }

  /** The groups of a job: itself and its configurations. */
  private static List<Integer> ways(AllocationProblem problem, int m) {
    List<Integer> ways = new ArrayList<>(List.of(m));
    for (int g : problem.configurationsOf(m)) {
      ways.add(g);
    }
    return ways;
  }

  private static double rate(AllocationProblem problem, int g, int j) {
    return problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, j) : 0;
  }

  /** The slices of a group, a whole number. */
  private static long slices(Allocation x, int g, int j, int slices) {
    double exact = x.fraction(g, j) * slices;
    assertEquals(Math.rint(exact), exact, 1e-9, "part of a slice");
    return Math.round(exact);
  }

  private static void requireNoFurtherSlice(Allocation x, int slices) {
    AllocationProblem problem = x.problem();
    for (int m = 0; m < problem.jobCount(); m++) {
      long taken = 0;
      for (int g : ways(problem, m)) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          taken += slices(x, g, j, slices);
        }
      }
      assertTrue(taken <= slices, "more than all time");
      for (int g : ways(problem, m)) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          boolean fits = left(x, j, slices) >= problem.scaleFactor(g) && taken < slices;
          assertTrue(!fits || rate(problem, g, j) == 0, "job " + m + " could have a slice");
        }
      }
    }
  }

  private static long left(Allocation x, int j, int slices) {
    double used = x.workersUsed(x.problem().cluster().poolOf(j)) * slices;
    return (long) x.problem().cluster().type(j).workers() * slices - Math.round(used);
  }

  @Property
  void rigidJobs_onAnyTypes_leaveNoSliceThatIsOfUse(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 5) int jobs,
      @ForAll @IntRange(min = 1, max = 5) int slices,
      @ForAll boolean losses) {
    AllocationProblem problem =
        jobs(
                random,
                jobs,
                true,
                new WorkerType("a", 1 + random.nextInt(4)),
                new WorkerType("b", 1 + random.nextInt(4)))
            .build();
    requireNoFurtherSlice(policy(losses, slices).allocate(problem), slices);
  }

  /** Jobs are measured by their first way, so all have a rate in it. */
  @Property
  void elasticJobs_onOneType_couldNotBeFaster(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 4) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int slices,
      @ForAll boolean losses) {
    int workers = 1 + random.nextInt(8);
    AllocationProblem.Builder builder = jobs(random, jobs, false, new WorkerType("gpu", workers));
    for (int m = 0; m < jobs; m++) {
      for (int way = random.nextInt(4); way > 0; way--) {
        double rate = random.nextInt(30);
        builder.configuration("job" + m, "way" + way, 1 + random.nextInt(workers), rate);
      }
    }
    AllocationProblem problem = builder.build();
    Allocation x = policy(losses, slices).allocate(problem);
    requireNoFurtherSlice(x, slices);
    for (int m = 0; m < jobs; m++) {
      for (int held : ways(problem, m)) {
        long room = left(x, 0, slices) + problem.scaleFactor(held);
        for (int wider : ways(problem, m)) {
          boolean fits = slices(x, held, 0, slices) > 0 && room >= problem.scaleFactor(wider);
          assertTrue(
              !fits || rate(problem, wider, 0) <= rate(problem, held, 0),
              "job " + m + " could exchange a slice");
        }
      }
    }
  }
}
