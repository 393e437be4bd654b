package io.gavel.architecture.violations.mechanism;

import io.gavel.architecture.violations.policies.Breaks;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;

final class Threads {
  private Threads() {}

  @Breaks({})
  static final class OfTheCaller {
    boolean interrupted() {
      return Thread.currentThread().isInterrupted();
    }
  }

  @Breaks("NO_THREADS")
  static final class Starts {
    void start(Runnable task) {
      new Thread(task).start();
    }
  }

  @Breaks("NO_THREADS")
  static final class Pools {
    ExecutorService pool() {
      return Executors.newFixedThreadPool(2);
    }
  }

  @Breaks("NO_THREADS")
  static final class Futures {
    @SuppressWarnings("FutureReturnValueIgnored")
    void run(Runnable task) {
      CompletableFuture.runAsync(task);
    }
  }

  @Breaks("NO_THREADS")
  static final class CommonPool {
    void run(Runnable task) {
      ForkJoinPool.commonPool().execute(task);
    }
  }

  @Breaks("NO_THREADS")
  abstract static class Forks extends RecursiveAction {
    private static final long serialVersionUID = 1;
  }

  @Breaks("NO_THREADS")
  static final class ParallelCollection {
    long count(List<String> list) {
      return list.parallelStream().filter(String::isEmpty).count();
    }
  }

  @Breaks("NO_THREADS")
  static final class ParallelStream {
    int sum(int n) {
      return IntStream.range(0, n).parallel().sum();
    }
  }

  @Breaks("NO_THREADS")
  static final class ParallelSort {
    void sort(double[] numbers) {
      Arrays.parallelSort(numbers);
    }
  }
}
