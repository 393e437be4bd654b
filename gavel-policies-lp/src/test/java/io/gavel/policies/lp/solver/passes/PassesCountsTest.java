package io.gavel.policies.lp.solver.passes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often passes call what, counted on one thread. */
class PassesCountsTest {

  private static void never() {}

  /**
   * The first half of the indices adds 1, 2, … to the first sum, and each range 1 to the second.
   */
  @Test
  void sums_ofRanges_areWhatTheyAdd() {
    for (int count : new int[] {0, 1, 4_095, 4_096, 4_097, 8_193}) {
      double[] sums =
          Passes.ALONE.sums(
              count,
              2,
              PassesCountsTest::never,
              (from, to, sum) -> {
                for (int i = from; i < to; i++) {
                  sum[0] += i + 1;
                }
                sum[1]++;
              });
      int ranges = (count + 4_095) / 4_096;
      assertArrayEquals(new double[] {count * (count + 1.0) / 2, ranges}, sums, "" + count);
    }
  }

  @Test
  void over_anyCount_coversItInRangesThatAreNotEmpty() {
    List<Integer> ends = new ArrayList<>();
    Passes.ALONE.over(
        8_192,
        (from, to) -> {
          ends.add(from);
          ends.add(to);
        });
    assertEquals(List.of(0, 4_096, 4_096, 8_192), ends);
    Passes.ALONE.over(0, (from, to) -> ends.clear());
    assertEquals(4, ends.size());
  }

  /** Once at first, and once before each chunk of the calling thread. */
  @Test
  void run_check_isCalledBeforeEachChunk() {
    for (int threads : new int[] {1, 3}) {
      AtomicInteger checks = new AtomicInteger();
      List<Integer> before = new ArrayList<>();
      Executor dropped = task -> {};
      new Passes(dropped, threads)
          .run(4, checks::incrementAndGet, (i, check) -> before.add(checks.get()));
      assertEquals(List.of(2, 3, 4, 5), before, "threads " + threads);
    }
  }

  @Test
  void run_checkThatThrows_runsNoFurtherChunk() {
    for (int threads : new int[] {1, 3}) {
      AtomicInteger checks = new AtomicInteger();
      AtomicInteger chunks = new AtomicInteger();
      Passes passes = new Passes(task -> {}, threads);
      Runnable third =
          () -> {
            if (checks.incrementAndGet() == 3) {
              throw new CancellationException("on purpose");
            }
          };
      assertThrows(
          CancellationException.class,
          () -> passes.run(9, third, (i, check) -> chunks.incrementAndGet()));
      assertEquals(1, chunks.get());
    }
  }

  /** One task for each thread beside the calling one, but no more than there are other chunks. */
  @Test
  void run_tasks_areAsManyAsHelp() {
    int[][] cases = {{1, 5, 0}, {2, 5, 1}, {4, 5, 3}, {9, 5, 4}, {4, 1, 0}, {4, 0, 0}};
    for (int[] each : cases) {
      AtomicInteger tasks = new AtomicInteger();
      new Passes(task -> tasks.incrementAndGet(), each[0])
          .run(each[1], PassesCountsTest::never, (i, check) -> {});
      assertEquals(each[2], tasks.get(), each[0] + " threads, " + each[1] + " chunks");
    }
  }

  @Test
  void toString_ofPasses_namesTheThreads() {
    assertEquals("the calling thread", Passes.ALONE.toString());
    Executor named =
        new Executor() {
          @Override
          public void execute(Runnable task) {
            task.run();
          }

          @Override
          public String toString() {
            return "a pool";
          }
        };
    assertEquals("3 threads of a pool", new Passes(named, 3).toString());
    assertEquals(1, new Passes(named, 1).threads());
  }
}
