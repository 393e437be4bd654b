package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Floors on one worker, without which the others fit, by hand. */
class IndispensableTest {

  private static final double[] WORTH = {1};

  private static AllocationProblem.Builder jobs(int workers, int jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", workers)));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), 1);
    }
    return problem;
  }

  private static AllocationProgram program(AllocationProblem.Builder problem, double... floor) {
    return AllocationProgram.maximizeSum(problem.build(), new double[floor.length])
        .withFloor(floor);
  }

  private static void assertFound(AllocationProgram program, boolean... expected) {
    ElasticProgram elastic = new ElasticProgram(program, CertifiedSolver.standard());
    assertArrayEquals(expected, Indispensable.of(elastic, elastic.all(), WORTH));
  }

  @Test
  void of_floors_areThoseWithoutWhichTheOthersFit() {
    assertFound(program(jobs(1, 3), 0.4, 0.4, 0.4), true, true, true);
    assertFound(program(jobs(1, 3), 0.4, 0.4, 0.7), false, false, true);
    assertFound(program(jobs(1, 3), 0.6, 0.6, 0.6), false, false, false);
    assertFound(program(jobs(1, 3), 0.5, 0.5, 0.25), true, true, true);
  }

  @Test
  void of_workersThatAreWorthNothing_findsNone() {
    ElasticProgram elastic =
        new ElasticProgram(program(jobs(1, 3), 0.4, 0.4, 0.4), CertifiedSolver.standard());
    assertArrayEquals(new boolean[3], Indispensable.of(elastic, elastic.all(), new double[] {0}));
  }

  @Test
  void of_demandThatIsNotKept_doesNotCount() {
    ElasticProgram elastic =
        new ElasticProgram(program(jobs(1, 3), 0.6, 0.3, 0.6), CertifiedSolver.standard());
    boolean[] kept = {true, false, true};
    assertArrayEquals(kept, Indispensable.of(elastic, kept, WORTH));
  }

  /** A row that two of them keep together breaks if either stops; the third is not in it. */
  @Test
  void of_rowsThatAJobKeeps_itIsNeededFor() {
    CouplingRows rows =
        CouplingRows.builder()
            .add("both", Relation.AT_LEAST, 0.7, new int[] {0, 1}, new double[] {1, 1})
            .build();
    assertFound(program(jobs(1, 3), 0.4, 0.4, 0.4).withRows(rows), false, false, false, true);
  }

  /** Two reach their floors in a pair only, so that neither can stop; the third can. */
  @Test
  void of_partners_holdEachOther() {
    double[] beside = {0.75};
    assertFound(
        program(jobs(1, 3).pair("j0", "j1", beside, beside), 0.5, 0.5, 0.6), false, false, true);
  }

  /**
   * One job runs only beside another, which has 0.2 of its time to itself by a row. If the first
   * stops, the other keeps its floor; if the other stops, the row breaks.
   */
  @Test
  void of_partnersWithFloorsToSpare_mayStop() {
    for (boolean first : new boolean[] {true, false}) {
      String one = first ? "j0" : "j1";
      AllocationProblem problem =
          AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
              .job(Job.of("j0"), first ? 0 : 1)
              .job(Job.of("j1"), first ? 1 : 0)
              .job(Job.of("j2"), 1)
              .pair(one, first ? "j1" : "j0", new double[] {1}, new double[] {0.5})
              .build();
      AllocationProgram floors =
          AllocationProgram.maximizeSum(problem, new double[3])
              .withFloor(new double[] {first ? 0.7 : 0.1, first ? 0.1 : 0.7, 0.2});
      int own =
          IntStream.range(0, floors.columnCount())
              .filter(c -> floors.first(c) == (first ? 1 : 0) && floors.second(c) < 0)
              .findFirst()
              .orElseThrow();
      CouplingRows rows =
          CouplingRows.builder()
              .add("own", Relation.AT_LEAST, 0.2, new int[] {own}, new double[] {1})
              .build();
      assertFound(floors.withRows(rows), false, first, !first, true);
    }
  }

  /** A quarter of a worker can be bought beside the one that there is. */
  @Test
  void of_workersThatAreBought_areThereForTheOthers() {
    FreeVariables bought = FreeVariables.builder().addWorkers("bought", 0.25, 1, 0).build();
    assertFound(program(jobs(1, 3), 0.6, 0.6, 0.6).withFreeVariables(bought), true, true, true);
    assertFound(
        program(jobs(1, 3), 0.65, 0.65, 0.65).withFreeVariables(bought), false, false, false);
  }
}
