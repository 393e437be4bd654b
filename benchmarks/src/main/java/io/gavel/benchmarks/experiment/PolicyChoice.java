package io.gavel.benchmarks.experiment;

import io.gavel.benchmarks.original.OriginalIsolated;
import io.gavel.mechanism.Method;
import io.gavel.policies.Policy;

/**
 * A policy and what the simulators must know of it. Immutable.
 *
 * @param key its name on the command line
 * @param policy decides
 * @param packed whether jobs may share workers
 */
public record PolicyChoice(String key, Policy policy, boolean packed) {

  /** By whose formulas the original plans rounds under this policy. */
  Method originalMethod() {
    return key.startsWith("fifo") ? Method.ORIGINAL_FIFO : Method.ORIGINAL;
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
