package io.gavel.policies.lp.solver.passes;

import io.gavel.policies.internal.Ranges;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How passes over many jobs run. A pass is cut into chunks that do not depend on the threads, and
 * whoever adds up what chunks find does so in their order. So the bits are the same with any number
 * of threads.
 *
 * <p>The calling thread takes part, and waits only for chunks that other threads have begun. So a
 * pass ends even if the executor is busy, rejects tasks, drops them or runs them at once on the
 * calling thread.
 *
 * <p>Immutable.
 *
 * @param executor runs tasks beside the calling thread
 * @param threads the most threads that work at once, with the calling one
 */
public record Passes(Executor executor, int threads) implements Ranges {

  private static final Executor NOBODY =
      task -> {
        throw new RejectedExecutionException("passes run on the calling thread alone");
      };

  /** All chunks run on the calling thread. */
  public static final Passes ALONE = new Passes(NOBODY, 1);

  /**
   * Checks the number of threads.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public Passes {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "number of threads is %s; it must be at least 1".formatted(threads));
    }
  }

  /** Works on a part of a pass. Chunks write to different places. */
  @FunctionalInterface
  public interface Chunk {

    /**
     * Works on a chunk.
     *
     * @param index the chunk's index
     * @param check to be called now and then; it throws if the pass is to end
     */
    void run(int index, Runnable check);
  }

  /**
   * Runs all chunks, in any order.
   *
   * @param count the number of chunks
   * @param check called on the calling thread alone, at first and before each of its chunks; an
   *     exception ends the pass
   * @param chunk the work; its exceptions are rethrown
   */
  public void run(int count, Runnable check, Chunk chunk) {
    check.run(); // other threads may do all of the work
    int helpers = Math.min(threads, count) - 1;
    if (helpers <= 0) {
      for (int i = 0; i < count; i++) {
        check.run();
        chunk.run(i, check);
      }
      return;
    }
    Pass pass = new Pass(count, chunk);
    for (int i = 0; i < helpers; i++) {
      try {
        executor.execute(pass::help);
      } catch (RejectedExecutionException busy) {
        break; // this thread does the work
      }
    }
    pass.work(check);
    pass.await();
  }

  /** Adds up results on a range. */
  @FunctionalInterface
  public interface Summed {
    void run(int from, int to, double[] sums);
  }

  /**
   * Runs ranges that together are all indices below a number.
   *
   * @param count the number of indices
   * @param check as for {@link #run}
   * @param range the work, which writes to places of its indices
   */
  public void over(int count, Runnable check, Range range) {
    run(
        Ranges.count(count),
        check,
        (i, again) -> range.run(i * LENGTH, (int) Math.min(count, (i + 1L) * LENGTH)));
  }

  @Override
  public void over(int count, Range range) {
    over(count, () -> {}, range);
  }

  /**
   * Adds up what ranges find, in their order.
   *
   * @param sums the number of sums
   * @return the sums, {@code [sum]}
   */
  public double[] sums(int count, int sums, Runnable check, Summed range) {
    double[][] ofRange = new double[Ranges.count(count)][sums];
    over(count, check, (from, to) -> range.run(from, to, ofRange[from / LENGTH]));
    double[] all = new double[sums];
    for (double[] part : ofRange) {
      for (int i = 0; i < sums; i++) {
        all[i] += part[i];
      }
    }
    return all;
  }

  @Override
  public String toString() {
    return threads == 1 ? "the calling thread" : "%s threads of %s".formatted(threads, executor);
  }

  /** One pass. Mutable. */
  private static final class Pass {
    private final int count;
    private final Chunk chunk;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Pass(int count, Chunk chunk) {
      this.count = count;
      this.chunk = chunk;
      left = new CountDownLatch(count);
    }

    void help() {
      work(() -> {});
    }

    /** Runs chunks until there is none left; after a failure, only counts them. */
    void work(Runnable check) {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        try {
          if (failure.get() == null) {
            check.run();
            chunk.run(i, check);
          }
        } catch (RuntimeException | Error thrown) {
          failure.compareAndSet(null, thrown);
        } finally {
          left.countDown();
        }
      }
    }

    /** Waits for the chunks of other threads, which end soon, even if this one is interrupted. */
    void await() {
      boolean interrupted = false;
      while (left.getCount() > 0) {
        try {
          left.await();
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      Throwable thrown = failure.get();
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown != null) {
        throw (RuntimeException) thrown;
      }
    }
  }
}
