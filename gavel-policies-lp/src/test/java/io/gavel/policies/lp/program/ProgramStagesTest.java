package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Proof;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages of programs on a worker or two, whose answers can be worked out. */
class ProgramStagesTest {

  private static final double CLOSE = 2e-6;

  private static final Measure STEPS = Measure.throughput();

  /** A step of b is worth four of a. */
  private static final Measure WORTH = STEPS.times(job -> job.id().equals("b") ? 4 : 1);

  /** Jobs a and b of 4 steps/s on any worker; a third one runs nowhere. */
  private static AllocationProblem problem(int workers) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)))
        .job(Job.builder("a").stepsRemaining(200).sloSeconds(100).build(), 4)
        .job(Job.of("nowhere"), 0)
        .job(Job.of("b"), 4)
        .build();
  }

  private static Solution solve(Program program) {
    Solution solution = program.solve(StagedSolver.create());
    Proof proof = Proof.of(solution.allocation());
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof::toString);
    return solution;
  }

  private static void assertThroughputs(double a, double b, Solution solution) {
    Allocation x = solution.allocation();
    assertEquals(a, x.effectiveThroughput("a"), 1e-5);
    assertEquals(b, x.effectiveThroughput("b"), 1e-5);
  }

  /** Powers of 10 q on half of a worker each; with weights, thirds for logarithms. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, -1})
  void utility_inAnyUnit_isThatOfItsMeasure(double power) {
    Solution solution =
        solve(Program.of(problem(1)).maximize(Objective.powers(STEPS.times(job -> 10), power)));
    double each = power == 0 ? StrictMath.log(20) : StrictMath.pow(20, power) / power;
    assertEquals(2 * each, solution.certificate(0).objective(), CLOSE);
    assertEquals(2 * each, solution.certificate(0).bound(), CLOSE);
    assertThroughputs(2, 2, solution);
  }

  @Test
  void utility_ofWeightedLogarithms_dividesByWeight() {
    Objective logs = new Objective.Utility(WORTH, job -> job.id().equals("b") ? 3 : 1, 0);
    Solution solution = solve(Program.of(problem(1)).maximize(logs));
    assertThroughputs(1, 3, solution);
    assertEquals(3 * StrictMath.log(12), solution.certificate(0).objective(), CLOSE);
    Objective onlyB = new Objective.Utility(WORTH, job -> job.id().equals("b") ? 1 : 0, 0);
    assertEquals(
        StrictMath.log(16),
        solve(Program.of(problem(1)).maximize(onlyB)).certificate(0).objective(),
        CLOSE);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.1", "-1, 0.25", "0.5, 0"})
  void utility_thenASum_keepsEachThroughputButForTheSlack(double power, double slack) {
    Measure onlyA = STEPS.times(job -> job.id().equals("a") ? 1 : 0);
    Solution solution =
        Program.of(problem(1))
            .maximize(Objective.powers(STEPS, power))
            .then(Objective.sum(onlyA), slack)
            .solve(StagedSolver.create());
    assertThroughputs(2 + 2 * slack, 2 - 2 * slack, solution);
  }

  /**
   * A floor that binds leaves the level to the other job; one that does not changes nothing. The
   * price of the worker is what one more of them would add to the level.
   */
  @ParameterizedTest
  @CsvSource({"0, 3.2, 3.2", "0.5, 3.2, 3.2", "1, 3, 4", "3, 1, 4"})
  void least_underAFloor_isTheLevelOfTheRest(double floorOfB, double level, double price) {
    Solution solution =
        solve(Program.of(problem(1)).maximize(Objective.least(WORTH)).withFloor("b", floorOfB));
    assertEquals(level, solution.certificate(0).objective(), CLOSE);
    assertEquals(level, solution.certificate(0).bound(), CLOSE);
    assertEquals(price, solution.certificate(0).prices().ofPool(0), 1e-4);
    assertThroughputs(level, 4 - level, solution);
  }

  /**
   * With a worker each, the level is that of the job whose steps are worth less at full time, and
   * more time of that job is all that would raise it.
   */
  @ParameterizedTest
  @CsvSource({"a, 1", "b, 1", "a, 3.5"})
  void least_ofAJobAtFullTime_isProvedByItsTime(String floored, double floor) {
    Measure worth = STEPS.times(job -> job.id().equals("b") ? 4 : 0.5);
    Solution solution =
        solve(Program.of(problem(2)).maximize(Objective.least(worth)).withFloor(floored, floor));
    assertEquals(2, solution.certificate(0).objective(), CLOSE);
    assertEquals(2, solution.certificate(0).bound(), CLOSE);
    assertEquals(4, solution.allocation().effectiveThroughput("a"), 1e-5);
    assertEquals(2, solution.certificate(0).prices().ofTime(0), 1e-4);
    assertEquals(0.5, solution.certificate(0).prices().ofThroughput(0), 1e-4);
  }

  @Test
  void least_ifNobodyCounts_keepsTheFloors() {
    Measure nothing = STEPS.times(job -> 0);
    Solution solution =
        Program.of(problem(1))
            .maximize(Objective.least(nothing))
            .then(Objective.sum(STEPS.times(job -> job.id().equals("b") ? 1 : 0)))
            .withFloor("a", 3)
            .solve(StagedSolver.create());
    assertThroughputs(3, 1, solution);
    assertEquals(0, solution.certificate(0).objective());
  }

  @Test
  void leastOf_aSetThatCannotRun_isLeftOut() {
    List<JobSet> sets =
        List.of(
            new JobSet("idle", List.of("nowhere"), 1),
            new JobSet("team", List.of("b", "nowhere"), 2));
    Solution solution = solve(Program.of(problem(1)).maximize(Objective.leastOf(sets, STEPS)));
    assertEquals(2, solution.certificate(0).objective(), CLOSE);
    assertEquals(2, solution.certificate(0).bound(), CLOSE);
  }

  /** Three quarters of 16 = 4 b are kept by three quarters of the worker for b. */
  @Test
  void sum_thenAnother_keepsAllButTheSlack() {
    Solution solution =
        Program.of(problem(1))
            .maximize(Objective.sum(WORTH))
            .then(Objective.sum(STEPS.times(job -> job.id().equals("a") ? 1 : 0)), 0.25)
            .then(Objective.sum(WORTH))
            .solve(StagedSolver.create());
    // 16 − 12 x ≥ 12 with the part x for a
    assertThroughputs(4 / 3.0, 8 / 3.0, solution);
    assertEquals(12, solution.certificate(0).objective(), 1e-5);
    assertEquals(16, solution.certificate(0).bound(), 1e-5);
    assertEquals(
        Set.of("kept objective", "kept objective 2"),
        solution.certificate(2).prices().constraints().keySet());
  }

  @Test
  void sum_ofALinearForm_countsItsGroupsAndTypes() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("a"), 9, 5)
            .job(Job.of("b"), 9, 1)
            .build();
    Objective form = Objective.sum(LinearForm.time().ofJobs("b").onTypes("k80"));
    Solution solution = solve(Program.of(problem).maximize(form).then(Objective.sum(STEPS)));
    assertEquals(1, solution.allocation().fraction("b", "k80"), CLOSE);
    assertEquals(1, solution.allocation().fraction("a", "v100"), CLOSE);
    assertEquals(1, solution.certificate(0).objective(), CLOSE);
    assertEquals(10, solution.certificate(1).objective(), 1e-5);
  }

  @Test
  void floor_asLargeAsTheSlo_isNamedAsAFloor() {
    Program program =
        Program.of(problem(1))
            .maximize(Objective.sum(STEPS))
            .meetingSlos()
            .withFloor("a", 2)
            .withFloor("b", 3);
    InfeasibleProblemException refused =
        assertThrows(InfeasibleProblemException.class, () -> program.solve(StagedSolver.create()));
    assertEquals(Set.of("floor:a", "floor:b"), Set.copyOf(refused.conflict()));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void measure_outOfRange_isRefusedWithTheJob(double worth) {
    Program program =
        Program.of(problem(1)).maximize(Objective.sum((any, m) -> m == 2 ? worth : 0));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> program.solve(StagedSolver.create()));
    assertTrue(refused.getMessage().startsWith("a step of job \"b\""), refused.getMessage());
    assertEquals(
        0,
        Program.of(problem(1))
            .maximize(Objective.sum((any, m) -> 0))
            .solve(StagedSolver.create())
            .certificate(0)
            .objective());
  }
}
