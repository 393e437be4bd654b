package io.gavel.policies.lp.solver.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class IdleColumnsTest {

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
          .job(Job.of("first"), 1, 2)
          .job(Job.of("second"), 3, 4)
          .job(Job.of("third"), 5, 6)
          .build();

  private static final double[] OF_FIRST_AND_THIRD = {1, 0, 1};

  @Test
  void program_jobWithoutDemand_losesItsColumns() {
    IdleColumns idle =
        IdleColumns.of(AllocationProgram.maximizeMinimum(PROBLEM, OF_FIRST_AND_THIRD));
    assertEquals(4, idle.program().columnCount());
    SolverOutcome.Solved claim =
        new SolverOutcome.Solved(
            new double[] {0.1, 0.2, 0.3, 0.4}, new double[0], Prices.zero(2, 3), new double[0], 7);
    assertArrayEquals(new double[] {0.1, 0.2, 0, 0, 0.3, 0.4}, idle.undone(claim).fractions());
  }

  @Test
  void program_columnThatARowCounts_stays() {
    CouplingRows rows =
        CouplingRows.builder()
            .add("some of a", Relation.AT_LEAST, 0.5, new int[] {2}, new double[] {1})
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(PROBLEM, OF_FIRST_AND_THIRD).withRows(rows);
    assertEquals(5, IdleColumns.of(program).program().columnCount());
  }

  @Test
  void program_allJobsOrNoneWanted_isTheSame() {
    AllocationProgram all = AllocationProgram.maximizeMinimum(PROBLEM, new double[] {1, 1, 1});
    AllocationProgram none = AllocationProgram.maximizeMinimum(PROBLEM, new double[3]);
    assertSame(all, IdleColumns.of(all).program());
    assertSame(none, IdleColumns.of(none).program());
  }

  @Test
  void program_pairWithAJobInDemand_stays() {
    AllocationProblem paired =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.of("first"), 1)
            .job(Job.of("second"), 3)
            .pair("first", "second", new double[] {0.9}, new double[] {2})
            .build();
    AllocationProgram program = AllocationProgram.maximizeMinimum(paired, new double[] {1, 0});
    assertEquals(2, IdleColumns.of(program).program().columnCount());
  }
}
