package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Minimal conflicts that can be told by hand. */
class ConflictTest {

  private static final CertifiedSolver SOLVER = CertifiedSolver.standard();

  private static InfeasibleProblemException refused(AllocationProgram program) {
    return assertThrows(
        InfeasibleProblemException.class,
        () -> Conflict.require(program, SOLVER::solve, Tolerance.CERTIFIED, m -> "floor " + m));
  }

  private static void assertConflict(AllocationProgram program, String... names) {
    assertEquals(Set.of(names), Set.copyOf(refused(program).conflict()));
    assertEquals(names.length, refused(program).conflict().size());
  }

  private static void assertCompatible(AllocationProgram program) {
    Conflict.require(program, SOLVER::solve, Tolerance.CERTIFIED, m -> "floor " + m);
  }

  private static AllocationProgram jobs(int workers, double... floors) {
    double[][] rates = new double[floors.length][];
    for (int m = 0; m < rates.length; m++) {
      rates[m] = Cases.row(1);
    }
    AllocationProblem problem = Cases.problem(Cases.workers(workers), rates);
    return AllocationProgram.maximizeSum(problem, new double[floors.length]).withFloor(floors);
  }

  @Test
  void require_floorsOnAWorker_namesThoseThatDoNotFit() {
    assertCompatible(jobs(1, 0.5, 0.5, 0));
    assertConflict(jobs(1, 0.75, 0.5, 0), "floor 0", "floor 1");
    assertEquals(
        "no allocation keeps \"floor 0\", \"floor 1\" together; without any one of them the others"
            + " can be kept",
        refused(jobs(1, 0.75, 0.5, 0)).getMessage());
    assertConflict(jobs(1, 0.4, 0.4, 0.4), "floor 0", "floor 1", "floor 2");
    assertConflict(jobs(3, 0.4, 1.5, 0.4), "floor 1"); // more than all of its time
    assertEquals("no allocation keeps \"floor 1\"", refused(jobs(3, 0.4, 1.5, 0.4)).getMessage());
    assertConflict(jobs(1, -1, 0.9, 0.2), "floor 1", "floor 2");
  }

  /** Of demands with room to spare only as many are named as conflict. */
  @Test
  void require_manyFloors_namesAMinimalSet() {
    List<String> conflict = refused(jobs(1, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)).conflict();
    assertEquals(4, conflict.size());
    assertEquals(2, refused(jobs(1, 0.1, 0.1, 0.9, 0.9, 0.1)).conflict().size());
  }

