package io.gavel.policies.lp.solver.passes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PassesTest {

  private final ExecutorService pool = Executors.newFixedThreadPool(6);

  @AfterEach
  void end() {
    pool.shutdownNow();
    Thread.interrupted(); // for the next test
  }

  private static void assertOnce(Passes passes) {
    AtomicIntegerArray runs = new AtomicIntegerArray(100);
    passes.run(100, () -> {}, (i, check) -> runs.incrementAndGet(i));
    for (int i = 0; i < 100; i++) {
      assertEquals(1, runs.get(i), "chunk " + i);
    }
  }

  @Test
  void run_anyExecutor_runsEachChunkOnce() {
    assertOnce(Passes.ALONE);
    assertOnce(new Passes(pool, 7));
    assertOnce(new Passes(Runnable::run, 7));
    assertOnce(new Passes(task -> {}, 7)); // it drops tasks
  }

  @Test
  void run_rejectingExecutor_runsAllOnTheCallingThread() {
    Executor busy =
        task -> {
          throw new RejectedExecutionException("the queue is full");
        };
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    new Passes(busy, 3).run(20, () -> {}, (i, check) -> threads.add(Thread.currentThread()));
    assertEquals(Set.of(Thread.currentThread()), threads);
  }

  @Test
  void run_twoThreads_workAtOnce() {
    CountDownLatch both = new CountDownLatch(2);
    new Passes(pool, 2)
        .run(
            2,
            () -> {},
            (i, check) -> {
              both.countDown();
              try {
                both.await(); // for ever, if chunks ran one after the other
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertEquals(0, both.getCount());
  }

  @Test
  void run_failingChunk_throwsWhatItThrew() {
    IllegalStateException failure = new IllegalStateException("chunk 9");
    AssertionError error = new AssertionError("chunk 9");
    for (Passes passes : new Passes[] {Passes.ALONE, new Passes(pool, 7)}) {
      assertSame(failure, assertThrows(IllegalStateException.class, () -> fail(passes, failure)));
      assertSame(error, assertThrows(AssertionError.class, () -> fail(passes, error)));
    }
  }

  private static void fail(Passes passes, Throwable failure) {
    passes.run(
        100,
        () -> {},
        (i, check) -> {
          if (i == 9 && failure instanceof RuntimeException exception) {
            throw exception;
          } else if (i == 9 && failure instanceof Error error) {
            throw error;
          }
        });
  }

  @Test
  void run_check_isCalledOnTheCallingThreadAlone() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    new Passes(pool, 7)
        .run(1_000, () -> threads.add(Thread.currentThread()), (i, check) -> check.run());
    assertEquals(Set.of(Thread.currentThread()), threads);
  }

  @Test
  void run_interruptedWhileItWaits_endsAndStaysInterrupted() {
    CountDownLatch begun = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    AtomicIntegerArray runs = new AtomicIntegerArray(2);
    new Passes(pool, 2)
        .run(
            2,
            () -> {},
            (i, check) -> {
              if (Thread.currentThread() == caller) {
                awaitUninterruptibly(begun);
              } else {
                begun.countDown();
                caller.interrupt();
                awaitState(caller, Thread.State.WAITING); // for this chunk
              }
              runs.incrementAndGet(i);
            });
    assertEquals(1, runs.get(0));
    assertEquals(1, runs.get(1));
    assertTrue(Thread.interrupted());
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  @Test
  void sums_anyNumberOfThreads_areEqualBitForBit() {
    double[] expected = sums(Passes.ALONE);
    assertArrayEquals(expected, sums(new Passes(pool, 2)));
    assertArrayEquals(expected, sums(new Passes(pool, 7)));
    assertArrayEquals(expected, sums(new Passes(Runnable::run, 3)));
  }

  private static double[] sums(Passes passes) {
    double[] values = new double[100_003];
    passes.over(
        values.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            values[i] += Math.sqrt(i);
          }
        });
    assertEquals(Math.sqrt(values.length - 1.0), Arrays.stream(values).max().orElseThrow());
    return passes.sums(
        values.length,
        2,
        () -> {},
        (from, to, sums) -> {
          for (int i = from; i < to; i++) {
            sums[0] += values[i];
            sums[1] += 1 / values[Math.max(1, i)];
          }
        });
  }

  @Test
  void largest_severalRanges_isThatOfAll() {
    for (Passes passes : new Passes[] {Passes.ALONE, new Passes(pool, 3)}) {
      assertEquals(19_999, passes.largest(20_000, (from, to) -> to - 1));
      assertEquals(0, passes.largest(20_000, (from, to) -> -from));
      assertEquals(Double.NEGATIVE_INFINITY, passes.largest(0, (from, to) -> to));
      assertTrue(Double.isNaN(passes.largest(9_000, (from, to) -> from == 0 ? Double.NaN : to)));
    }
  }

  @Test
  void constructor_noThread_isRejected() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Passes(pool, 0));
    assertEquals("number of threads is 0; it must be at least 1", thrown.getMessage());
  }
}
