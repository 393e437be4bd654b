package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/** Compared with the definition of the objective, and with Commons Math's simplex. */
class WindowedWelfareProperties {

  /** A problem with the done and remaining work of its jobs, in windows. */
  private static final class Instance {
    final AllocationProblem problem;
    final double[] weight;
    final double[] done;
    final double[] left;
    final double price;

    Instance(Random random, Kind kind) {
      this(Problems.random(random, kind), random);
    }

    Instance(AllocationProblem any, Random random) {
      problem = any.withoutPairs();
      int n = problem.jobCount();
      weight = random.doubles(n, -1, 1).map(u -> Math.pow(10, u)).toArray();
      done = random.doubles(n, -3, 2).map(u -> u < -2 ? 0 : Math.pow(10, u)).toArray();
      double most = random.nextInt(3) - 1;
      left = random.doubles(n, most - 2, most).map(u -> Math.pow(10, u)).toArray();
      price = random.nextInt(3) == 0 ? 0 : Math.pow(10, 4 * random.nextDouble() - 2);
    }

    WindowedWelfare solve() {
      return WindowedWelfare.of(problem, weight, done, left, price);
    }

    double rate(int m, int j) {
      return problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) / fastest(m) : 0;
    }

    double fastest(int m) {
      return IntStream.range(0, problem.cluster().typeCount())
          .filter(j -> problem.runs(m, j))
          .mapToDouble(j -> problem.throughputs().stepsPerSecond(m, j))
          .max()
          .orElse(0);
    }

    /** The objective at fractions, by its definition. */
    double value(double[] x) {
      double sum = 0;
      double longest = Double.NEGATIVE_INFINITY;
      for (int m = 0; m < weight.length; m++) {
        double made = 0;
        for (int j = 0; j < problem.cluster().typeCount(); j++) {
          made += rate(m, j) * x[m * problem.cluster().typeCount() + j];
        }
        if (fastest(m) > 0) {
          sum += weight[m] * Math.log((done[m] + made) / (done[m] + left[m]));
          longest = Math.max(longest, left[m] - made);
        }
      }
      return longest > Double.NEGATIVE_INFINITY ? sum - price * longest : 0;
    }

