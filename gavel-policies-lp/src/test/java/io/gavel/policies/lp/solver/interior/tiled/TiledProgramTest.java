package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of a program: every column and job has its numbers at one place. */
class TiledProgramTest {

  private final Random random = new Random(7);

  private static TiledProgram of(AllocationProgram program) {
    return TiledProgram.of(program, SolveLimits.none());
  }

  @ParameterizedTest
  @EnumSource
  void of_programsOfAnyShape_placesEveryColumnAndJobOnce(Aim aim) {
    for (int jobs : new int[] {1, 128, 300}) {
      AllocationProgram few =
          TiledCases.program(TiledCases.problem(jobs, 3, 1, random), aim, random);
      assertPlaces(few);
      assertPlaces(TiledCases.coupled(few, random));
      assertPlaces(TiledCases.program(TiledCases.problem(jobs, 17, 5, random), aim, random));
    }
  }

  private static void assertPlaces(AllocationProgram program) {
    TiledProgram tiled = of(program);
    assertEquals(program.jobCount(), tiled.jobs);
    assertEquals(program.poolCount(), tiled.pools);
    assertEquals(program.hasUtility(), tiled.hasUtility);
    assertEquals(program.power(), tiled.power);
    assertJobs(program, tiled);
    double[] numbers = IntStream.range(0, program.columnCount()).mapToDouble(c -> c + 1).toArray();
    double[][] columns = tiled.byColumn();
    tiled.placeColumns(numbers, columns);
    assertArrayEquals(numbers, tiled.ofColumns(columns));
    double[][] jobs = tiled.byJob();
    tiled.placeJobs(IntStream.range(0, tiled.jobs).mapToDouble(m -> m).toArray(), jobs);
    boolean gains = false;
    int found = 0;
    for (int t = 0; t < tiled.count; t++) {
      for (int s = 0; s < tiled.rows(t); s++) {
        int r = tiled.row(t, s);
        for (int i = 0; i < tiled.width(t); i++) {
          int c = (int) columns[r][i] - 1;
          found += c < 0 ? 0 : 1;
          if (c >= 0) {
            int m = (int) jobs[t][i];
            assertEquals(program.first(c), m);
            boolean bound = !program.isIndifferentTo(m);
            assertEquals(bound ? program.rate(c) : 0, tiled.rate[r][i]);
            assertEquals(program.gain(c), tiled.gain[r][i]);
            assertEquals(program.size(c), tiled.size[r][i]);
            int q = tiled.classOfTile[t];
            assertEquals(program.pool(c), tiled.pool[q][tiled.slot(t, s, i)]);
            gains |= program.gain(c) != 0;
          } else { // added for a slot
            assertEquals(0, tiled.rate[r][i]);
            assertEquals(0, tiled.gain[r][i]);
            assertFalse(tiled.isScattered(t));
            boolean holds = program.rows().count() == 0;
            assertEquals(holds ? 1 << (int) jobs[t][i] % 3 : 0, tiled.size[r][i]);
          }
        }
      }
    }
    assertEquals(gains, tiled.hasGain);
    assertEquals(numbers.length, found);
    assertTiles(tiled);
  }

  private static void assertJobs(AllocationProgram program, TiledProgram tiled) {
    double[] each = new double[tiled.jobs];
    Arrays.setAll(each, program::requirement);
    assertArrayEquals(each, tiled.ofJobs(tiled.requirement));
    Arrays.setAll(each, program::weight);
    assertArrayEquals(each, tiled.ofJobs(tiled.weight));
    Arrays.setAll(each, m -> program.isIndifferentTo(m) ? -1 : program.floor(m));
    assertArrayEquals(each, tiled.ofJobs(tiled.floor));
    Arrays.setAll(each, m -> program.isIndifferentTo(m) ? 0 : program.floor(m));
    assertArrayEquals(each, tiled.ofBoundJobs(tiled.floor));
    double[][] curvature = tiled.byJob();
    for (int t = 0; t < tiled.count; t++) {
      int tile = t;
      Arrays.setAll(curvature[t], i -> tiled.curvature(tile, i));
    }
    Arrays.setAll(each, m -> program.weight(m) > 0 ? 1 - program.power() : 1);
    assertArrayEquals(each, tiled.ofJobs(curvature));
  }

