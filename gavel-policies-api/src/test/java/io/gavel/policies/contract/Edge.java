package io.gavel.policies.contract;

/** What a generated problem may have that plain ones have not; any of them together. */
public enum Edge {
  /** All jobs have the throughputs of the first. */
  EQUAL_ROWS,
  /** Each job is as fast as the first or faster, everywhere. */
  DOMINATED_ROWS,
  /** Nobody can use the first worker type. */
  ZERO_COLUMN,
  /** There is one worker type. */
  ONE_TYPE,
  /** More workers than the jobs can use. */
  MANY_WORKERS,
  /** Types without workers, perhaps all. */
  EMPTY_POOLS,
  /** The first two types share one pool. */
  SHARED_POOL,
  /** Jobs hold 1, 2 or 4 workers. */
  GANGS,
  /** Jobs on one worker take from a tenth of it to all of it. */
  SHARES_OF_WORKERS,
  /** The first job holds more workers than any pool has. */
  GANG_TOO_LARGE,
  /** Weights from 1 to 4. */
  WEIGHTS,
  /** Weights from 1e-6 to 1e6. */
  WIDE_WEIGHTS,
  /** Throughputs over eighteen orders of magnitude. */
  WIDE_RATES,
  /** All jobs are like the first. */
  IDENTICAL_JOBS,
  /** Some jobs are done. */
  DONE_JOBS,
  /** Some jobs started long ago. */
  HISTORY,
  /** Neighbours of equal size may share workers. */
  PAIRS
}
