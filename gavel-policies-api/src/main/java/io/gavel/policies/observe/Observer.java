package io.gavel.policies.observe;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs decisions and reports them to a listener, without changing them. Immutable; as thread-safe
 * as the listener and the clock.
 *
 * <pre>{@code
 * Observer observer = Observer.of(System::nanoTime, listener);
 * Policy policy = observer.policy("max_min_fairness", MaxMinFairness.create());
 * RoundPlan plan =
 *     observer.observe("plan", "rounds", () -> scheduler.plan(now), p -> RoundSummary.of(p).figures());
 * }</pre>
 */
public final class Observer {

  private final LongSupplier nanoClock;
  private final DecisionListener listener;

  private Observer(LongSupplier nanoClock, DecisionListener listener) {
    this.nanoClock = nanoClock;
    this.listener = listener;
  }

  /**
   * An observer with the given clock and listener.
   *
   * @param nanoClock nanoseconds since any moment, such as {@code System::nanoTime}; {@code () ->
   *     0} if durations do not matter
   * @param listener receives every decision
   * @return the observer
   */
  public static Observer of(LongSupplier nanoClock, DecisionListener listener) {
    return new Observer(nanoClock, listener);
  }

  /**
   * A policy whose decisions are reported, with the kind {@code allocate} and the figures {@code
   * jobs}, {@code groups}, {@code worker_types}, {@code objective} and {@code relative_gap}.
   *
   * @param name the name of the policy in reports
   * @param policy computes the allocations
   * @return a policy with the same answers and the same claims, which reads the same aspects
   */
  public Policy policy(String name, Policy policy) {
    return new Policy() {
      @Override
      public Allocation allocate(AllocationProblem problem) {
        return observe("allocate", name, () -> policy.allocate(problem), Observer::figures);
      }

      @Override
      public Claims claims() {
        return policy.claims();
      }

      @Override
      public Set<Aspect> reads() {
        return policy.reads();
      }
    };
  }

  private static Map<String, Double> figures(Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("jobs", (double) problem.jobCount());
    figures.put("groups", (double) problem.groupCount());
    figures.put("worker_types", (double) problem.cluster().typeCount());
    figures.put("objective", allocation.certificate().objective());
    figures.put("relative_gap", allocation.certificate().relativeGap());
    return figures;
  }

  /**
   * Runs a decision and reports it.
   *
   * @param kind of decision
   * @param name of the decider
   * @param decide called once, on this thread
   * @param figures the figures of an answer
   * @param <T> the type of answer
   * @return the answer
   * @throws RuntimeException the exception of {@code decide}, after it was reported
   */
  public <T> T observe(
      String kind,
      String name,
      Supplier<T> decide,
      Function<? super T, Map<String, Double>> figures) {
    long start = nanoClock.getAsLong();
    T answer;
    try {
      answer = decide.get();
    } catch (RuntimeException refused) {
      String failure = refused.getClass().getSimpleName();
      long nanos = nanoClock.getAsLong() - start;
      listener.decided(new Decision(kind, name, nanos, Optional.of(failure), Map.of()));
      throw refused;
    }
    long nanos = nanoClock.getAsLong() - start;
    listener.decided(new Decision(kind, name, nanos, Optional.empty(), figures.apply(answer)));
    return answer;
  }
}
