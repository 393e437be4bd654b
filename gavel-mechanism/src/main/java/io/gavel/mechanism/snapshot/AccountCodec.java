package io.gavel.mechanism.snapshot;

import io.gavel.mechanism.state.Account;
import io.gavel.mechanism.state.LeaseTotals;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;

/** Writes and reads accounts and totals as lines of a {@link SchedulerSnapshot}. Stateless. */
final class AccountCodec {

  private AccountCodec() {}

  static void write(SnapshotWriter to, Account account) {
    to.line("account").names(account.jobIds()).whole("type", account.workerType());
    to.number("owed", account.owedSeconds()).number("received", account.receivedSeconds());
    to.number("backfilled", account.backfilledSeconds(), 0);
    to.number("revoked", account.revokedSeconds(), 0);
    to.number("missing", account.missingSeconds(), 0);
    account.configuration().ifPresent(name -> to.text("configuration", name));
  }

  static Account readAccount(SnapshotReader from) {
    return new Account(
        from.names(),
        from.count("type"),
        from.number("owed"),
        from.number("received"),
        from.number("backfilled", 0),
        from.number("revoked", 0),
        from.number("missing", 0),
        from.optionalText("configuration"));
  }

  static void write(SnapshotWriter to, LeaseTotals totals) {
    to.line("totals").number("issued", totals.issuedSeconds());
    to.number("received", totals.receivedSeconds());
    to.number("backfilled", totals.backfilledSeconds());
    to.number("revoked", totals.revokedSeconds()).number("unused", totals.unusedSeconds());
    to.number("open", totals.openSeconds());
  }

  static LeaseTotals readTotals(SnapshotReader from) {
    from.line("totals");
    return from.checked(
        () ->
            new LeaseTotals(
                from.number("issued"),
                from.number("received"),
                from.number("backfilled"),
                from.number("revoked"),
                from.number("unused"),
                from.number("open")));
  }
}
