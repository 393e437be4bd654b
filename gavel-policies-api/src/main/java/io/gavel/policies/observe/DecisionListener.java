package io.gavel.policies.observe;

/**
 * Is told what was decided: a bridge to a metrics library, a log or a dashboard. Whether it is
 * thread-safe is up to the implementation; it is called by the thread that decided, before the
 * caller has the answer, so that it should be quick. An exception that it throws reaches the
 * caller.
 */
@FunctionalInterface
public interface DecisionListener {

  /**
   * Something was decided, or could not be.
   *
   * @param decision what, by whom, for how long, and in numbers
   */
  void decided(Decision decision);
}
