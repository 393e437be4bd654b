package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Optima without one job, from prices, against solves without the job. */
class DeparturesProperties {

  private enum Rates {
    GENERAL,
    TIED,
    WHOLE
  }

  private static AllocationProblem problem(Random random, int jobs, Rates rates, boolean limited) {
    int types = 1 + random.nextInt(4);
    WorkerType[] columns = new WorkerType[types];
    Arrays.setAll(columns, j -> new WorkerType("type" + j, 1 + random.nextInt(1 + jobs / (1 + j))));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    for (int m = 0; m < jobs; m++) {
      double tied = 0.1 + random.nextDouble();
      double[] row =
          IntStream.range(0, types)
              .mapToDouble(
                  j ->
                      switch (rates) {
                        case GENERAL -> 0.1 + random.nextDouble();
                        case TIED -> tied;
                        case WHOLE -> 1 + random.nextInt(3);
                      })
              .map(rate -> random.nextInt(5) == 0 ? 0 : rate)
              .toArray();
      row[random.nextInt(types)] = 0.5;
      Job.Builder job = Job.builder("job" + m).weight(1 + random.nextInt(8));
      problem.job(job.scaleFactor(random.nextInt(4) == 0 ? 2 : 1).build(), row);
    }
    AllocationProblem built = problem.build();
    return limited
        ? built.withConstraints(
            ConstraintSet.none()
                .and(
                    Constraint.named("cap")
                        .that(LinearForm.workers().onTypes("type0"))
                        .atMost(0.5 * built.cluster().type(0).workers())))
        : built;
  }

  private static AllocationProgram program(AllocationProblem problem, int absent) {
    double[] weight = new double[problem.jobCount()];
    Arrays.setAll(
        weight, m -> m == absent || runsNowhere(problem, m) ? 0 : problem.job(m).weight());
    return AllocationProgram.maximizeUtility(problem, weight, 0);
  }

  private static boolean runsNowhere(AllocationProblem problem, int m) {
    return problem.unrunnable().stream().anyMatch(job -> job.job() == m);
  }

  private static double[] prices(CertifiedSolution solution) {
    return WorkingSet.prices(solution.bound());
  }

  @Property(tries = 40)
  void kept_anyJob_liesBetweenWhatSolvesProve(
      @ForAll Draws random,
      @ForAll @IntRange(min = 30, max = 200) int jobs,
      @ForAll Rates rates,
      @ForAll boolean limited) {
    AllocationProblem problem = problem(random, jobs, rates, limited);
    AllocationProgram all = program(problem, -1);
    CertifiedSolution with = CertifiedSolver.standard().solve(all);
    Optional<Departures> departures = Departures.of(all, prices(with), SolveLimits.none());
    int m = random.nextInt(jobs);
    if (departures.isEmpty() || runsNowhere(problem, m)) {
      return;
    }
    double throughput = with.throughput()[m];
    OptionalDouble kept = departures.get().kept(m, throughput);
    if (kept.isEmpty()) {
      return;
    }
    CertifiedSolution without = CertifiedSolver.standard().solve(program(problem, m));
    double weight = problem.job(m).weight();
    double log = weight * Math.log(kept.getAsDouble() * throughput);
    double rounding = 1e-8 * weight;
    assertTrue(log <= with.bound().value() - without.objective() + rounding);
    assertTrue(log >= with.objective() - without.bound().value() - rounding);
  }

  @Test
  void kept_jobsOfTheirOwnRates_areAllFoundFromPrices() {
    AllocationProblem problem = problem(new Random(7), 300, Rates.GENERAL, false);
    AllocationProgram all = program(problem, -1);
    CertifiedSolution with = CertifiedSolver.standard().solve(all);
    Departures departures = Departures.of(all, prices(with), SolveLimits.none()).orElseThrow();
    for (int m = 0; m < problem.jobCount(); m++) {
      double kept = departures.kept(m, with.throughput()[m]).orElseThrow();
      assertTrue(kept > 1 / Math.E && kept < 1 + 1e-9, "job " + m);
    }
  }

  /** On one worker each of n equal jobs keeps (1 − 1/n)^(n − 1). */
  @Test
  void kept_equalJobsOnOneWorker_isKnown() {
    int n = 200;
    AllocationProblem.Builder one =
        AllocationProblem.builder(Cluster.of(new WorkerType("type0", 1)));
    for (int m = 0; m < n; m++) {
      one.job(Job.of("job" + m), 3);
    }
    AllocationProgram all = program(one.build(), -1);
    CertifiedSolution with = CertifiedSolver.standard().solve(all);
    Departures departures = Departures.of(all, prices(with), SolveLimits.none()).orElseThrow();
    double expected = Math.pow(1 - 1.0 / n, n - 1);
    assertEquals(expected, departures.kept(17, 3.0 / n).orElseThrow(), 1e-9);
  }

  /** The second type has workers for all; the price that a solver leaves it is not 0. */
  @Test
  void of_idleWorkersWithAPriceOfRounding_areFree() {
    int n = 200;
    AllocationProblem.Builder two =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("type0", 20), new WorkerType("type1", 400)));
    for (int m = 0; m < n; m++) {
      two.job(Job.of("job" + m), 3 + m % 7, 1 + m % 3);
    }
    AllocationProgram all = program(two.build(), -1);
    double[] price = prices(CertifiedSolver.standard().solve(all));
    assertTrue(price[1] < 1e-6 * price[0]);
    price[1] = 3e-8 * price[0];
    assertTrue(Departures.of(all, price, SolveLimits.none()).isPresent());
  }

  /** Prices far off lead nowhere, and that is said. */
  @Test
  void of_pricesOfSomethingElse_isEmpty() {
    AllocationProgram all = program(problem(new Random(7), 300, Rates.GENERAL, false), -1);
    double[] wrong = new double[all.poolCount()];
    Arrays.fill(wrong, 1e-6);
    assertTrue(Departures.of(all, wrong, SolveLimits.none()).isEmpty());
  }
}