  private static AllocationProgram withRow(
      AllocationProgram program, String name, Relation relation, double bound, int... columns) {
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1);
    CouplingRows row = CouplingRows.builder().add(name, relation, bound, columns, ones).build();
    return program.withRows(program.rows().and(row));
  }

  /** Rows of all relations, in conflict with floors or with each other. */
  @Test
  void require_rows_areNamedWithWhatTheyContradict() {
    AllocationProgram two = jobs(2, 0.5, 0);
    assertConflict(withRow(two, "cap", Relation.AT_MOST, 0.4, 0), "cap", "floor 0");
    assertConflict(withRow(two, "equal", Relation.EXACTLY, 0.4, 0), "equal", "floor 0");
    assertCompatible(withRow(two, "cap", Relation.AT_MOST, 0.5, 0));
    AllocationProgram least = withRow(two, "least", Relation.AT_LEAST, 1.8, 0, 1);
    assertCompatible(least);
    assertConflict(withRow(least, "cap", Relation.AT_MOST, 0.7, 1), "least", "cap");
    AllocationProgram more = withRow(two, "more", Relation.EXACTLY, 2.5, 0, 1);
    assertConflict(more, "more");
    AllocationProgram loose = withRow(two, "loose", Relation.AT_MOST, 9, 0, 1);
    assertConflict(withRow(loose, "cap", Relation.AT_MOST, 0.25, 0), "cap", "floor 0");
  }

  /** Workers that can be bought may resolve a conflict, if there are enough of them. */
  @Test
  void require_freeColumns_mayHelp() {
    AllocationProgram two = jobs(1, 0.75, 0.75);
    for (double most : new double[] {0.5, 0.75}) {
      FreeVariables bought = FreeVariables.builder().addWorkers("bought", most, 9, 0).build();
      assertCompatible(two.withFreeVariables(bought));
    }
    FreeVariables few = FreeVariables.builder().addWorkers("bought", 0.25, 9, 0).build();
    assertConflict(two.withFreeVariables(few), "floor 0", "floor 1");
    FreeVariables any =
        FreeVariables.builder().addWorkers("bought", Double.POSITIVE_INFINITY, 9, 0).build();
    CouplingRows budget =
        CouplingRows.builder()
            .add(
                "budget",
                Relation.AT_MOST,
                1,
                new int[0],
                new double[0],
                new int[] {0},
                Cases.row(4))
            .build();
    assertConflict(two.withFreeVariables(any).withRows(budget), "budget", "floor 0", "floor 1");
  }

  /** Without columns every demand that nothing does not keep is a conflict of its own. */
  @Test
  void require_nothingRuns_namesTheFirstThatIsBroken() {
    AllocationProblem nowhere = Cases.problem(Cases.workers(1), Cases.row(0), Cases.row(0));
    AllocationProgram program =
        AllocationProgram.maximizeSum(nowhere, new double[2]).withFloor(Cases.row(0, 2));
    assertConflict(program, "floor 1");
    assertCompatible(AllocationProgram.maximizeSum(nowhere, new double[2]));
    CouplingRows rows =
        CouplingRows.builder()
            .add("kept", Relation.AT_MOST, 1, new int[0], new double[0])
            .add("broken", Relation.AT_LEAST, 1, new int[0], new double[0])
            .build();
    assertConflict(program.withRows(rows), "broken");
  }

  /** Gangs and pairs: who stops frees all workers of the gang, or takes its partner along. */
  @Test
  void require_gangsAndPairs_namesThoseThatDoNotFit() {
    AllocationProblem gangs =
        Cases.gangs(
            Cases.problem(Cases.workers(4), Cases.row(1), Cases.row(1), Cases.row(1)), 4, 4, 1);
    AllocationProgram floors =
        AllocationProgram.maximizeSum(gangs, new double[3]).withFloor(Cases.row(0.6, 0.6, 0.1));
    assertConflict(floors, "floor 0", "floor 1");
    AllocationProgram pair = AllocationProgram.maximizeSum(Cases.pair(), new double[2]);
    assertCompatible(pair.withFloor(Cases.row(0.9, 0.9)));
    assertConflict(pair.withFloor(Cases.row(0.95, 0.9)), "floor 0", "floor 1");
    assertConflict(pair.withFloor(Cases.row(1.1, 0.1)), "floor 0");
  }

  /** Jobs are told from the names of floors that name one. */
  @Test
  void require_namesOfFloors_tellJobs() {
    AllocationProgram program = jobs(1, 0.75, 0.75);
    for (String kind : List.of(InfeasibleProblemException.SLO, InfeasibleProblemException.FLOOR)) {
      InfeasibleProblemException refused =
          assertThrows(
              InfeasibleProblemException.class,
              () ->
                  Conflict.require(
                      program, SOLVER::solve, Tolerance.CERTIFIED, m -> kind + "job" + m));
      assertEquals(List.of("job0", "job1"), refused.jobIds());
    }
    assertEquals(List.of(), refused(program).jobIds());
  }

  private static AllocationProgram sharing(int jobs, double floor, Constraint... constraints) {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(1));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.builder("j" + m).type("t").build(), 1);
    }
    List.of(constraints).forEach(builder::constraint);
    PairThroughputs pairs =
        PairThroughputs.builder(1).pair("t", "t", 1, Cases.row(0.75), Cases.row(0.75)).build();
    double[] floors = new double[jobs];
    floors[0] = floor;
    floors[1] = floor;
    return AllocationProgram.maximizeSum(builder.build().sharingByType(pairs), new double[jobs])
        .withFloor(floors);
  }

  /** Two jobs reach 3/4 each beside each other; of more than 500 jobs only rows are examined. */
  @Test
  void require_pairsByType_namesFloorsOfFewJobsAndRowsOfMany() {
    assertCompatible(sharing(2, 0.74));
    assertConflict(sharing(3, 0.76), "floor 0", "floor 1");
    AllocationProgram many = sharing(501, 0.76);
    assertCompatible(many);
    LinearForm time = LinearForm.time().ofJobs("j0");
    Constraint most = Constraint.named("most").that(time).atMost(0.5);
    assertCompatible(sharing(501, 0.76, most));
    Constraint least = Constraint.named("least").that(time).atLeast(0.6);
    assertConflict(sharing(501, 0.76, most, least), "most", "least");
  }

  /** The part of the floors that can be met is named where there is no other demand. */
  @Test
  void requireFloors_beyondTheWorkers_namesThePartThatIsPossible() {
    Conflict.requireFloors(jobs(1, 0.5, 0.5), SOLVER::solve, Tolerance.CERTIFIED);
    Conflict.requireFloors(jobs(1, 0, -1), SOLVER::solve, Tolerance.CERTIFIED);
    InfeasibleProblemException refused =
        assertThrows(
            InfeasibleProblemException.class,
            () -> Conflict.requireFloors(jobs(1, 0.8, 0.8), SOLVER::solve, Tolerance.CERTIFIED));
    assertEquals(List.of(), refused.jobIds());
    String message = String.valueOf(refused.getMessage());
    assertEquals(
        0.625,
        Double.parseDouble(message.replaceAll(".*at most ([0-9.]+) of each is possible", "$1")),
        1e-6);
  }

  @Test
  void solve_jobsWithAName_areNamedByTheSolver() {
    InfeasibleProblemException refused =
        assertThrows(
            InfeasibleProblemException.class,
            () -> SOLVER.solve(jobs(1, 0.75, 0.75), m -> "job " + m));
    assertEquals(List.of("job 0", "job 1"), refused.conflict());
    InfeasibleProblemException plain =
        assertThrows(InfeasibleProblemException.class, () -> SOLVER.solve(jobs(1, 0.75, 0.75)));
    assertEquals(List.of(), plain.conflict());
    AllocationProgram capped = withRow(jobs(1, 0.75, 0), "cap", Relation.AT_MOST, 0.5, 0);
    InfeasibleProblemException rows =
        assertThrows(InfeasibleProblemException.class, () -> SOLVER.solve(capped));
    assertEquals(Set.of("cap", "throughput of job 0"), Set.copyOf(rows.conflict()));
  }
}
