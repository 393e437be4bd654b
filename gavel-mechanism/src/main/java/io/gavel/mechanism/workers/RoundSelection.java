package io.gavel.mechanism.workers;

import io.gavel.mechanism.workers.SharePacking.Shared;
import java.util.Set;

/** The groups that run in a round, each on one type: what leases are granted for. */
public interface RoundSelection {

  /** The groups that run, by index. */
  int[] groups();

  /** The type that a group runs on. */
  int typeOf(int g);

  /** Whether the time of a group counts as received; otherwise it is back-fill. */
  boolean isOwed(int g);

  /** The workers of a pool that groups share. */
  Set<Shared> shared(int k);
}
