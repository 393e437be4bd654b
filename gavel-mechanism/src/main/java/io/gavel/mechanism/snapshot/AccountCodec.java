package io.gavel.mechanism.snapshot;

import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    account
        .missingByLimit()
        .forEach((limit, seconds) -> to.line("under-limit").name(limit).number("missing", seconds));
  }

  static Account readAccount(SnapshotReader from) {
    List<String> jobIds = from.names();
    int type = from.count("type");
    double owed = from.number("owed");
    double received = from.number("received");
    double backfilled = from.number("backfilled", 0);
    double revoked = from.number("revoked", 0);
    double missing = from.number("missing", 0);
    Optional<String> configuration = from.optionalText("configuration");
    Map<String, Double> missingByLimit = new HashMap<>();
    from.lines(
        "under-limit",
        () -> {
          String limit = from.name();
          missingByLimit.put(limit, from.number("missing"));
          return limit;
        });
    return new Account(
        jobIds, type, owed, received, backfilled, revoked, missing, missingByLimit, configuration);
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
