package io.gavel.yarn;

import io.gavel.policies.Policy;
import java.lang.ref.SoftReference;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The division of one queue, computed on another thread: the ResourceManager schedules nothing
 * while it asks for shares. Until the answer to changed demands is there, the one before stays in
 * force, as far as demands still ask for it.
 *
 * <p>A running computation is never abandoned for newer demands, so that there are answers however
 * often demands change; of the waiting demands, only the latest are computed. Thread-safe.
 */
final class BackgroundDivision {

  private final Supplier<Policy> policy;
  private final Executor executor;

  private @Nullable Demands running;
  private @Nullable Demands next;

  /** Softly, since claims hold applications. */
  private SoftReference<@Nullable Answer> latest = new SoftReference<>(null);

  /**
   * The outcome of some demands.
   *
   * @param division returns the division, or throws what kept it from being made
   */
  private record Answer(Demands demands, Supplier<Division> division) {}

  /**
   * Creates a division without an answer.
   *
   * @param policy makes a policy for one division
   * @param executor computes
   */
  BackgroundDivision(Supplier<Policy> policy, Executor executor) {
    this.policy = policy;
    this.executor = executor;
  }

  /**
   * Returns the division of some demands, or the remaining part of the previous one until it is
   * computed.
   *
   * @param patienceNanos the longest wait for a new division
   * @param firstNanos the same if there is none before
   * @throws RuntimeException if there is none, or the last one failed
   */
  synchronized Division of(Demands demands, long patienceNanos, long firstNanos) {
    if (demands.fit()) {
      return Division.ofAll(demands);
    }
    if (isOpen(demands)) {
      request(demands);
      await(demands, latest.get() == null ? firstNanos : patienceNanos);
    }
    Answer answer = latest.get();
    if (answer == null) {
      throw new IllegalStateException("shares are still being computed");
    }
    Division division = answer.division.get();
    return answer.demands.areLike(demands) ? division : division.keptFor(demands);
  }

  private void request(Demands demands) {
    if (running == null) {
      running = demands;
      boolean started = false;
      try {
        executor.execute(this::run);
        started = true;
      } finally {
        running = started ? running : null;
      }
    } else {
      next = running.areLike(demands) ? null : demands;
    }
  }

  private void await(Demands demands, long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && isOpen(demands); left = end - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private boolean isOpen(Demands demands) {
    Answer answer = latest.get();
    return answer == null || !answer.demands.areLike(demands);
  }

  private void run() {
    for (Demands demands = current(); demands != null; demands = current()) {
      done(answer(demands));
    }
  }

  private synchronized @Nullable Demands current() {
    return running;
  }

  private synchronized void done(Answer answer) {
    latest = new SoftReference<>(answer);
    running = next;
    next = null;
    notifyAll();
  }

  private Answer answer(Demands demands) {
    try {
      Division division = Division.of(demands, policy.get());
      return new Answer(demands, () -> division);
    } catch (RuntimeException e) {
      return failed(demands, e);
    } catch (LinkageError | StackOverflowError | OutOfMemoryError e) { // the thread goes on
      return failed(demands, new IllegalStateException(e.toString(), e));
    }
  }

  private static Answer failed(Demands demands, RuntimeException failure) {
    return new Answer(
        demands,
        () -> {
          throw failure;
        });
  }
}
