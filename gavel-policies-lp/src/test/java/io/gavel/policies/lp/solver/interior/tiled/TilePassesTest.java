package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.passes.Passes;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passes over tiles: their chunks, and what they add up of each. */
class TilePassesTest {

  /** Two chunks, of eight tiles and of two. */
  private static final int JOBS = 9 * TiledProgram.WIDTH + 5;

  private static AllocationProgram program(int jobs, int types) {
    Random random = new Random(1);
    return TiledCases.program(TiledCases.problem(jobs, types, 0, random), Aim.SUM, random);
  }

  private static TiledProgram tiled(AllocationProgram program, Passes passes) {
    return TiledProgram.of(program.passedBy(passes), SolveLimits.none());
  }

  /** The numbers of helpers are those of all chunks but one, if enough threads are allowed. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "1024, 1, 1",
    "1025, 1, 2",
    "2048, 1, 2",
    "2049, 1, 3",
    "294912, 1, 256",
    "1025, 1672, 2", // with a type less of its own: two share a pool
    "1025, 1673, 1"
  })
  void run_tiles_areCutIntoChunks(int jobs, int types, int chunks) {
    AtomicInteger helpers = new AtomicInteger();
    Passes passes = new Passes(task -> helpers.incrementAndGet(), 1_000);
    TiledProgram tiled = tiled(program(jobs, types), passes);
    List<Integer> visited = new ArrayList<>();
    new TilePasses(tiled).each((t, workspace) -> visited.add(t));
    assertEquals(IntStream.range(0, tiled.count).boxed().toList(), visited);
    assertEquals(chunks - 1, helpers.get());
  }

  /** Each place of a tile uses as many workers as its number says, in the first slot. */
  private static void count(int t, Workspace workspace) {
    for (int i = 0; i < TiledProgram.WIDTH; i++) {
      workspace.used[0][i] += t;
      workspace.sides[0][i] += 1;
      workspace.diagonal[0][i] += 2;
      workspace.owed[i] += 1;
      workspace.largest[i] = Math.max(workspace.largest[i], t);
    }
  }

  private static void assertTotals(TiledProgram tiled, TilePasses.Visit visit) {
    for (TilePasses.Kind kind : List.of(TilePasses.Kind.SIDES, TilePasses.Kind.MATRIX)) {
      TilePasses passes = new TilePasses(tiled);
      for (int again = 0; again < 2; again++) { // nothing of the first pass is left
        List<Sums> sums = new ArrayList<>();
        Totals totals = passes.run(visit, kind, sums::add);
        assertEquals(10 * TiledProgram.WIDTH, totals.owed);
        assertEquals(9, totals.largest);
        assertEquals(2, sums.size());
        assertSums(sums.get(0), 8, 28, kind);
        assertSums(sums.get(1), 2, 8 + 9, kind);
      }
    }
    List<Sums> none = new ArrayList<>();
    new TilePasses(tiled).run(visit, TilePasses.Kind.NONE, none::add);
    assertEquals(List.of(), none);
  }

  private static void assertSums(Sums found, int tiles, int numbers, TilePasses.Kind kind) {
    double[][] matrix = {{2 * TiledProgram.WIDTH * tiles}};
    assertArrayEquals(new double[] {TiledProgram.WIDTH * numbers}, found.used);
    assertArrayEquals(new double[] {TiledProgram.WIDTH * tiles}, found.sides);
    assertArrayEquals(kind == TilePasses.Kind.MATRIX ? matrix : new double[0][], found.complement);
  }

  @Test
  void run_twoChunks_addsUpEach() {
    assertTotals(tiled(program(JOBS, 1), Passes.ALONE), TilePassesTest::count);
  }

  /** The second chunk ends before the first one does. */
  @Test
  void run_twoThreads_addsUpEachInOrder() {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      TiledProgram tiled = tiled(program(JOBS, 1), new Passes(other, 2));
      List<CountDownLatch> ended = new ArrayList<>();
      IntStream.range(0, 5).forEach(pass -> ended.add(new CountDownLatch(1)));
      AtomicInteger pass = new AtomicInteger();
      assertTotals(
          tiled,
          (t, workspace) -> {
            count(t, workspace);
            CountDownLatch second = ended.get(pass.get());
            if (t == 9) {
              second.countDown();
            } else if (t == 7) {
              await(second);
              pass.incrementAndGet();
            }
          });
    } finally {
      other.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertEquals(true, latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Tiles of many pools are one chunk, in which it is looked up after seven tiles. */
  @Test
  void run_cancelledInAChunk_endsWithinEightTiles() {
    AtomicBoolean cancelled = new AtomicBoolean();
    SolveLimits limits = SolveLimits.none().withCancellation(cancelled::get);
    TilePasses passes = new TilePasses(TiledProgram.of(program(2 * 1_025, 1_673), limits));
    AtomicInteger visited = new AtomicInteger();
    IntConsumer from =
        first -> {
          visited.set(0);
          cancelled.set(false);
          assertThrows(
              CancelledSolve.class,
              () ->
                  passes.each(
                      (t, workspace) -> {
                        visited.incrementAndGet();
                        cancelled.set(t >= first);
                      }));
        };
    from.accept(0);
    assertEquals(7, visited.get());
    from.accept(7);
    assertEquals(15, visited.get());
  }
}
