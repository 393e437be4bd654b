package io.gavel.service;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that owns the state and the store. It applies all waiting requests, commits the
 * changes, and only then answers: acknowledged changes survive a kill, and one flush of the disk
 * serves many. If anything but a refusal goes wrong, memory is forgotten and read again.
 */
final class Desk implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Desk.class.getName());

  private static final int MOST_AT_ONCE = 1_000;
  private static final double FILL_SECONDS = 1;
  private static final double RETRY_SECONDS = 1;

  /** One request, on the desk's thread. */
  @FunctionalInterface
  interface Task {
    Reply on(Desk desk) throws SQLException;
  }

  private record Request(Task task, CompletableFuture<Reply> answer) {}

  private final Cluster cluster;
  private final Policy policy;
  private final RoundOptions options;
  private final Store store;
  private final InstantSource clock;
  private final LinkedBlockingQueue<Request> waiting = new LinkedBlockingQueue<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "desk"));

  private final List<Change> changes = new ArrayList<>();
  private final List<PastJob> past = new ArrayList<>();
  private ClusterState state;

  /** Whether a waiting job may find idle workers: after a change, and after a start. */
  private boolean mayFill = true;

  /** Completes at the next change of the state; replaced by the desk's thread only. */
  private volatile CompletableFuture<?> nextChange = new CompletableFuture<>();

  /**
   * Continues from the state in a store, with the given workers and options.
   *
   * @throws IllegalArgumentException if the store has other types, or a job that could not run
   */
  Desk(Cluster cluster, Policy policy, RoundOptions options, Store store, InstantSource clock)
      throws SQLException {
    this.cluster = cluster;
    this.policy = policy;
    this.options = options;
    this.store = store;
    this.clock = clock;
    this.state = read();
    adapt();
    store.replace(state.save()); // from the first moment on, the file says whose it is
  }

  private void adapt() {
    List<String> saved = state.cluster().types().stream().map(WorkerType::name).toList();
    List<String> given = cluster.types().stream().map(WorkerType::name).toList();
    if (!saved.equals(given)) {
      throw new IllegalArgumentException(
          "the saved worker types are %s, not %s; name all of them, with 0 workers if there are none"
              .formatted(saved, given));
    }
    for (WorkerType type : cluster.types()) {
      if (state.cluster().type(state.cluster().indexOf(type.name())).workers() != type.workers()) {
        state.apply(new Change.Resized(now(), type.name(), type.workers()));
      }
    }
    state.use(options);
  }

  private ClusterState read() throws SQLException {
    Store.Saved saved = store.load();
    ClusterState read =
        saved
            .snapshot()
            .map(text -> ClusterState.restore(text, policy))
            .orElseGet(() -> new ClusterState(cluster, policy, options));
    saved.changes().forEach(read::apply);
    return read;
  }

  /** Begins to plan rounds: the next one when the last one that was planned has ended. */
  void start() {
    double end = state.lastPlan().map(plan -> plan.endSeconds()).orElse(0.0);
    later(this::planRound, end - seconds());
    later(this::fill, FILL_SECONDS);
  }

  /** Answers a request after its changes are on disk. */
  CompletableFuture<Reply> ask(Task task) {
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    waiting.add(new Request(task, answer));
    try {
      thread.execute(this::serve);
    } catch (RejectedExecutionException e) {
      answer.complete(Reply.error(503, "the service stops; try again later"));
    }
    return answer;
  }

  private void serve() {
    List<Request> requests = new ArrayList<>();
    waiting.drainTo(requests, MOST_AT_ONCE);
    List<Reply> answers = new ArrayList<>();
    try {
      for (Request request : requests) {
        answers.add(answer(request.task()));
      }
      commit();
    } catch (SQLException | RuntimeException e) {
      recover(e);
      Reply failed = Reply.error(503, "nothing was changed, for: " + e.getMessage());
      requests.forEach(request -> request.answer().complete(failed));
      return;
    }
    for (int i = 0; i < answers.size(); i++) {
      requests.get(i).answer().complete(answers.get(i));
    }
  }

  private Reply answer(Task task) throws SQLException {
    try {
      return task.on(this);
    } catch (IllegalArgumentException e) {
      return Reply.error(400, String.valueOf(e.getMessage()));
    }
  }

  private void commit() throws SQLException {
    if (!changes.isEmpty()) {
      store.append(changes, past);
      changes.clear();
      past.clear();
      pulse();
    }
  }

  private void pulse() {
    CompletableFuture<?> changed = nextChange;
    nextChange = new CompletableFuture<>();
    changed.completeAsync(() -> null);
  }

  /** Returns what completes at the next change of the state, after it is on disk. */
  CompletableFuture<?> nextChange() {
    return nextChange;
  }

  private void recover(Exception cause) {
    LOG.log(System.Logger.Level.ERROR, "forgets what was not committed", cause);
    changes.clear();
    past.clear();
    mayFill = true;
    try {
      state = read();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.ERROR, "cannot read the database", e);
    }
  }

  private void planRound() {
    double again = RETRY_SECONDS;
    try {
      double end = state.plan(now()).endSeconds();
      store.replace(state.save());
      mayFill = false;
      pulse();
      again = end - seconds();
      state.trouble().ifPresent(trouble -> LOG.log(System.Logger.Level.WARNING, trouble));
    } catch (SQLException | RuntimeException e) {
      recover(e);
    }
    later(this::planRound, again);
  }

  private void fill() {
    try {
      if (mayFill) {
        record(new Change.Filled(now()));
        commit();
        mayFill = false;
      }
    } catch (SQLException | RuntimeException e) {
      recover(e);
    }
    later(this::fill, FILL_SECONDS);
  }

  private void later(Runnable task, double seconds) {
    try {
      long millis = Math.max(0, Math.round(1e3 * seconds));
      Future<?> unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "the service stops");
    }
  }

  private double seconds() {
    return clock.millis() / 1e3;
  }

  /** Returns the time of a change: the clock's, unless that was set back. For tasks only. */
  double now() {
    return Math.max(seconds(), state.now());
  }

  /** Returns the state, to be looked at. For tasks only. */
  ClusterState state() {
    return state;
  }

  /** Returns a job that is over, also if that is not committed yet. For tasks only. */
  Optional<PastJob> past(String id) throws SQLException {
    Optional<PastJob> fresh = past.stream().filter(job -> job.id().equals(id)).findFirst();
    return fresh.isPresent() ? fresh : store.past(id);
  }

  /** Applies a change, to be committed with the batch. For tasks only. */
  EventOutcome record(Change change) {
    EventOutcome outcome = state.apply(change);
    changes.add(change);
    mayFill = true;
    return outcome;
  }

  /** Applies a change that may end a job. For tasks only. */
  EventOutcome record(Change change, String id, String end) {
    JobRequest request = state.request(id).orElseThrow();
    EventOutcome outcome = record(change);
    if (state.request(id).isEmpty()) {
      past.add(new PastJob(id, request, change.atSeconds(), end));
    }
    return outcome;
  }

  /** Ends after the request that is being answered. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Request> left = new ArrayList<>();
    waiting.drainTo(left);
    left.forEach(request -> request.answer().complete(Reply.error(503, "the service has stopped")));
  }
}
