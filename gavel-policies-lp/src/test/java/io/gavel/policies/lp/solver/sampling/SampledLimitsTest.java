package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A program is sampled from each limit on and not below it; bad samples are not used. */
class SampledLimitsTest {

  private static final SolveLimits NONE = SolveLimits.none();

  private enum Goal {
    LEVEL,
    SUM,
    LOGARITHMS
  }

  /** Jobs with different rates; the first ones are very large, and some after them are large. */
  private static AllocationProgram program(Goal goal, int jobs, int pools, int first, int large) {
    Random random = new Random(jobs);
    int[] workers = new int[pools];
    Arrays.fill(workers, Math.max(1, jobs / 4 / pools) + 10_000 * first);
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(workers));
    for (int m = 0; m < jobs; m++) {
      problem.job(
          Job.builder("" + m).scaleFactor(m < first ? 10_000 : m < large ? 100 : 1).build(),
          random.doubles(pools, 1, 4).toArray());
    }
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    return switch (goal) {
      case LEVEL -> AllocationProgram.maximizeMinimum(problem.build(), ones);
      case SUM -> AllocationProgram.maximizeSum(problem.build(), ones);
      case LOGARITHMS -> AllocationProgram.maximizeUtility(problem.build(), ones, 0);
    };
  }

  private static AllocationProgram program(Goal goal, int jobs, int pools) {
    return program(goal, jobs, pools, 0, 0);
  }

  /** Rows over the first type, each over every fourth job. */
  private static AllocationProgram withRows(AllocationProgram plain, int rows) {
    CouplingRows.Builder builder = CouplingRows.builder();
    for (int i = 0; i < rows; i++) {
      int row = i;
      int[] columns =
          IntStream.range(0, plain.columnCount())
              .filter(c -> plain.pool(c) == 0 && plain.first(c) % 4 == row)
              .toArray();
      double[] ones = new double[columns.length];
      Arrays.fill(ones, 1);
      builder.add("row " + i, Relation.AT_MOST, 100, columns, ones);
    }
    return plain.withRows(builder.build());
  }

  /** Solves no sample, but counts them. */
  private static final class Counter implements SmallSolver {
    private int samples;
    private int centred;

    @Override
    public CertifiedSolution solve(AllocationProgram sample, Tolerance aim, SolveLimits limits) {
      samples++;
      throw new SolveFailedException("not today");
    }

    @Override
    public SmallSolver centred() {
      centred++;
      return this;
    }
  }

  private static void assertSampled(boolean expected, AllocationProgram program, double spread) {
    Counter counter = new Counter();
    SampledSolver solver = new SampledSolver(new StructuredSolver(), counter, spread);
    assertTrue(solver.fromSample(program, NONE).isEmpty());
    assertEquals(expected ? 1 : 0, counter.samples);
    assertEquals(expected && program.rows().count() > 0 ? 1 : 0, counter.centred);
  }

  @Test
  void fromSample_manyJobs_areSampled() {
    for (Goal goal : Goal.values()) {
      assertSampled(false, program(goal, 4_095, 2), 1);
      assertSampled(true, program(goal, 4_096, 2), 1);
      assertSampled(false, program(goal, 1_023, 2), 0.99);
      assertSampled(true, program(goal, 1_024, 2), 0.99);
    }
  }

  /** Of 4,096 jobs, 1,024 are drawn: 150 for each of six pools, or 25 for each of forty. */
  @Test
  void fromSample_poolsForWhichFewWouldBeDrawn_areNotSampled() {
    assertSampled(true, program(Goal.LEVEL, 4_096, 6), 1);
    assertSampled(false, program(Goal.LEVEL, 4_096, 7), 1);
    assertSampled(true, program(Goal.SUM, 4_096, 6), 1);
    assertSampled(false, program(Goal.SUM, 4_096, 7), 1);
    assertSampled(true, program(Goal.LOGARITHMS, 4_096, 40), 1);
    assertSampled(false, program(Goal.LOGARITHMS, 4_096, 41), 1);
    assertSampled(true, program(Goal.LOGARITHMS, 8_001, 64), 1); // 25 of 1,600 for each
  }

  /** The jobs of each row are a class, and so are those of none; each needs 400 draws. */
  @Test
  void fromSample_classesOfWhichFewWouldBeDrawn_areNotSampled() {
    AllocationProgram level = program(Goal.LEVEL, 4_096, 2);
    assertSampled(true, withRows(level, 1), 1);
    assertSampled(false, withRows(level, 2), 1);
    assertSampled(true, withRows(program(Goal.LEVEL, 8_001, 2), 3), 1); // 400 of 1,600 for each
  }

  /**
   * Large jobs are all drawn, besides some of 406 others: less than three quarters of 1,024, unless
   * most of the others are large as well.
   */
  @Test
  void fromSample_sampleOfNearlyAllJobs_isNotSolved() {
    assertSampled(true, program(Goal.LEVEL, 1_024, 1, 300, 300), 0.99);
    assertSampled(false, program(Goal.LEVEL, 1_024, 1, 400, 800), 0.99);
  }

  /** Jobs of two sizes on a type are twice the work. */
  @Test
  void fromSample_jobsOfSeveralSizes_areSampledEarlier() {
    for (int jobs : new int[] {2_047, 2_048}) {
      AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(jobs));
      for (int m = 0; m < jobs; m++) {
        problem.job(Job.of("" + m), 1 + m).configuration("" + m, "two", 2, 2 + m);
      }
      double[] ones = new double[jobs];
      Arrays.fill(ones, 1);
      AllocationProgram level = AllocationProgram.maximizeMinimum(problem.build(), ones);
      assertSampled(jobs == 2_048, level, 1);
    }
  }

  private static AllocationSolver whole(SolverOutcome outcome) {
    return new AllocationSolver() {
      @Override
      public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
        return outcome;
      }

      @Override
      public String toString() {
        return "the whole";
      }
    };
  }

  private static SolverOutcome.Solved half(AllocationProgram program) {
    SolverOutcome.Solved best = (SolverOutcome.Solved) new StructuredSolver().solve(program, NONE);
    double[] half = Arrays.stream(best.fractions()).map(x -> x / 2).toArray();
    return new SolverOutcome.Solved(half, best.prices());
  }

  /** Few jobs, and points of sums, are what the other solver says; so is what leads nowhere. */
  @Test
  void solve_programThatIsNotSampled_isSolvedByTheOther() {
    for (Goal goal : Goal.values()) {
      AllocationProgram program = program(goal, 40, 2);
      SolverOutcome outcome = half(program);
      SampledSolver solver = new SampledSolver(whole(outcome), new Counter());
      assertSame(outcome, solver.solve(program, NONE));
      assertEquals("the whole", solver.toString());
    }
    AllocationProgram level = program(Goal.LEVEL, 2_000, 2);
    SolverOutcome best = new StructuredSolver().precise().solve(level, NONE);
    Counter counter = new Counter();
    assertSame(best, new SampledSolver(whole(best), counter).solve(level, NONE));
    assertEquals(0, counter.samples, "nothing to be continued");
  }

  @Test
  void solve_programThatIsSampled_needsNoOther() {
    for (Goal goal : Goal.values()) {
      AllocationProgram program = program(goal, 5_000, 2);
      List<Tolerance> aims = new ArrayList<>();
      SmallSolver small =
          (part, aim, limits) -> {
            aims.add(aim);
            return Samples.solveSmall(part, aim, limits);
          };
      AllocationSolver never =
          (same, limits) -> {
            throw new AssertionError("not needed");
          };
      AllocationSolver solver = new SampledSolver(never, small);
      SolverOutcome.Solved found = (SolverOutcome.Solved) solver.solve(program, NONE);
      CertifiedSolution point = CertifiedSolution.of(program, found);
      assertTrue(point.holdsWithin(CertifiedSolution.GOOD));
      CertifiedSolution other = Samples.solveSmall(program, CertifiedSolution.GOOD, NONE);
      double scale = program.gapScale(other.objective());
      assertEquals(other.objective(), point.objective(), 2e-8 * scale, goal.toString());
      assertTrue(aims.stream().allMatch(CertifiedSolution.GOOD::equals));
      solver.precise().solve(program, NONE);
      assertTrue(aims.contains(WarmStart.precise(program)), goal.toString());
      assertNotSame(solver, solver.precise());
    }
  }

  @Test
  void precise_ofAPreciseSolver_isItself() {
    AllocationSolver precise = new SampledSolver(new StructuredSolver(), new Counter()).precise();
    assertSame(precise, precise.precise());
  }

  /** A sample that is solved well, and small programs that are not: nothing is claimed. */
  @Test
  void fromSample_smallProgramsSolvedBadly_isEmpty() {
    for (Goal goal : new Goal[] {Goal.SUM, Goal.LOGARITHMS}) {
      AllocationProgram program = program(goal, 5_000, 2);
      int[] calls = {0};
      SmallSolver bad =
          (part, aim, limits) -> {
            CertifiedSolution good = Samples.solveSmall(part, aim, limits);
            if (calls[0]++ == 0) {
              return good;
            }
            double[] half = Arrays.stream(good.fractions()).map(x -> x / 2).toArray();
            return CertifiedSolution.owning(part, half, good.bound());
          };
      SampledSolver solver = new SampledSolver(new StructuredSolver(), bad);
      assertTrue(solver.fromSample(program, NONE).isEmpty(), goal.toString());
      assertTrue(calls[0] > 1, goal.toString());
    }
  }

  @Test
  void fromSample_cancelled_isEmpty() {
    AllocationProgram program = program(Goal.LOGARITHMS, 5_000, 2);
    SampledSolver solver = new SampledSolver(new StructuredSolver(), Samples::solveSmall);
    assertTrue(solver.fromSample(program, NONE.withCancellation(() -> true)).isEmpty());
  }

  /** Solves small programs, and records their sizes and how far prices may be off. */
  private static final class Recorder implements SmallSolver {
    private final List<Integer> jobs = new ArrayList<>();
    private final List<Double> off = new ArrayList<>();

    @Override
    public CertifiedSolution solve(AllocationProgram part, Tolerance aim, SolveLimits limits) {
      jobs.add(part.jobCount());
      return Samples.solveSmall(part, aim, limits);
    }

    @Override
    public SmallSolver within(double spread) {
      off.add(spread);
      return this;
    }
  }

  private static Recorder recorded(AllocationProgram program, double spread) {
    Recorder recorder = new Recorder();
    SampledSolver solver = new SampledSolver(new StructuredSolver(), recorder, spread);
    CertifiedSolution found = solver.fromSample(program, NONE).orElseThrow();
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD));
    return recorder;
  }

  /** The range within which jobs decide is that of the prices, and so leaves fewer of them open. */
  @Test
  void fromSample_jobsThatDecideWithinHalfTheRange_areOpenWithinHalf() {
    for (Goal goal : Goal.values()) {
      AllocationProgram program = program(goal, 8_000, 2);
      Recorder wide = recorded(program, 0.2);
      Recorder narrow = recorded(program, 0.1);
      assertEquals(2, wide.off.get(0) / narrow.off.get(0), 1e-12);
      assertTrue(narrow.jobs.get(1) < 0.7 * wide.jobs.get(1), goal + " " + narrow.jobs);
      Recorder all = recorded(program, 1);
      assertTrue(all.jobs.get(1) > wide.jobs.get(1), goal + " " + all.jobs);
      assertTrue(all.off.get(0) < 0.04 && all.off.get(0) > 0.01, goal + " " + all.off);
    }
  }

  /** A level that slow jobs of the sample limit, with workers enough, takes no other program. */
  @Test
  void fromSample_levelThatSlowJobsLimit_needsTheSampleAlone() {
    AllocationProgram plain = program(Goal.LEVEL, 8_000, 2);
    for (int slow : new int[] {1, 40}) {
      double[] asked = new Random(3).doubles(8_000, 0.1, 0.2).toArray();
      Arrays.fill(asked, 4_000, 4_000 + slow, 20);
      AllocationProgram level = plain.withRequirement(asked);
      double most = Double.POSITIVE_INFINITY;
      for (int m = 4_000; m < 4_000 + slow; m++) {
        most = Math.min(most, level.fastest()[m] / 20);
      }
      Recorder recorder = new Recorder();
      SampledSolver solver = new SampledSolver(new StructuredSolver(), recorder);
      CertifiedSolution found = solver.fromSample(level, NONE).orElseThrow();
      assertEquals(most, found.objective(), 1e-12);
      assertEquals(most, found.bound().value(), 1e-9);
      assertEquals(slow == 1 ? 2 : 1, recorder.jobs.size(), "one job is hardly ever drawn");
    }
  }
}
