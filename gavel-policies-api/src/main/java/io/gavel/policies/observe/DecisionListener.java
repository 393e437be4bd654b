package io.gavel.policies.observe;

/**
 * Receives decisions: a bridge to a metrics library, a log or a dashboard. Whether it is
 * thread-safe is up to the implementation. It runs on the deciding thread, before the caller gets
 * the answer, so it should be fast. An exception that it throws reaches the caller.
 */
@FunctionalInterface
public interface DecisionListener {

  /**
   * Receives a decision or a failure to decide.
   *
   * @param decision its kind, decider, duration and figures
   */
  void decided(Decision decision);
}
