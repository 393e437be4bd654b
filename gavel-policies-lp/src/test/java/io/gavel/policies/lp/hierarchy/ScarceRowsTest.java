package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Water filling under rows that hold jobs back one after the other. */
class ScarceRowsTest {

  private static final int TEAMS = 40;

  /** Counts the programs that it solves. */
  private static final class Counting implements AllocationSolver {
    private final AllocationSolver solver = new StructuredSolver().precise();
    private int calls;
    private int large;

    @Override
    public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
      calls++;
      large += program.columnCount() > 12 ? 1 : 0; // over the jobs of several teams
      return solver.solve(program, limits);
    }
  }

  /** Teams of four jobs, each with a limit on a type, in groups that overlap by some jobs. */
  private static AllocationProblem problem(long seed, int overlap, double share) {
    SplittableRandom random = new SplittableRandom(seed);
    Cluster cluster =
        Cluster.of(
            new WorkerType("a", 3 * TEAMS),
            new WorkerType("b", 3 * TEAMS),
            new WorkerType("c", 3 * TEAMS));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int e = 0; e < TEAMS; e++) {
      problem.entity(
          new Entity("e" + e, 1 + e % 3, e % 4 == 3 ? Discipline.FIFO : Discipline.FAIRNESS));
    }
    for (int m = 0; m < 4 * TEAMS; m++) {
      problem.job(
          Job.builder("j" + m)
              .entity("e" + m / 4)
              .scaleFactor(1 << random.nextInt(2))
              .weight(1 + random.nextInt(3))
              .build(),
          random.nextDouble(1, 8),
          random.nextDouble(1, 4),
          random.nextDouble(1, 2));
    }
    for (int e = 0; e < TEAMS; e++) {
      String[] jobs = new String[4 + overlap];
      for (int i = 0; i < jobs.length; i++) {
        jobs[i] = "j" + (4 * e + i) % (4 * TEAMS);
      }
      problem.constraint(
          Constraint.named("limit " + e)
              .that(LinearForm.workers().ofJobs(jobs).onTypes("abc".substring(e % 2, 1 + e % 2)))
              .atMost(share * random.nextDouble(1, 3)));
    }
    return problem.build();
  }

  /** Teams with a quota on a type each, and jobs whose weights differ by four powers of ten. */
  private static AllocationProblem weighted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int types = 16;
    int teams = 8;
    WorkerType[] workers = new WorkerType[types];
    Arrays.setAll(workers, j -> new WorkerType("t" + j, 4));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    for (int e = 0; e < teams; e++) {
      problem.entity(new Entity("e" + e, 1, Discipline.FAIRNESS));
      problem.quota(Quota.of("e" + e).limitedTo("t" + e, 0.9 * 4 / teams));
    }
    for (int m = 0; m < 60; m++) {
      double[] rates = random.doubles(types, 1, 8).toArray();
      double weight = StrictMath.pow(10, random.nextDouble(-2, 2));
      problem.job(
          Job.builder("j" + m)
              .entity("e" + m % teams)
              .scaleFactor(1 << random.nextInt(3))
              .weight(weight)
              .build(),
          rates);
    }
    return problem.build();
  }

  private static void assertProved(WaterFilling policy, AllocationProblem problem) {
    Proof.Proved proved = assertInstanceOf(Proof.Proved.class, Proof.of(policy.allocate(problem)));
    Rational part = proved.levels().orElseThrow();
    assertTrue(part.compareTo(Rational.of(1e-7)) <= 0, part::toString);
  }

  @Test
  void fill_manyRows_takesFewPrograms() {
    Counting counting = new Counting();
    WaterFillingResult filled =
        WaterFilling.create()
            .withSolver(CertifiedSolver.of(List.of(counting), Tolerance.CERTIFIED))
            .fill(problem(1, 0, 1));
    assertTrue(filled.rounds().size() > TEAMS / 2);
    assertTrue(counting.calls < TEAMS / 2, "programs: " + counting.calls);
  }

  @Test
  void fill_severalRowsOverTheSameJobs_takesFewProgramsOfManyJobs() {
    AllocationProblem.Builder limited = problem(1, 0, 1).edit();
    for (int e = 0; e < TEAMS; e++) {
      Quota quota = Quota.of("e" + e).limitedInAll(2.5 + e / 40.0);
      limited.quota(quota.limitedTo("a", 1.4 - e / 50.0).limitedTo("b", 0.6 + e / 50.0));
    }
    Counting counting = new Counting();
    WaterFilling policy =
        WaterFilling.create()
            .withSolver(CertifiedSolver.of(List.of(counting), Tolerance.CERTIFIED));
    WaterFillingResult filled = policy.fill(limited.build());
    assertTrue(filled.rounds().size() > TEAMS / 2);
    assertTrue(counting.large < TEAMS, "programs: " + counting.large);
    assertProved(policy, limited.build());
  }

  @Test
  void allocate_rowsThatOverlap_provesAllLevels() {
    for (int overlap = 0; overlap < 4; overlap++) {
      for (double share : new double[] {0.1, 1}) {
        AllocationProblem problem = problem(7 + overlap, overlap, share);
        assertProved(WaterFilling.create(), problem);
        assertProved(WaterFilling.create().overEntities(), problem);
      }
    }
  }

  /** Small jobs have the remainder, so the fractions of large jobs must be exact. */
  @Test
  void allocate_weightsOfManySizesUnderQuotas_provesAllLevels() {
    for (int seed = 1; seed <= 6; seed++) {
      Allocation x = WaterFilling.create().allocate(weighted(seed));
      double within = x.certificate().levels().orElseThrow().within();
      assertTrue(within <= 1e-6, "seed " + seed + ": " + within);
    }
  }

  /** No other precision is needed, whose answer would hide a wrong one. */
  @Test
  void fill_inTheFirstPrecision_provesAllLevels() {
    for (int seed = 20; seed < 32; seed++) {
      AllocationProblem problem = problem(seed, seed % 4, new double[] {0.1, 0.4, 1}[seed % 3]);
      TimeCaps caps =
          TimeCaps.of(AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]));
      WaterFilling flat = WaterFilling.create();
      for (WaterFilling policy : List.of(flat, flat.overEntities())) {
        FairnessTree tree =
            policy.entities() ? FairnessTree.of(problem) : FairnessTree.flat(problem);
        LevelPrecision first = LevelPrecision.of(caps.reduced(), policy.solver()).get(0);
        Allocation x = policy.fill(problem, caps, tree, first).allocation();
        double within = x.certificate().levels().orElseThrow().within();
        assertTrue(within <= 1e-6, "seed " + seed + ": " + within);
      }
    }
  }

  /** The limit leaves x and y a quarter of their time on the fast type each. */
  @Test
  void fill_limitOnFastType_holdsItsJobsBackAlone() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 4), new WorkerType("b", 4)))
            .job(Job.of("x"), 4, 1)
            .job(Job.of("y"), 4, 1)
            .job(Job.of("z"), 4, 1)
            .constraint(
                Constraint.named("limit")
                    .that(LinearForm.workers().ofJobs("x", "y").onTypes("a"))
                    .atMost(0.5))
            .build();
    WaterFillingResult filled = WaterFilling.create().fill(problem);
    Allocation x = filled.allocation();
    assertEquals(1.75, x.effectiveThroughput(0), 1e-9); // a quarter of the time on a
    assertEquals(1.75, x.effectiveThroughput(1), 1e-9);
    assertEquals(4, x.effectiveThroughput(2), 1e-9);
    assertEquals(List.of(0, 1), filled.rounds().get(0).saturated());
    assertEquals(List.of(2), filled.rounds().get(1).saturated());
  }
}
