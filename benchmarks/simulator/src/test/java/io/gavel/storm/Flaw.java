package io.gavel.storm;

/** What a world does wrong on purpose, to show that the invariants notice. */
enum Flaw {
  NONE,
  /** The embedder extends a lease by two rounds where one is planned. */
  EXTENDED_TWICE,
  /** A process that hears nothing runs on after the end of its lease. */
  END_IGNORED,
  /** The steps of a message that comes twice are counted twice. */
  COUNTED_TWICE,
  /** A restart takes the state of one round before the last. */
  OLD_STATE,
  /** The steps of a gang begin before all of its members have started. */
  HALF_GANG,
  /** Messages are sent before the state is saved that they tell about. */
  SENT_BEFORE_SAVED,
  /** A lease begins before an earlier one on its workers has ended. */
  NOT_WAITED,
  /** A server that crashed and is back at once is taken for one that never was away. */
  REBOOT_MISSED,
  /** The scheduler is not told of the loss of workers. */
  LOSS_UNTOLD,
  /** The scheduler is not told that leases have ended. */
  END_UNTOLD,
  /** The embedder forgets the last lease of each plan. */
  LEASE_FORGOTTEN,
  /** Rounds keep limits on average only. */
  LIMITS_IGNORED
}
