package io.gavel.experiment;

import io.gavel.legacy.OriginalIsolated;
import io.gavel.legacy.ZeroPriority;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import java.util.function.Supplier;

/**
 * A policy with its settings for the simulators. Immutable.
 *
 * @param key the name on the command line
 * @param policy the policy
 * @param packed whether jobs may share workers
 */
public record PolicyChoice(String key, Policy policy, boolean packed) {

  /**
   * Runs a measurement of this policy; failures report policy and seed.
   *
   * @param <T> type of the measurement
   * @param seed seed of the run
   * @param run the measurement
   * @return the measurement
   * @throws SolveFailedException if a solver stopped without a certified allocation
   * @throws InfeasibleProblemException if the demands of the jobs are infeasible
   */
  public <T> T measure(long seed, Supplier<T> run) {
    try {
      return run.get();
    } catch (SolveFailedException e) {
      throw (SolveFailedException) new SolveFailedException(named(seed, e)).initCause(e);
    } catch (InfeasibleProblemException e) {
      throw (InfeasibleProblemException)
          new InfeasibleProblemException(named(seed, e), e.jobIds()).initCause(e);
    }
  }

  private String named(long seed, RuntimeException e) {
    return "%s, seed %s: %s".formatted(key, seed, e.getMessage());
  }

  /** Returns whether the original selects groups of priority 0 under this policy. */
  ZeroPriority zeroPriority() {
    return ZeroPriority.of(key);
  }

  /** Returns the policy for runs under the rules of the original. */
  Policy originalPolicy() {
    return key.equals("isolated") ? new OriginalIsolated() : policy;
  }

  /**
   * Returns whether the original fills types in random order: under policies that ignore
   * throughputs.
   */
  boolean isShuffled() {
    return key.endsWith("_agnostic") || key.equals("isolated") || key.equals("equal_share");
  }
}
