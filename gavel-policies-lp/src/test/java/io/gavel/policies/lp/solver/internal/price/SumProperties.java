package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Sums over many jobs under floors, from prices or a sample, beside a solve of the whole. */
class SumProperties {

  /** What makes a program hard, or not. */
  enum Shape {
    PLAIN,
    TIED,
    WIDE_RATES,
    FREE,
    TIGHT_FLOORS,
    COSTS,
    QUOTA,
    TOTALS,
    LEVEL_OF_TOTALS
  }

  private static AllocationProblem problem(
      RandomGenerator random, int jobs, int types, Shape shape) {
    WorkerType[] workers = new WorkerType[types];
    Arrays.setAll(
        workers, j -> new WorkerType("t" + j, Math.max(4, (1 + random.nextInt(3)) * jobs / types)));
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(workers))
            .entity(new Entity("e", 1, Entity.Discipline.FAIRNESS));
    for (int m = 0; m < jobs; m++) {
      double base = shape == Shape.WIDE_RATES ? StrictMath.pow(10, 6 * random.nextDouble() - 3) : 1;
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        double speed = shape == Shape.TIED ? 1 + random.nextInt(3) : 0.5 + 5 * random.nextDouble();
        rates[j] = j > 0 && random.nextInt(8) == 0 ? 0 : base * speed;
      }
      Job.Builder job = Job.builder("j" + m).scaleFactor(1 << random.nextInt(4));
      problem.job(m % 4 == 0 ? job.entity("e").build() : job.build(), rates);
    }
    AllocationProblem plain = problem.build();
    return shape == Shape.QUOTA
        ? plain.constraining(
            Constraint.named("e on t0")
                .that(LinearForm.workers().ofEntity("e").onTypes("t0"))
                .atMostPartOfCapacity(0.2))
        : plain;
  }

  /** A sum whose floors some point reaches. */
  static AllocationProgram program(RandomGenerator random, int jobs, int types, Shape shape) {
    AllocationProblem problem = problem(random, jobs, types, shape);
    double[] fastest =
        IntStream.range(0, jobs)
            .mapToDouble(
                m ->
                    IntStream.range(0, types)
                        .mapToDouble(j -> problem.throughputs().stepsPerSecond(m, j))
                        .max()
                        .orElseThrow())
            .toArray();
    CertifiedSolution level =
        CertifiedSolver.standard().solve(AllocationProgram.maximizeMinimum(problem, fastest));
    double[] reached = level.throughput();
    AllocationProgram sum;
    if (shape == Shape.COSTS) {
      double[] gain = new double[jobs * types];
      for (int i = 0; i < gain.length; i++) {
        double price = 1.0 / (1 + i % types);
        gain[i] = -price * problem.job(i / types).scaleFactor() * random.nextDouble(0.9, 1.1);
      }
      sum = AllocationProgram.maximizeGain(problem, gain);
    } else {
      double[] weight = new double[jobs];
      Arrays.setAll(weight, m -> random.nextDouble(0.5, 2) / fastest[m]);
      sum = AllocationProgram.maximizeSum(problem, weight);
    }
    double part = shape == Shape.FREE ? 0 : shape == Shape.TIGHT_FLOORS ? 1 - 3e-13 : 0.7;
    double[] floor = new double[jobs];
    Arrays.setAll(floor, m -> part * reached[m] * (m % 3 == 0 ? 0.5 : 1));
    AllocationProgram floored = sum.withFloor(floor);
    return new Scaling(
            shape == Shape.TOTALS
                ? withTotals(floored, fastest, 0.9, reached)
                : shape == Shape.LEVEL_OF_TOTALS ? levelOfTotals(floored, fastest) : floored)
        .reduced();
  }

  /** A row for each of three teams: its total of steps, relative to the fastest of each job. */
  private static AllocationProgram withTotals(
      AllocationProgram program, double[] fastest, double part, double[] least) {
    CouplingRows.Builder rows = CouplingRows.builder();
    boolean hasLevel = program.freeVariables().count() > 0;
    for (int e = 0; e < 3; e++) {
      int team = e;
      int[] columns = Samples.columns(program, m -> m % 3 == team);
      rows.add(
          "team " + e,
          Relation.AT_LEAST,
          IntStream.range(0, least.length)
              .filter(m -> m % 3 == team)
              .mapToDouble(m -> part * least[m] / fastest[m])
              .sum(),
          columns,
          Arrays.stream(columns)
              .mapToDouble(c -> program.rate(c) / fastest[program.first(c)])
              .toArray(),
          hasLevel ? new int[] {0} : new int[0],
          hasLevel ? new double[] {-1 - e} : new double[0]);
    }
    return program.withRows(program.rows().and(rows.build()));
  }

  private static AllocationProgram levelOfTotals(AllocationProgram sum, double[] fastest) {
    double[] nothing = new double[fastest.length];
    AllocationProgram level =
        Programs.of(sum)
            .rewritten(
                Programs.columns(sum),
                sum.floors(),
                Goal.total(new double[sum.columnCount()], false))
            .withFreeVariables(FreeVariables.builder().add("level", fastest.length, 1).build());
    return withTotals(level, fastest, 0, nothing);
  }

  @Property(tries = 100)
  void improve_pricesNearlyRight_findsTheOptimum(
      @ForAll Draws random,
      @ForAll @IntRange(min = 300, max = 1_200) int jobs,
      @ForAll @IntRange(min = 1, max = 5) int types,
      @ForAll Shape shape) {
    AllocationProgram program = program(random, jobs, types, shape);
    CertifiedSolution whole = Samples.whole(program);
    double[] price = Hint.prices(whole.bound());
    Arrays.setAll(price, k -> price[k] * (1 + 1e-3 * random.nextDouble(-1, 1)));
    Optional<CertifiedSolution> found = Samples.near(program, price, 1e-3);
    found
        .filter(solution -> solution.holdsWithin(CertifiedSolution.GOOD))
        .ifPresent(solution -> Samples.assertSameOptimum(program, whole, solution));
    boolean easy = shape == Shape.PLAIN || shape == Shape.FREE;
    assertTrue(!easy || found.isPresent(), "nothing found");
  }

  @Test
  void fromSample_manyJobs_findsTheOptimum() {
    for (Shape shape : new Shape[] {Shape.PLAIN, Shape.FREE, Shape.COSTS, Shape.QUOTA}) {
      AllocationProgram program = program(new SplittableRandom(7), 20_000, 3, shape);
      CertifiedSolution found =
          shape == Shape.COSTS // its pools are nearly free, and a sample need not be enough
              ? CertifiedSolver.standard().solve(program)
              : Samples.solve(program, SolveLimits.none()).orElseThrow();
      assertTrue(found.holdsWithin(CertifiedSolution.GOOD), () -> shape + " " + found);
      Samples.assertSameOptimum(program, Samples.whole(program), found);
    }
  }
}
