package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import io.gavel.policies.program.Solution;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs against Commons Math's simplex on plain rows. 2,000 in the nightly profile. */
class StagedSolverTest {

  private static final long CASES = Boolean.getBoolean("gavel.nightly") ? 2_000 : 50;

  private static final double TOLERANCE = 1e-6;

  private static final Measure SHARE = Measure.throughput().per(Normalizer.FASTEST_TYPE);

  static LongStream seeds() {
    return LongStream.range(0, CASES);
  }

  private static double[] floors(AllocationProblem problem) {
    double[] floors = new double[problem.jobCount()];
    for (int m = 0; m < floors.length; m++) {
      Job job = problem.job(m);
      floors[m] = job.sloSeconds().isPresent() ? 100 / job.sloSeconds().getAsDouble() : 0;
    }
    return floors;
  }

  private static PlainRows rows(
      AllocationProblem problem, List<Purchasable> purchasables, boolean slos) {
    PlainRows rows = new PlainRows(problem, purchasables);
    double[] floors = floors(problem);
    for (int m = 0; m < floors.length; m++) {
      boolean runs = runs(problem, purchasables, m);
      if (slos && floors[m] > 0 && runs) {
        double[] row = new double[rows.variables()];
        rows.addThroughput(row, m, 1);
        rows.atLeast(row, floors[m]);
      }
    }
    return rows;
  }

  /** Whether a job can run somewhere with all workers that can be bought. */
  private static boolean runs(AllocationProblem problem, List<Purchasable> purchasables, int m) {
    ProgramTerms terms =
        new ProgramTerms(Program.of(problem).maximize(Objective.least(SHARE)).buying(purchasables));
    return terms.largest().unrunnable().stream().noneMatch(job -> job.job() == m);
  }

