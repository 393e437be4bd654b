/**
 * The round-based mechanism: from an allocation to rounds, leases and placements. Start with {@link
 * io.gavel.mechanism.RoundScheduler}.
 */
module io.gavel.mechanism {
  requires jdk.jfr;
  requires static org.jspecify;
  requires transitive io.gavel.policies;

  exports io.gavel.mechanism;
  exports io.gavel.mechanism.event;
  exports io.gavel.mechanism.lease;
  exports io.gavel.mechanism.placement;
  exports io.gavel.mechanism.plan;
  exports io.gavel.mechanism.snapshot;
  exports io.gavel.mechanism.state;
}
