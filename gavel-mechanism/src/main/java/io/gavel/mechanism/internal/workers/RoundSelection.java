package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.workers.SharePacking.Shared;
import java.util.Set;

/** The groups selected for a round, each on one type. */
public interface RoundSelection {

  /** Returns the selected groups, in ascending order. */
  int[] groups();

  /** Returns the worker type of a group. */
  int typeOf(int g);

  /** Returns whether the time of a group counts as received; otherwise it is back-fill. */
  boolean isOwed(int g);

  /** Returns the shared workers of a pool, with the groups on them. */
  Set<Shared> shared(int k);
}
