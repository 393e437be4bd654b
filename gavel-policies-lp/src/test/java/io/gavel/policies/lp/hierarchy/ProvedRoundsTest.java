package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.Trees;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.solver.program.SolverOutcome.Interrupted;
import io.gavel.policies.lp.solver.program.SolverOutcome.Solved;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rounds of water filling whose prices prove all levels, to far less than programs promise. */
class ProvedRoundsTest {

  private static final WaterFilling FLAT = WaterFilling.create();
  private static final WaterFilling OVER_ENTITIES = WaterFilling.create().overEntities();

  private static final int SEEDS = 12;

  /** Rounds one after another, each with all jobs that are full or held back at its level. */
  private static void requireRounds(WaterFillingResult filled, String which) {
    Set<Integer> saturated = new HashSet<>();
    double before = 0;
    for (WaterFillingResult.Round round : filled.rounds()) {
      assertTrue(round.level() >= before, which);
      assertTrue(round.bound() >= round.level(), which);
      assertEquals(round.bound(), round.level(), 1e-9 * round.bound(), which);
      before = round.level();
      int last = -1;
      for (int m : round.saturated()) {
        assertTrue(m > last && saturated.add(m), which);
        last = m;
      }
    }
  }

  private static void requireProved(
      WaterFilling policy, AllocationProblem problem, double within, String which) {
    WaterFillingResult filled = policy.fill(problem);
    requireRounds(filled, which);
    Allocation x = filled.allocation();
    Proof.Proved proved =
        assertInstanceOf(Proof.Proved.class, Proof.of(x), () -> which + ": " + Proof.of(x));
    assertTrue(proved.holdsWithin(new Tolerance(0, 1e-9)), () -> which + ": " + proved);
    Rational open = proved.levels().orElseThrow();
    assertTrue(open.compareTo(Rational.of(within)) <= 0, () -> which + ": " + proved);
  }

  private static AllocationProblem limited(AllocationProblem problem, long seed) {
    String type = problem.cluster().type(0).name();
    String job = problem.job((int) (seed % problem.jobCount())).id();
    double most = 0.6 * problem.cluster().poolWorkers(0);
    return problem
        .constraining(
            Constraint.named("type").that(LinearForm.workers().onTypes(type)).atMost(most))
        .constraining(Constraint.named("job").that(LinearForm.time().ofJobs(job)).atMost(0.3));
  }

