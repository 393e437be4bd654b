package io.gavel.policies.contract;

/** Special features of generated problems, in any combination. */
public enum Edge {
  /** All jobs have the throughputs of the first. */
  EQUAL_ROWS,
  /** Each job is as fast as the first or faster, everywhere. */
  DOMINATED_ROWS,
  /** No job can use the first worker type. */
  ZERO_COLUMN,
  /** There is one worker type. */
  ONE_TYPE,
  /** There are more workers than the jobs can use. */
  MANY_WORKERS,
  /** Some types, perhaps all, have no workers. */
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
  /** All jobs are equal to the first, except in id. */
  IDENTICAL_JOBS,
  /** Some jobs are done. */
  DONE_JOBS,
  /** Some jobs started long ago. */
  HISTORY,
  /** Neighbours in the list of jobs may share workers, if of equal size. */
  PAIRS,
  /** Jobs have up to two configurations: twice the workers, and another plan on as many. */
  CONFIGURATIONS
}
