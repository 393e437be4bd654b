package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Rules over pairs by job type against the same rules over all pairs, listed. */
public class RulesByTypeProperties {

  private enum Rule {
    FIFO,
    FIFO_OF_ANY_PAIR;

    Policy policy() {
      return switch (this) {
        case FIFO -> HeadOfLineFifo.packed(1.1);
        case FIFO_OF_ANY_PAIR -> HeadOfLineFifo.packed(0);
      };
    }
  }

  /**
   * Jobs of few kinds; those of a kind are alike or differ alone, some already run somewhere.
   *
   * @param plain without forbidden types and types that share a pool
   */
  public static AllocationProblem problem(Random random, int jobs, boolean alike, boolean plain) {
    int types = 1 + random.nextInt(3);
    List<WorkerType> columns = new ArrayList<>();
    for (int j = 0; j < types; j++) {
      WorkerType type = new WorkerType("type" + j, 1 + random.nextInt(4));
      columns.add(!plain && j > 0 && random.nextInt(4) == 0 ? type.withPool("type0") : type);
    }
    String pool = "type0";
    int workers = columns.get(0).workers();
    columns.replaceAll(
        type ->
            type.pool().equals(pool) ? new WorkerType(type.name(), workers).withPool(pool) : type);
    int kinds = 1 + random.nextInt(3);
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    double[][] alone = new double[kinds][];
    for (int a = 0; a < kinds; a++) {
      alone[a] = random.doubles(types, 0.8, 1.8).toArray();
      for (int b = a; b < kinds; b++) {
        double[] ofA = rates(random, types);
        for (int scale = 1; scale <= 2; scale++) {
          table.pair("k" + a, "k" + b, scale, ofA, a == b ? ofA : rates(random, types));
        }
      }
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    for (int m = 0; m < jobs; m++) {
      int kind = random.nextInt(kinds);
      Job.Builder job =
          Job.builder("job" + m)
              .type(random.nextInt(8) == 0 ? "unknown" : "k" + kind)
              .scaleFactor(random.nextInt(4) == 0 ? 2 : 1);
      if (random.nextInt(3) == 0) {
        String runs = columns.get(random.nextInt(types)).name();
        job.history(History.none().runningOn(runs, 0));
      }
      double[] row = alone[kind].clone();
      Arrays.setAll(row, j -> alike ? row[j] : row[j] * (0.9 + 0.2 * random.nextDouble()));
      problem.job(job.build(), row);
    }
    AllocationProblem built = problem.build();
    if (!plain && jobs > 0 && types > 1 && random.nextBoolean()) {
      built = built.forbidding("job" + random.nextInt(jobs), columns.get(0).name());
    }
    return built.sharingByType(table.build());
  }

  private static double[] rates(Random random, int types) {
    return IntStream.range(0, types)
        .mapToDouble(j -> random.nextInt(6) == 0 ? 0 : 0.3 + 0.7 * random.nextDouble())
        .toArray();
  }

  /** The fractions that are not 0, by group and type. */
  private static Map<String, Double> used(Allocation x) {
    Map<String, Double> used = new TreeMap<>();
    for (int g = 0; g < x.problem().groupCount(); g++) {
      for (int j = 0; j < x.problem().cluster().typeCount(); j++) {
        if (x.fraction(g, j) > 0) {
          used.put(x.problem().groupName(g) + " on " + j, x.fraction(g, j));
        }
      }
    }
    return used;
  }

  @Property
  void allocate_pairsByType_isThatOfAllPairsListed(
      @ForAll Draws random,
      @ForAll @IntRange(max = 24) int jobs,
      @ForAll boolean alike,
      @ForAll Rule rule) {
    AllocationProblem problem = problem(random, jobs, alike, false);
    assertSameByType(rule.policy(), problem);
  }

  /** Asserts that a policy gives equal answers for pairs by type and for all pairs listed. */
  public static void assertSameByType(Policy policy, AllocationProblem problem) {
    Allocation byType = policy.allocate(problem);
    Allocation listed = policy.allocate(problem.withAllPairs());
    Map<String, Double> expected = used(listed);
    Map<String, Double> actual = used(byType);
    assertEquals(expected.keySet(), actual.keySet());
    expected.forEach((group, time) -> assertEquals(time, actual.get(group), 1e-12, group));
    assertEquals(listed.certificate().objective(), byType.certificate().objective(), 1e-12);
  }

  @Property
  void allocate_randomPairsByType_leavesNoPairThatMakesProgress(
      @ForAll Draws random, @ForAll @IntRange(max = 24) int jobs, @ForAll boolean alike) {
    AllocationProblem problem = problem(random, jobs, alike, true);
    long seed = random.nextLong();
    Allocation x = GandivaPacking.create().withSeed(seed).allocate(problem);
    assertEquals(0, x.maxViolation());
    assertEquals(x, GandivaPacking.create().withSeed(seed).allocate(problem), "the same again");
    boolean[] paired = new boolean[jobs];
    for (int g = jobs; g < x.problem().groupCount(); g++) {
      for (int i = 0; i < 2; i++) {
        int m = x.problem().group(g).member(i);
        assertTrue(!paired[m], "in two pairs");
        paired[m] = true;
      }
    }
    // Those left form no further pair: listed, they run alone.
    List<Group.Pair> others = new ArrayList<>();
    AllocationProblem all = problem.withAllPairs();
    for (int g = jobs; g < all.groupCount(); g++) {
      Group.Pair pair = (Group.Pair) all.group(g);
      if (!paired[pair.first()] && !paired[pair.second()]) {
        others.add(pair);
      }
    }
    AllocationProblem rest = problem.withPairs(others);
    Allocation alone = GandivaPacking.create().allocate(rest);
    for (int g = jobs; g < rest.groupCount(); g++) {
      for (int j = 0; j < rest.cluster().typeCount(); j++) {
        assertEquals(0, alone.fraction(g, j), rest.groupName(g));
      }
    }
  }
}