    double scale() {
      return price + Arrays.stream(weight).sum();
    }
  }

  @Property(tries = 200)
  void of_anyProblem_isFeasibleAndNoAllocationExceedsItsBound(@ForAll Draws random) {
    Kind[] kinds = {Kind.PLAIN, Kind.TIES, Kind.SHARES, Kind.WIDE_RATES};
    Instance it = new Instance(random, kinds[random.nextInt(4)]);
    WindowedWelfare optimum = it.solve();
    double[] x = optimum.fractions(it.problem.cluster().typeCount());
    assertFeasible(it, x);
    assertEquals(it.value(x), optimum.objective(), 1e-9 * (it.scale() + 1));
    assertTrue(optimum.bound() - optimum.objective() <= 1e-6 * it.scale(), "gap");
    assertTrue(optimum.bound() >= optimum.objective() - 1e-9 * it.scale(), "bound");
    for (int i = 0; i < 30; i++) {
      double[] other = feasible(it, random);
      assertTrue(it.value(other) <= optimum.bound() + 1e-9 * it.scale(), "bound exceeded");
    }
  }

  private static void assertFeasible(Instance it, double[] x) {
    int types = it.problem.cluster().typeCount();
    double[] used = new double[it.problem.cluster().poolCount()];
    for (int m = 0; m < it.weight.length; m++) {
      double time = 0;
      for (int j = 0; j < types; j++) {
        assertTrue(x[m * types + j] >= 0);
        assertTrue(x[m * types + j] == 0 || it.problem.runs(m, j));
        time += x[m * types + j];
        used[it.problem.cluster().poolOf(j)] += it.problem.workers(m) * x[m * types + j];
      }
      assertTrue(time <= 1);
    }
    for (int k = 0; k < used.length; k++) {
      assertTrue(used[k] <= it.problem.cluster().poolWorkers(k) * (1 + 1e-12));
    }
  }

  /** Jobs in random order take random parts of the free workers. */
  private static double[] feasible(Instance it, Random random) {
    Cluster cluster = it.problem.cluster();
    double[] x = new double[it.weight.length * cluster.typeCount()];
    double[] free =
        IntStream.range(0, cluster.poolCount()).mapToDouble(cluster::poolWorkers).toArray();
    List<Integer> order = new ArrayList<>(IntStream.range(0, it.weight.length).boxed().toList());
    Collections.shuffle(order, random);
    for (int m : order) {
      double time = 1;
      for (int j = 0; j < cluster.typeCount(); j++) {
        int k = cluster.poolOf(j);
        if (it.problem.runs(m, j)) {
          double part =
              Math.min(time, free[k] / it.problem.workers(m)) * Math.sqrt(random.nextDouble());
          x[m * cluster.typeCount() + j] = part;
          time -= part;
          free[k] = Math.max(0, free[k] - part * it.problem.workers(m));
        }
      }
    }
    return x;
  }

  /**
   * The same as a linear program: the logarithm by its tangents, which are nowhere below it.
   * Unknowns: fractions, for each job a utility above -50, and the longest rest above -10.
   */
  @Property(tries = 60)
  void of_smallProblem_isTheOptimumOfTheLinearProgram(@ForAll Draws random) {
    requireOptimum(new Instance(random, Kind.PLAIN));
  }

  private static void requireOptimum(Instance it) {
    int n = it.weight.length;
    Assume.that(IntStream.range(0, n).anyMatch(m -> it.fastest(m) > 0));
    int types = it.problem.cluster().typeCount();
    int longest = n * types + n;
    double[] objective = new double[longest + 1];
    objective[longest] = -it.price;
    List<LinearConstraint> rows = new ArrayList<>();
    double[][] pools = new double[it.problem.cluster().poolCount()][longest + 1];
    for (int m = 0; m < n; m++) {
      double[] made = new double[longest + 1];
      double[] time = new double[longest + 1];
      for (int j = 0; j < types; j++) {
        int c = m * types + j;
        made[c] = it.rate(m, j);
        time[c] = 1;
        pools[it.problem.cluster().poolOf(j)][c] = it.problem.workers(m);
      }
      rows.add(new LinearConstraint(time, Relationship.LEQ, 1));
      if (it.fastest(m) > 0) {
        objective[n * types + m] = it.weight[m];
        double[] rest = made.clone();
        rest[longest] = 1;
        rows.add(new LinearConstraint(rest, Relationship.GEQ, 10 + it.left[m]));
        double all = it.done[m] + it.left[m];
        double to = it.done[m] + 1;
        double from = Math.max(it.done[m], 1e-4);
        for (int i = 0; i <= 60; i++) {
          double at = from * Math.pow(to / from, i / 60.0);
          double[] tangent = new double[longest + 1];
          Arrays.setAll(tangent, c -> -made[c] / at);
          tangent[n * types + m] = 1;
          rows.add(
              new LinearConstraint(
                  tangent, Relationship.LEQ, 50 + Math.log(at / all) + it.done[m] / at - 1));
        }
      }
    }
    for (int k = 0; k < pools.length; k++) {
      rows.add(
          new LinearConstraint(pools[k], Relationship.LEQ, it.problem.cluster().poolWorkers(k)));
    }
    double shift =
        50 * IntStream.range(0, n).mapToDouble(m -> objective[n * types + m]).sum() - 10 * it.price;
    double best = largest(objective, rows) - shift;
    double reached = it.solve().objective();
    assertEquals(best, reached, 0.01 * it.scale());
    assertTrue(
        best >= reached - 1e-6 * it.scale(),
        () ->
            "beyond what the tangents allow: %s above %s of %s"
                .formatted(reached, best, it.scale()));
  }

  /** The largest value of a linear objective of unknowns that are not negative. */
  private static double largest(double[] objective, List<LinearConstraint> rows) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Variable[] unknown = new Variable[objective.length];
    Arrays.setAll(unknown, c -> model.newVariable("x " + c).lower(0).weight(objective[c]));
    for (int i = 0; i < rows.size(); i++) {
      LinearConstraint row = rows.get(i);
      Expression sum = model.newExpression("row " + i);
      for (int c = 0; c < objective.length; c++) {
        sum.set(unknown[c], row.getCoefficients().getEntry(c));
      }
      if (row.getRelationship() == Relationship.LEQ) {
        sum.upper(row.getValue());
      } else {
        sum.lower(row.getValue());
      }
    }
    Optimisation.Result result = model.maximise();
    assertTrue(result.getState().isOptimal(), () -> "no oracle: " + result);
    return result.getValue();
  }

  /** Commons Math's simplex method ends below the optimum of this linear program. */
  @Example
  void of_problemOnWhichAnotherSimplexEndsEarly_isTheOptimumOfTheLinearProgram() {
    requireOptimum(new Instance(Problems.random(70618, Kind.PLAIN), new Random(70618)));
  }

  @Property(tries = 100)
  void of_newJobsFarFromTheirEnd_isNashWelfare(@ForAll Draws random) {
    Instance it = new Instance(random, Kind.PLAIN);
    Arrays.fill(it.done, 0);
    Arrays.fill(it.left, 1000);
    AllocationProblem weighted =
        it.problem.withJobs(
            IntStream.range(0, it.weight.length)
                .mapToObj(m -> it.problem.job(m).toBuilder().weight(it.weight[m]).build())
                .toList());
    WindowedWelfare optimum = WindowedWelfare.of(weighted, it.weight, it.done, it.left, 0);
    double[] x = optimum.fractions(it.problem.cluster().typeCount());
    Allocation nash = NashWelfare.create().allocate(weighted);
    for (int m = 0; m < it.weight.length; m++) {
      double made = 0;
      for (int j = 0; j < it.problem.cluster().typeCount(); j++) {
        made += it.rate(m, j) * it.fastest(m) * x[m * it.problem.cluster().typeCount() + j];
      }
      assertEquals(nash.effectiveThroughput(m), made, 1e-3 * it.fastest(m));
    }
  }

  @Example
  void of_twoJobsOnOneWorker_isTheClosedForm() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)))
            .job(Job.of("1"), 2)
            .job(Job.of("2"), 7)
            .build();
    double[] equal = {1, 1};
    // who has done less catches up, then both have as much
    assertArrayEquals(
        new double[] {0.75, 0.25},
        WindowedWelfare.of(problem, equal, new double[] {1, 1.5}, new double[] {9, 9}, 0)
            .fractions(1),
        1e-6);
    // the longest rest first, until both rests are equal
    assertArrayEquals(
        new double[] {0.4, 0.6},
        WindowedWelfare.of(problem, equal, new double[] {1, 1}, new double[] {2.8, 3}, 1e4)
            .fractions(1),
        1e-3);
    // in between: what the first loses by a little less is what the second gains, with the price
    WindowedWelfare between =
        WindowedWelfare.of(problem, equal, new double[] {1, 1}, new double[] {2, 9}, 0.3);
    double second = between.fractions(1)[1];
    assertEquals(1 / (2 - second), 1 / (1 + second) + 0.3, 1e-5);
    // no job counts
    assertEquals(0, WindowedWelfare.of(problem, new double[2], equal, equal, 1).objective());
  }
}