  /** Tiles of a class follow each other, all but the last with as many jobs as there is room. */
  private static void assertTiles(TiledProgram tiled) {
    int most = 0;
    int rows = 0;
    int jobs = 0;
    for (int t = 0; t < tiled.count; t++) {
      int q = tiled.classOfTile[t];
      boolean ends = t + 1 == tiled.count || tiled.classOfTile[t + 1] == q + 1;
      assertEquals(ends, tiled.endsClass(t));
      assertTrue(ends || (tiled.width(t) == TiledProgram.WIDTH && tiled.classOfTile[t + 1] == q));
      boolean alone = t == 0 || tiled.classOfTile[t - 1] < q;
      assertEquals(ends && alone ? tiled.width(t) : TiledProgram.WIDTH, tiled.widthOfClass[q]);
      most = Math.max(most, tiled.width(t));
      rows = Math.max(rows, tiled.rows(t));
      jobs += tiled.width(t);
    }
    assertEquals(most, tiled.places());
    assertEquals(rows, tiled.mostRows());
    assertEquals(tiled.jobs, jobs);
    assertEquals(tiled.classes - 1, tiled.classOfTile[tiled.count - 1]);
  }

  /** Jobs that hold as many workers on all types share the memory of that. */
  @Test
  void of_sizes_areSharedWithinATile() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(
            Cases.gangs(Cases.problem(Cases.workers(2, 2), Cases.row(1, 1), Cases.row(1, 0)), 1, 2),
            new double[2]);
    TiledProgram tiled = of(program);
    assertArrayEquals(Cases.row(1, 2), tiled.size[0]);
    assertSame(tiled.size[0], tiled.size[1]);
    CouplingRows rows =
        CouplingRows.builder().add("row", Relation.AT_MOST, 1, new int[] {0}, Cases.row(1)).build();
    TiledProgram coupled = of(program.withRows(rows));
    assertSame(coupled.size[coupled.row(0, 0)], coupled.size[coupled.row(0, 1)]);
    assertArrayEquals(Cases.row(2), coupled.size[coupled.row(1, 0)]);
    assertArrayEquals(Cases.row(0), coupled.size[coupled.row(1, 1)]);
  }

  /** A pool that nothing draws from, a job that cannot run, and limits of every kind. */
  @Test
  void of_limitsAndFreeColumns_areResources() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(
                Cases.problem(
                    Cases.workers(2, 3, 4, 5), Cases.row(1, 0, 0, 0), Cases.row(0, 0, 0, 0)),
                new double[2])
            .withFreeColumns(
                FreeColumns.builder()
                    .add("a", 7, 0.5)
                    .add("b", Double.POSITIVE_INFINITY, -0.5, new int[] {2, 1}, Cases.row(3, -1))
                    .add("c", 0.25, 0)
                    .build());
    CouplingRows rows =
        CouplingRows.builder()
            .add("at most", Relation.AT_MOST, 8, new int[] {0}, Cases.row(1))
            .add(
                "at least",
                Relation.AT_LEAST,
                9,
                new int[] {0},
                Cases.row(1),
                new int[] {1, 0},
                Cases.row(2, 4))
            .add("exactly", Relation.EXACTLY, 10, new int[] {0}, Cases.row(1))
            .build();
    TiledProgram tiled = of(program.withRows(rows));
    assertEquals(9, tiled.resources);
    assertArrayEquals(Cases.row(2, 3, 4, 1, 8, -9, 10, 7, 0.25), tiled.limit);
    for (int k = 0; k < 9; k++) {
      assertEquals(k == 6, tiled.exact[k]);
    }
    assertArrayEquals(Cases.row(0.5, -0.5, 0), tiled.freeGain);
    assertArrayEquals(new int[][] {{5, 7}, {1, 2, 5}, {8}}, tiled.freeResource);
    assertArrayEquals(new double[][] {{-4, 1}, {-1, 3, -2}, {1}}, tiled.freeSize);
    assertEquals(1, of(program).size[0][1]); // a job without columns holds one worker
  }

  /** Looked up at every 1,024th column and, with rows, job. */
  @Test
  void of_cancelled_isStopped() {
    AllocationProgram program =
        TiledCases.program(TiledCases.problem(1_100, 1, 0, random), Aim.SUM, random);
    AtomicInteger asked = new AtomicInteger();
    TiledProgram.of(
        program, SolveLimits.none().withCancellation(() -> asked.incrementAndGet() > 2));
    assertEquals(2, asked.get());
    assertThrows(
        CancelledSolve.class,
        () -> TiledProgram.of(program, SolveLimits.none().withCancellation(() -> true)));
  }
}