  @Test
  void rounds_ofSmallProblems_proveAllLevels() {
    for (Kind kind : List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC)) {
      for (long seed = 0; seed < SEEDS; seed++) {
        String which = kind + " of " + seed;
        AllocationProblem flat = Problems.random(seed, kind);
        AllocationProblem tree = Trees.random(flat, seed);
        AllocationProblem times = Trees.withFinishTimes(Problems.complete(seed, kind), seed);
        requireProved(FLAT, flat, 1e-7, which);
        requireProved(FLAT, limited(flat, seed), 1e-7, which);
        requireProved(OVER_ENTITIES, tree, 1e-9, which);
        requireProved(OVER_ENTITIES, limited(tree, seed), 1e-9, which);
        requireProved(OVER_ENTITIES, times, 1e-9, which);
        requireProved(OVER_ENTITIES, limited(times, seed), 1e-9, which);
      }
    }
  }

  /** More jobs than the simplex method takes, of weights and gangs of many sizes. */
  private static AllocationProblem many(int jobs, int entities, double[] rate) {
    SplittableRandom random = new SplittableRandom(5);
    WorkerType[] types = new WorkerType[rate.length];
    Arrays.setAll(types, j -> new WorkerType("t" + j, jobs / 4));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    for (int e = 0; e < entities; e++) {
      problem.entity(
          new Entity("team" + e, 1 + e % 4, e % 2 == 0 ? Discipline.FAIRNESS : Discipline.FIFO));
    }
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[rate.length];
      Arrays.setAll(rates, j -> rate[j] * random.nextDouble(1, 2));
      Job.Builder job =
          Job.builder("j" + m).scaleFactor(1 << random.nextInt(3)).weight(1 << random.nextInt(4));
      problem.job(entities > 0 ? job.entity("team" + m % entities).build() : job.build(), rates);
    }
    return problem.build();
  }

  @Test
  void rounds_ofManyJobs_proveAllLevels() {
    double[] rate = {1, 0.5, 0.2};
    requireProved(FLAT, many(80, 0, rate), 1e-7, "flat");
    requireProved(OVER_ENTITIES, many(80, 6, rate), 1e-7, "over entities");
    requireProved(FLAT, limited(many(80, 0, rate), 3), 1e-7, "limited");
  }

  /** Half of the jobs have a cap each; a limit on a type holds further jobs back. */
  @Test
  void rounds_ofManyCappedJobs_proveAllLevels() {
    for (int entities : new int[] {0, 6}) {
      AllocationProblem problem = many(300, entities, new double[] {1, 0.5, 0.2});
      SplittableRandom random = new SplittableRandom(7);
      for (int m = 0; m < problem.jobCount(); m += 2) {
        problem =
            problem.constraining(
                Constraint.named("cap" + m)
                    .that(LinearForm.time().ofJobs("j" + m))
                    .atMost(random.nextDouble(0.05, 1.2)));
      }
      WaterFilling policy = entities == 0 ? FLAT : OVER_ENTITIES;
      requireProved(policy, problem, 1e-7, "capped, entities " + entities);
    }
  }

  @Test
  void solver_thatLimitsStop_leavesTheFirstPointOrThrows() {
    AllocationProblem problem = many(80, 0, new double[] {2, 1});
    for (LimitAction action : LimitAction.values()) {
      SolveLimits limits = SolveLimits.none().withCancellation(() -> true).withOnExpiry(action);
      WaterFilling stopped = FLAT.withSolver(CertifiedSolver.standard().with(limits));
      if (action == LimitAction.BEST_FEASIBLE) {
        WaterFillingResult filled = stopped.fill(problem);
        assertEquals(List.of(), filled.rounds());
        assertTrue(filled.allocation().certificate().objective() >= 0);
        assertEquals(0, filled.allocation().maxViolation());
      } else {
        assertThrows(SolveStoppedException.class, () -> stopped.fill(problem));
      }
    }
  }

  /** The first program comes to half of its optimum, and limits end the search there. */
  @Test
  void solver_thatIsInterrupted_leavesThePointOfTheFirstProgram() {
    AllocationProblem problem = many(80, 0, new double[] {2, 1});
    AllocationSolver half =
        (program, limits) -> {
          Solved solved = (Solved) new DenseSolver().solve(program, limits);
          double[] x = Arrays.stream(solved.fractions()).map(f -> f / 2).toArray();
          return new Interrupted(Optional.of(new Solved(x, solved.prices())));
        };
    CertifiedSolver interrupted =
        CertifiedSolver.of(List.of(half), Tolerance.CERTIFIED)
            .with(SolveLimits.none().withOnExpiry(LimitAction.BEST_FEASIBLE));
    WaterFillingResult filled = FLAT.withSolver(interrupted).fill(problem);
    assertEquals(List.of(), filled.rounds());
    assertEquals(0, filled.allocation().maxViolation());
    double best = FLAT.allocate(problem).certificate().objective();
    double reached = filled.allocation().certificate().objective();
    assertTrue(reached >= 0.05 * best, reached + " of " + best);
  }

  @Test
  void pairsByType_areFilledAsIfListed() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.builder("a").type("x").build(), 1)
            .job(Job.builder("b").type("x").build(), 1)
            .build()
            .sharingByType(
                PairThroughputs.builder(1)
                    .pair("x", "x", 1, new double[] {0.75}, new double[] {0.75})
                    .build());
    for (AllocationProblem either : List.of(problem, problem.withAllPairs())) {
      Allocation x = FLAT.allocate(either);
      assertEquals(0.75, x.effectiveThroughput(0), 1e-9);
      assertEquals(0.75, x.effectiveThroughput(1), 1e-9);
    }
  }

  /** Nobody may run, so that no level can rise; the answer keeps a limit from below. */
  @Test
  void levelsThatConstraintsHoldAt0_leaveAPointThatKeepsThem() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 1)
            .job(Job.of("nowhere"), 0)
            .build();
    AllocationProblem none =
        problem.constraining(Constraint.named("none").that(LinearForm.time()).atMost(0));
    assertEquals(0, FLAT.allocate(none).effectiveThroughput(0));
    AllocationProblem pinned =
        problem.constraining(Constraint.named("half").that(LinearForm.time()).exactly(0.5));
    assertEquals(0.5, FLAT.allocate(pinned).effectiveThroughput(0), 1e-9);
  }
}
