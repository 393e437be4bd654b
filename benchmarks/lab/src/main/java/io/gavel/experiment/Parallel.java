package io.gavel.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Runs tasks on several threads. */
public final class Parallel {

  private Parallel() {}

  /**
   * Runs tasks.
   *
   * @param <T> type of the results
   * @param tasks the tasks
   * @param threads number of parallel tasks, at least 1
   * @param done receives the number of completed tasks; called by one thread at a time
   * @return the results, in the order of the tasks
   * @throws InterruptedException if the calling thread is interrupted; the tasks are then
   *     interrupted too
   * @throws RuntimeException the first failure in the order of the tasks
   */
  public static <T> List<T> all(List<Callable<T>> tasks, int threads, IntConsumer done)
      throws InterruptedException {
    AtomicInteger finished = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> task : tasks) {
        futures.add(
            pool.submit(
                () -> {
                  T answer = task.call();
                  synchronized (finished) {
                    done.accept(finished.incrementAndGet());
                  }
                  return answer;
                }));
      }
      List<T> answers = new ArrayList<>();
      for (Future<T> future : futures) {
        answers.add(answer(future));
      }
      return answers;
    } finally {
      pool.shutdownNow();
    }
  }

  private static <T> T answer(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException("a run failed", e.getCause());
    }
  }
}
