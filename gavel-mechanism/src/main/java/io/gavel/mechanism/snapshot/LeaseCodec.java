package io.gavel.mechanism.snapshot;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.Availability;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Writes and reads leases and workers as lines of a {@link SchedulerSnapshot}. A worker is a triple
 * of pool, index and server. Stateless.
 */
final class LeaseCodec {

  private static final int FIELDS = 3;

  private LeaseCodec() {}

  static void write(SnapshotWriter to, OpenLeaseState open) {
    to.line("running").names(open.jobIds()).whole("lease", open.lease());
    to.whole("type", open.workerType()).whole("milli", open.gpuMilli());
    to.number("since", open.sinceSeconds());
    to.number("from", open.fromSeconds()).number("until", open.endSeconds());
    to.flag("owed", open.owed());
    open.configuration().ifPresent(name -> to.text("configuration", name));
    write(to, open.workers());
  }

  static OpenLeaseState readRunning(SnapshotReader from) {
    List<String> jobIds = from.names();
    long lease = from.whole("lease");
    int type = from.count("type");
    int milli = from.count("milli");
    double since = from.number("since");
    double start = from.number("from");
    double end = from.number("until");
    boolean owed = from.flag("owed");
    Optional<String> configuration = from.optionalText("configuration");
    List<Worker> workers = readWorkers(from);
    return new OpenLeaseState(
        lease, jobIds, type, workers, milli, since, start, end, owed, configuration);
  }

  static void write(SnapshotWriter to, Lease lease) {
    to.line("lease").names(lease.jobIds()).whole("number", lease.number());
    to.whole("type", lease.workerType()).whole("milli", lease.gpuMilli());
    to.number("from", lease.startSeconds()).number("until", lease.endSeconds());
    to.flag("extended", lease.extended()).flag("owed", lease.owed());
    lease.configuration().ifPresent(name -> to.text("configuration", name));
    write(to, lease.workers());
  }

  static Lease readLease(SnapshotReader from) {
    List<String> jobIds = from.names();
    long number = from.whole("number");
    int type = from.count("type");
    int milli = from.count("milli");
    double start = from.number("from");
    double end = from.number("until");
    boolean extended = from.flag("extended");
    boolean owed = from.flag("owed");
    Optional<String> configuration = from.optionalText("configuration");
    List<Worker> workers = readWorkers(from);
    return new Lease(
        number, jobIds, type, workers, milli, start, end, extended, owed, configuration);
  }

  static void write(SnapshotWriter to, WorkerStatus status) {
    to.line("worker").word("is", status.availability());
    write(to, List.of(status.worker()));
  }

  static WorkerStatus readStatus(SnapshotReader from) {
    Availability availability = from.word("is", Availability.values());
    List<Worker> workers = readWorkers(from);
    if (workers.size() != 1) {
      throw from.expected("one worker before this");
    }
    return new WorkerStatus(workers.get(0), availability);
  }

  private static void write(SnapshotWriter to, List<Worker> workers) {
    to.counts(
        "workers",
        workers.stream()
            .flatMapToInt(worker -> IntStream.of(worker.pool(), worker.index(), worker.server()))
            .toArray());
  }

  private static List<Worker> readWorkers(SnapshotReader from) {
    int[] values = from.counts("workers");
    if (values.length % FIELDS != 0) {
      throw from.expected("pool, index and server of each worker before this");
    }
    return IntStream.iterate(0, i -> i < values.length, i -> i + FIELDS)
        .mapToObj(i -> new Worker(values[i], values[i + 1], values[i + 2]))
        .toList();
  }
}