  private static void same(OptionalDouble oracle, Certificate certificate, long seed) {
    double expected = oracle.orElseThrow();
    String message = "seed " + seed + ": " + certificate;
    double scale = Math.max(1e-3, Math.abs(expected));
    assertEquals(expected, certificate.objective(), TOLERANCE * scale, message);
    assertEquals(expected, certificate.bound(), TOLERANCE * scale, message);
    assertEquals(0, certificate.maxViolation(), message);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void leastCost_randomProblem_isThatOfTheOracle(long seed) {
    RandomPrograms random = new RandomPrograms(seed);
    AllocationProblem problem = random.problem();
    List<Purchasable> purchasables = random.purchasables();
    PlainRows rows = rows(problem, purchasables, true);
    OptionalDouble cost = rows.minimum(rows.prices());
    LeastCost policy = LeastCost.create().buying(purchasables);
    if (cost.isEmpty()) {
      assertThrows(AllocationException.class, () -> policy.purchase(problem), "seed " + seed);
      return;
    }
    Solution solution = policy.purchase(problem);
    same(cost, solution.certificate(0), seed);
    double[] floors = floors(problem);
    for (int m = 0; m < floors.length; m++) {
      double reached = solution.allocation().effectiveThroughput(m);
      assertTrue(
          !runs(problem, purchasables, m) || reached >= floors[m] * (1 - TOLERANCE),
          "seed " + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void levelThenSum_randomProblem_isThatOfTheOracle(long seed) {
    AllocationProblem problem = new RandomPrograms(seed).problem();
    boolean slos = seed % 2 == 0;
    Program.Stage second = new Program.Stage(Objective.sum(SHARE), false, seed % 3 == 0 ? 0 : 0.1);
    Program program =
        Program.of(problem)
            .maximize(Objective.least(SHARE))
            .then(second.objective(), second.slack());
    program = slos ? program.meetingSlos() : program;
    PlainRows rows = rows(problem, List.of(), slos);
    for (int m = 0; m < problem.jobCount(); m++) {
      double fastest = Normalizer.FASTEST_TYPE.throughput(problem, m);
      if (fastest > 0) {
        double[] row = new double[rows.variables()];
        rows.addThroughput(row, m, 1 / fastest);
        row[rows.level()] = -1;
        rows.atLeast(row, 0);
      }
    }
    double[] cap = new double[rows.variables()];
    cap[rows.level()] = 1;
    rows.atMost(cap, 100); // if no job counts
    OptionalDouble level = rows.maximum(cap);
    Program stated = program;
    if (level.isEmpty()) {
      assertThrows(
          AllocationException.class, () -> stated.solve(StagedSolver.create()), "seed " + seed);
      return;
    }
    Solution solution = program.solve(StagedSolver.create());
    boolean counts = level.getAsDouble() < 99;
    if (counts) {
      double reached = solution.objective(0);
      double least = level.getAsDouble() * (1 - second.slack());
      assertTrue(reached >= least * (1 - TOLERANCE), "seed " + seed);
      assertEquals(level.getAsDouble(), solution.certificate(0).bound(), TOLERANCE, "seed " + seed);
      rows.atLeast(cap, least * (1 - 1e-10));
    }
    double[] sum = new double[rows.variables()];
    for (int m = 0; m < problem.jobCount(); m++) {
      double fastest = Normalizer.FASTEST_TYPE.throughput(problem, m);
      rows.addThroughput(sum, m, fastest > 0 ? 1 / fastest : 0);
    }
    same(rows.maximum(sum), solution.certificate(1), seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void entityMaxMin_randomProblem_isThatOfTheOracle(long seed) {
    AllocationProblem problem = new RandomPrograms(seed).problem();
    List<JobSet> teams = JobSet.ofEntities(problem);
    PlainRows rows = rows(problem, List.of(), false);
    double[] level = new double[rows.variables()];
    level[rows.level()] = 1;
    rows.atMost(level, 100);
    for (JobSet team : teams) {
      double[] row = new double[rows.variables()];
      for (String id : team.jobIds()) {
        int m = problem.indexOf(id);
        double equal = Normalizer.EQUAL_SHARE.throughput(problem, m);
        rows.addThroughput(row, m, equal > 0 ? problem.job(m).workers() / equal : 0);
      }
      row[rows.level()] = -team.weight();
      boolean counts = Arrays.stream(row).anyMatch(a -> a > 0);
      if (counts) {
        rows.atLeast(row, 0);
      }
    }
    OptionalDouble oracle = rows.maximum(level);
    if (oracle.isEmpty()) {
      assertThrows(
          AllocationException.class, () -> EntityMaxMin.create().allocate(problem), "seed " + seed);
    } else if (oracle.getAsDouble() < 99) {
      same(oracle, EntityMaxMin.create().allocate(problem).certificate(), seed);
    }
  }

  /** A sum in money, and a level for a budget. */
  @ParameterizedTest
  @MethodSource("seeds")
  void purchases_sumAndLevel_areThoseOfTheOracle(long seed) {
    RandomPrograms random = new RandomPrograms(seed);
    AllocationProblem problem = random.problem();
    List<Purchasable> purchasables = random.purchasables();
    double budget = seed % 7;
    PlainRows sum = rows(problem, purchasables, false);
    double[] profit = sum.prices();
    for (int f = 0; f < profit.length; f++) {
      profit[f] = -profit[f];
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      sum.addThroughput(profit, m, 1.5);
    }
    Measure worth = Measure.throughput().times(job -> 1.5);
    compare(
        sum.maximum(profit),
        Program.of(problem)
            .maximize(Objective.sum(worth).minusPurchaseCost(1))
            .buying(purchasables),
        seed);
    PlainRows least = rows(problem, purchasables, false);
    least.atMost(least.prices(), budget);
    double[] level = new double[least.variables()];
    level[least.level()] = 1;
    least.atMost(level, 100);
    for (int m = 0; m < problem.jobCount(); m++) {
      if (runs(problem, purchasables, m)) {
        double[] row = new double[least.variables()];
        least.addThroughput(row, m, 1);
        row[least.level()] = -1;
        least.atLeast(row, 0);
      }
    }
    OptionalDouble oracle = least.maximum(level);
    if (oracle.isEmpty() || oracle.getAsDouble() < 99) {
      compare(
          oracle,
          Program.of(problem)
              .maximize(Objective.least(Measure.throughput()))
              .buying(purchasables)
              .withBudget(budget),
          seed);
    }
  }

  private static void compare(OptionalDouble oracle, Program program, long seed) {
    if (oracle.isEmpty()) {
      assertThrows(
          AllocationException.class, () -> program.solve(StagedSolver.create()), "seed " + seed);
    } else {
      same(oracle, program.solve(StagedSolver.create()).certificate(0), seed);
    }
  }
}
