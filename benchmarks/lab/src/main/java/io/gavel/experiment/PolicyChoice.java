package io.gavel.experiment;

import io.gavel.legacy.OriginalIsolated;
import io.gavel.legacy.ZeroPriority;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import java.util.function.Supplier;

/**
 * A policy and what the simulators must know of it. Immutable.
 *
 * @param key its name on the command line
 * @param policy decides
 * @param packed whether jobs may share workers
 */
public record PolicyChoice(String key, Policy policy, boolean packed) {

  /**
   * Runs this policy; a failure says whose and in which run.
   *
   * @param <T> of what is measured
   * @param seed of the run
   * @param run asks the policy
   * @return what was measured
   * @throws SolveFailedException if a solver ended without a certified answer
   * @throws InfeasibleProblemException if the jobs cannot have what they demand
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
    return "%s, seed %d: %s".formatted(key, seed, e.getMessage());
  }

  /** Whether the original selects groups of priority 0 under this policy. */
  ZeroPriority zeroPriority() {
    return ZeroPriority.of(key);
  }

  /** What decides in a run as the original. */
  Policy originalPolicy() {
    return key.equals("isolated") ? new OriginalIsolated() : policy;
  }

  /** The original fills types in random order under policies that do not look at throughputs. */
  boolean isShuffled() {
    return key.endsWith("_agnostic") || key.equals("isolated") || key.equals("equal_share");
  }
}
