package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Sums and violations against plain definitions, on random problems with pairs and shared pools.
 */
class AllocationProperties {

  private static AllocationProblem problem(Random random) {
    List<WorkerType> types = new ArrayList<>();
    int pools = 1 + random.nextInt(3);
    for (int k = 0; k < pools; k++) {
      int workers = random.nextInt(6);
      for (int i = random.nextInt(2); i >= 0; i--) {
        types.add(new WorkerType("t" + k + i, workers).withPool("p" + k));
      }
    }
    AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(types));
    int jobs = random.nextInt(6);
    int[] gangs = new int[jobs];
    int[] milli = new int[jobs];
    for (int m = 0; m < jobs; m++) {
      gangs[m] = 1 + random.nextInt(2);
      milli[m] = gangs[m] == 1 && random.nextBoolean() ? 100 * (1 + random.nextInt(3)) : 1000;
      builder.job(
          Job.builder("j" + m).scaleFactor(gangs[m]).gpuMilli(milli[m]).build(),
          rates(random, types.size()));
      for (int o = 0; o < m; o++) {
        if (gangs[o] == gangs[m] && milli[o] == milli[m] && random.nextBoolean()) {
          builder.pair("j" + m, "j" + o, rates(random, types.size()), rates(random, types.size()));
        }
      }
    }
    return builder.build();
  }

  private static double[] rates(Random random, int types) {
    double[] rates = new double[types];
    Arrays.setAll(rates, j -> random.nextInt(4) == 0 ? 0 : random.nextDouble() * 100);
    return rates;
  }

  private static Allocation allocation(AllocationProblem problem, double[] fractions) {
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  private static double[] fractions(AllocationProblem problem, Random random, double scale) {
    double[] fractions = new double[problem.groupCount() * problem.cluster().typeCount()];
    Arrays.setAll(fractions, i -> random.nextDouble() * scale);
    return fractions;
  }

  private static boolean contains(Group group, int m) {
    return group.member(0) == m || group.member(group.size() - 1) == m;
  }

  @Property
  void sums_anyAllocation_equalTheirDefinitions(@ForAll Draws random) {
    AllocationProblem problem = problem(random);
    Allocation x = allocation(problem, fractions(problem, random, 1));
    for (int m = 0; m < problem.jobCount(); m++) {
      double time = 0;
      double throughput = 0;
      for (int g = 0; g < problem.groupCount(); g++) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          if (contains(problem.group(g), m)) {
            int member = problem.group(g).member(0) == m ? 0 : 1;
            time += x.fraction(g, j);
            throughput += problem.throughputs().stepsPerSecond(g, member, j) * x.fraction(g, j);
          }
        }
      }
      assertEquals(time, x.timeFraction(m));
      assertEquals(throughput, x.effectiveThroughput(m));
    }
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      double whole = 0;
      double milli = 0;
      for (int g = 0; g < problem.groupCount(); g++) {
        Job job = problem.job(problem.group(g).member(0));
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          if (problem.cluster().poolOf(j) == k) {
            boolean share = job.gpuMilli() < Job.WHOLE_WORKER;
            whole += share ? 0 : job.scaleFactor() * x.fraction(g, j);
            milli += share ? job.gpuMilli() * x.fraction(g, j) : 0;
          }
        }
      }
      assertEquals(whole + milli / 1000, x.workersUsed(k));
    }
  }

  @Property
  void maxViolation_scaledIntoTheLimits_isZero(@ForAll Draws random) {
    AllocationProblem problem = problem(random);
    double[] fractions = fractions(problem, random, 1);
    Allocation wild = allocation(problem, fractions);
    double most = 1;
    for (int m = 0; m < problem.jobCount(); m++) {
      most = Math.max(most, wild.timeFraction(m));
    }
    boolean[] empty = new boolean[problem.cluster().typeCount()];
    for (int j = 0; j < empty.length; j++) {
      int k = problem.cluster().poolOf(j);
      empty[j] = problem.cluster().poolWorkers(k) == 0;
      most =
          empty[j] ? most : Math.max(most, wild.workersUsed(k) / problem.cluster().poolWorkers(k));
    }
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = empty[i % empty.length] ? 0 : fractions[i] / (most * (1 + 1e-9));
    }
    assertEquals(0, allocation(problem, fractions).maxViolation());
  }

  @Property
  void maxViolation_oneEntryPushedOut_isAtLeastThat(@ForAll Draws random, @ForAll boolean below) {
    AllocationProblem problem = problem(random);
    double[] fractions = new double[problem.groupCount() * problem.cluster().typeCount()];
    if (fractions.length > 0) {
      double excess = 0.5 + random.nextInt(1024) / 1024.0; // so that 1 + excess is exact
      fractions[random.nextInt(fractions.length)] = below ? -excess : 1 + excess;
      assertTrue(allocation(problem, fractions).maxViolation() >= excess);
    }
  }

  @Provide
  Arbitrary<AllocationProblem> problems() {
    return ProblemArbitraries.seeded(seed -> problem(new Random(seed)));
  }

  @Property
  void unrunnable_anyProblem_areTheJobsThatRunInNoGroup(
      @ForAll("problems") AllocationProblem problem) {
    List<Integer> expected = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      boolean runs = false;
      for (int g = 0; g < problem.groupCount(); g++) {
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          runs |= contains(problem.group(g), m) && problem.runs(g, j);
        }
      }
      if (!runs) {
        expected.add(m);
      }
    }
    assertEquals(expected, problem.unrunnable().stream().map(Unrunnable::job).toList());
  }

  @Property
  void copyRunning_anyProblem_isTheThroughputWhereAGroupRuns(@ForAll Draws random) {
    AllocationProblem problem = WildProblems.of(random).withAllPairs();
    int types = problem.cluster().typeCount();
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int i = 0; i < problem.group(g).size(); i++) {
        double[] row = new double[types + 2];
        problem.copyRunning(g, i, row, 1);
        for (int j = 0; j < types; j++) {
          double rate = problem.throughputs().stepsPerSecond(g, i, j);
          assertEquals(problem.runs(g, j) ? rate + 0.0 : 0.0, row[1 + j] + 0.0); // no matter -0.0
        }
        assertEquals(0, row[0] + row[types + 1]);
      }
    }
  }

  @Property
  void fractions_anyAllocation_areThoseOfItsEntries(@ForAll Draws random) {
    AllocationProblem problem = problem(random);
    double[] fractions = fractions(problem, random, 1);
    Allocation x = allocation(problem, fractions);
    assertArrayEquals(fractions, x.fractions());
    assertArrayEquals(fractions, new SameEntries(x).fractions());
  }

  @Property
  void withCertificate_anyAllocation_keepsEverythingElse(@ForAll Draws random) {
    AllocationProblem problem = problem(random);
    Allocation x = allocation(problem, fractions(problem, random, 1));
    Certificate other = new Certificate(1, 2, 0.5, Prices.zero(problem));
    for (Allocation same : List.of(x, new SameEntries(x))) {
      Allocation changed = same.withCertificate(other);
      assertEquals(other, changed.certificate());
      assertEquals(x.problem(), changed.problem());
      assertArrayEquals(x.fractions(), changed.fractions());
      for (int m = 0; m < problem.jobCount(); m++) {
        assertEquals(x.effectiveThroughput(m), changed.effectiveThroughput(m));
        assertEquals(x.timeFraction(m), changed.timeFraction(m));
      }
      for (int k = 0; k < problem.cluster().poolCount(); k++) {
        assertEquals(x.workersUsed(k), changed.workersUsed(k));
      }
      double[] tooMany = new double[problem.cluster().poolCount() + 1];
      double[] jobs = new double[problem.jobCount()];
      Certificate unfit = new Certificate(1, 2, 0, Prices.of(tooMany, jobs, jobs));
      assertThrows(IllegalArgumentException.class, () -> same.withCertificate(unfit));
    }
  }

  /** An allocation of another kind, which has entries only. */
  private record SameEntries(Allocation x) implements Allocation {
    @Override
    public AllocationProblem problem() {
      return x.problem();
    }

    @Override
    public double fraction(int g, int j) {
      return x.fraction(g, j);
    }

    @Override
    public double effectiveThroughput(int m) {
      return x.effectiveThroughput(m);
    }

    @Override
    public double timeFraction(int m) {
      return x.timeFraction(m);
    }

    @Override
    public double workersUsed(int k) {
      return x.workersUsed(k);
    }

    @Override
    public Certificate certificate() {
      return x.certificate();
    }
  }
}
