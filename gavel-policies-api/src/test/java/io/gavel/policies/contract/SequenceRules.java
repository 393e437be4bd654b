package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.function.Supplier;

/**
 * The {@link SequenceRule}s as predicates over a policy and a sequence of problems, independent of
 * any test engine. Immutable.
 *
 * <p>A policy may decline problems of a sequence, as in {@link PolicyRules}, but must then decline
 * them every time. All other exceptions are passed on.
 */
public final class SequenceRules {

  private static final int THREADS = 4;

  private final Supplier<? extends Policy> policies;

  private SequenceRules(Supplier<? extends Policy> policies) {
    this.policies = policies;
  }

  /**
   * The rules for a policy.
   *
   * @param policies makes a new policy on each call; if it returns the same instance again, some
   *     state of the policy may go undetected
   * @return the rules
   */
  public static SequenceRules of(Supplier<? extends Policy> policies) {
    return new SequenceRules(policies);
  }

  /**
   * Judges a rule.
   *
   * @param rule any
   * @param sequence the problems to solve
   * @return how the rule is broken; empty if it is kept
   */
  public Optional<String> broken(SequenceRule rule, ProblemSequence sequence) {
    List<AllocationProblem> problems = sequence.problems();
    Optional<String> how =
        switch (rule) {
          case KEPT -> kept(problems);
          case STATELESS -> stateless(problems);
          case LASTING -> lasting(problems);
          case SHARED -> shared(problems);
        };
    return how.map(text -> rule + ": " + text);
  }

  /**
   * Requires a rule.
   *
   * @param rule any
   * @param sequence the problems to solve
   * @throws AssertionError if it is broken; the message names the rule, the violation, and the
   *     events
   */
  public void check(SequenceRule rule, ProblemSequence sequence) {
    Optional<String> how = broken(rule, sequence);
    if (how.isPresent()) {
      throw new AssertionError(
          "%s, by %s%n%s".formatted(how.get(), PolicyRules.nameOf(policies.get()), sequence));
    }
  }

  /**
   * Requires all rules.
   *
   * @param sequence the problems to solve
   * @throws AssertionError for the first rule that is broken
   */
  public void checkAll(ProblemSequence sequence) {
    for (SequenceRule rule : SequenceRule.values()) {
      check(rule, sequence);
    }
  }

  private Optional<String> kept(List<AllocationProblem> problems) {
    Policy policy = policies.get();
    PolicyRules rules = PolicyRules.of(policy);
    for (int i = 0; i < problems.size(); i++) {
      int at = i;
      Optional<String> broken = rules.brokenByAnswer(problems.get(i));
      if (broken.isPresent()) {
        return broken.map(how -> "after %s events, %s".formatted(at, how));
      }
    }
    return Optional.empty();
  }

  /**
   * One policy solves all problems in order; new policies solve one problem each, in reverse order.
   */
  private Optional<String> stateless(List<AllocationProblem> problems) {
    List<Reading> onTheWay = readings(problems);
    for (int i = problems.size() - 1; i >= 0; i--) {
      Reading alone = alone(problems.get(i));
      if (!alone.equals(onTheWay.get(i))) {
        return Optional.of(
            "after %s events, the policy %s as without earlier calls"
                .formatted(i, onTheWay.get(i).unlike(alone)));
      }
    }
    return Optional.empty();
  }

  private List<Reading> readings(List<AllocationProblem> problems) {
    Policy policy = policies.get();
    List<Reading> readings = new ArrayList<>();
    for (AllocationProblem problem : problems) {
      readings.add(Reading.of(() -> policy.allocate(problem)));
    }
    return readings;
  }

  private Reading alone(AllocationProblem problem) {
    return Reading.of(() -> policies.get().allocate(problem));
  }

  private Optional<String> lasting(List<AllocationProblem> problems) {
    PolicyRules rules = PolicyRules.of(policies.get());
    List<Optional<Allocation>> answers = new ArrayList<>();
    List<Optional<Reading>> readings = new ArrayList<>();
    for (AllocationProblem problem : problems) {
      answers.add(rules.answer(problem));
      readings.add(answers.get(answers.size() - 1).map(Reading::of));
    }
    for (int i = 0; i < answers.size(); i++) {
      Optional<Reading> now = answers.get(i).map(Reading::of);
      if (!now.equals(readings.get(i))) {
        return Optional.of(
            "the answer after %s events has changed: it %s as when it was given"
                .formatted(i, now.orElseThrow().unlike(readings.get(i).orElseThrow())));
      }
    }
    return Optional.empty();
  }

  private Optional<String> shared(List<AllocationProblem> problems) {
    List<Reading> alone = problems.stream().map(this::alone).toList();
    Policy policy = policies.get();
    Phaser together = new Phaser(THREADS);
    List<Callable<Optional<String>>> threads = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int first = thread;
      threads.add(() -> oneOfMany(policy, problems, alone, first, together));
    }
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      for (Future<Optional<String>> thread : executor.invokeAll(threads)) {
        Optional<String> how = thread.get();
        if (how.isPresent()) {
          return how;
        }
      }
      return Optional.empty();
    } catch (ExecutionException thrown) {
      return Optional.of(
          "called by %s threads, the policy throws %s".formatted(THREADS, thrown.getCause()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      executor.shutdownNow();
    }
  }

  /** Solves all problems from {@code first} on, in step with threads that solve other ones. */
  private static Optional<String> oneOfMany(
      Policy policy,
      List<AllocationProblem> problems,
      List<Reading> alone,
      int first,
      Phaser together) {
    Optional<String> how = Optional.empty();
    try {
      for (int turn = 0; turn < problems.size(); turn++) {
        int i = (first + turn) % problems.size();
        together.arriveAndAwaitAdvance();
        Reading shared = Reading.of(() -> policy.allocate(problems.get(i)));
        if (how.isEmpty() && !shared.equals(alone.get(i))) {
          how =
              Optional.of(
                  "after %s events, called by one of %s threads, the policy %s as when called by one"
                      .formatted(i, THREADS, shared.unlike(alone.get(i))));
        }
      }
    } finally {
      together.arriveAndDeregister();
    }
    return how;
  }
}
