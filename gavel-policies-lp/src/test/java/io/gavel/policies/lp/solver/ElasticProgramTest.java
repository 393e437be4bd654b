package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What proofs of conflicts need, and what workers buy, for jobs of one step per second. */
class ElasticProgramTest {

  private static AllocationProgram jobs(int workers, double... floors) {
    double[][] rates = new double[floors.length][];
    Arrays.setAll(rates, m -> Cases.row(1));
    return AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(workers), rates), new double[floors.length])
        .withFloor(floors);
  }

  private static AllocationProgram withRow(
      AllocationProgram program, Relation relation, double bound, int... columns) {
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1);
    String name = "row" + program.rows().count();
    CouplingRows row = CouplingRows.builder().add(name, relation, bound, columns, ones).build();
    return program.withRows(program.rows().and(row));
  }

  private static ElasticProgram elastic(AllocationProgram program) {
    return new ElasticProgram(program, CertifiedSolver.standard());
  }

  private static void assertNeeds(AllocationProgram program, boolean... expected) {
    ElasticProgram elastic = elastic(program);
    assertArrayEquals(expected, elastic.prove(elastic.all()).orElseThrow().needed);
  }

  /**
   * A quarter of a worker is too little. It costs the least to miss it of the largest floor, at 1 /
   * 0.75 a worker.
   */
  @Test
  void prove_floorsOnAWorker_saysWhatAWorkerIsWorth() {
    ElasticProgram elastic = elastic(jobs(1, 0.75, 0.5));
    assertArrayEquals(Cases.row(4 / 3.0), elastic.prove(elastic.all()).orElseThrow().worth, 1e-6);
    assertTrue(elastic.prove(new boolean[] {true, false}).isEmpty());
  }

  /** As many floors are left out as a proof can spare, beginning with the one that adds least. */
  @Test
  void prove_floorsWithRoomToSpare_needsTheLargest() {
    assertNeeds(jobs(1, 0.75, 0.5), true, true);
    assertNeeds(jobs(1, 0.15, 0.1, 0.95), true, false, true);
    assertNeeds(jobs(1, 0.1, 0.15, 0.95), false, true, true);
  }

  /**
   * Floors that are more than all of a job's time are missed as wholes, and one of them proves it.
   */
  @Test
  void prove_floorsBeyondTheTimeOfTheirJobs_needsOne() {
    for (double[] floors : new double[][] {{1.5, 1.2, 0.4}, {1.2, 1.5, 0.4}}) {
      ElasticProgram elastic = elastic(jobs(3, floors));
      boolean[] needed = elastic.prove(elastic.all()).orElseThrow().needed;
      assertTrue(needed[0] ^ needed[1], Arrays.toString(needed));
      assertFalse(needed[2]);
    }
  }

  @Test
  void prove_rowsThatAreNotTight_areNotNeeded() {
    AllocationProgram loose = withRow(jobs(2, 0.5, 0), Relation.AT_MOST, 9, 0, 1);
    AllocationProgram tight = withRow(loose, Relation.AT_MOST, 0.25, 0);
    assertNeeds(tight, false, true, true, false);
    ElasticProgram elastic = elastic(withRow(tight, Relation.EXACTLY, 0.3, 0));
    boolean[] kept = {true, false, true, true, false};
    assertArrayEquals(
        new boolean[] {false, false, true, true, false}, elastic.prove(kept).orElseThrow().needed);
  }

  /** No column takes part in a row below 0, so that it must be missed by itself. */
  @Test
  void prove_rowsThatNothingHolds_areNeededAlone() {
    for (Relation relation : new Relation[] {Relation.AT_MOST, Relation.EXACTLY}) {
      assertNeeds(withRow(jobs(2, 0.5, 0), relation, -0.5, 0), true, false, false);
    }
    assertNeeds(withRow(jobs(2, 0.5, 0), Relation.AT_LEAST, 1.5, 0), true, false, false);
  }

  /** With cheap workers nothing is missed: they run what floors and rows ask for. */
  @Test
  void buying_demandsBeyondTheWorkers_buysThem() {
    AllocationProgram least = withRow(jobs(1, 0.5, 0.6, 0), Relation.AT_LEAST, 1.8, 0, 2);
    AllocationProgram capped = withRow(least, Relation.AT_MOST, 0.85, 0);
    ElasticProgram elastic = elastic(withRow(capped, Relation.EXACTLY, 0.7, 1));
    double[] x = elastic.buying(elastic.all(), 0, 0.01);
    assertEquals(3, x.length);
    assertEquals(0.7, x[1], 1e-6);
    assertEquals(1.8, x[0] + x[2], 1e-6);
    assertTrue(x[0] >= 0.8 - 1e-6 && x[0] <= 0.85 + 1e-6, Arrays.toString(x));
    boolean[] last = {false, false, true, true, false, false};
    double[] few = elastic.buying(last, 0, 0.01);
    assertArrayEquals(Cases.row(0.5, 0.7, 0), few, 1e-6);
  }
}
