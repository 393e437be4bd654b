package io.gavel.service;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of clients and of the agents on the workers. A body that arrives slowly
 * occupies no thread.
 */
final class HttpApi extends Handler.Abstract {

  private static final System.Logger LOG = System.getLogger(HttpApi.class.getName());

  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_SECONDS = 10; // for a body to arrive
  private static final int MOST_WAIT_SECONDS = 10; // shorter than a silence that ends connections
  private static final int USUAL_PAGE = 100;
  private static final int MOST_PAGE = 1_000;

  /** A report of an agent; {@code savedUntil} is a time in UTC, or null if nothing was saved. */
  record Report(long lease, double steps, @Nullable String savedUntil) {}

  /** A failure, as an agent says it. */
  record Failure(long lease) {}

  /** The requested condition of a worker. */
  record WorkerRequest(String condition) {}

  /** The requested number of workers of a type. */
  record TypeRequest(int workers) {}

  private final Desk desk;

  HttpApi(Desk desk) {
    this.desk = desk;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    CompletableFuture<byte[]> body = new CompletableFuture<>();
    Runnable refusal = () -> body.completeExceptionally(new IllegalStateException());
    if (request.getLength() <= MOST_BYTES) {
      Content.Source.asByteArrayAsync(request, MOST_BYTES, Promise.Invocable.toPromise(body));
    } else if (request.getHeaders().contains(HttpHeader.EXPECT)) { // sends the body if accepted
      refusal.run();
    } else { // may not see the answer if the connection closes while it is still sending
      Content.Source.consumeAll(request, Callback.from(refusal));
    }
    body.orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
        .thenComposeAsync(
            bytes -> answer(request, new String(bytes, StandardCharsets.UTF_8)),
            request.getComponents().getExecutor())
        .exceptionally(HttpApi::failure)
        .thenAccept(reply -> send(reply, response, callback))
        .exceptionally(
            thrown -> {
              callback.failed(thrown);
              return null;
            });
    return true;
  }

  private CompletableFuture<Reply> answer(Request request, String body) {
    try {
      return route(request, body);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(Reply.error(400, String.valueOf(e.getMessage())));
    }
  }

  private static Reply failure(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (cause instanceof TimeoutException) {
      return Reply.error(408, "the body did not arrive in time");
    }
    if (cause instanceof HttpException refused) {
      return Reply.error(refused.getCode(), String.valueOf(refused.getReason()));
    }
    if (cause instanceof IOException) {
      return Reply.error(400, "the body ended early"); // mostly nobody reads this
    }
    if (cause instanceof IllegalStateException) { // also from reading a body without a length
      return Reply.error(413, "a body may have at most " + MOST_BYTES + " bytes");
    }
    LOG.log(System.Logger.Level.ERROR, "a request failed", cause);
    return Reply.error(500, "the service made a mistake; its log has more");
  }

  /** Answers what Jetty refuses before {@link #handle} sees it, such as a malformed request. */
  static boolean refuse(Request request, Response response, Callback callback) {
    Object message = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    int status = response.getStatus();
    send(
        Reply.error(status, message == null ? HttpStatus.getMessage(status) : message.toString()),
        response,
        callback);
    return true;
  }

  private static void send(Reply reply, Response response, Callback callback) {
    byte[] text = (JsonText.print(reply.body()) + "\n").getBytes(StandardCharsets.UTF_8);
    response.setStatus(reply.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
    response.write(true, ByteBuffer.wrap(text), callback);
  }

  private CompletableFuture<Reply> route(Request http, String body) {
    List<String> path =
        Arrays.stream(http.getHttpURI().getPath().split("/"))
            .skip(1)
            .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
            .toList();
    String pattern = path.isEmpty() ? "" : path.get(0) + "/" + (path.size() - 1);
    if (path.size() == 3 && path.get(0).equals("jobs")) {
      pattern = "jobs/1/" + path.get(2);
    }
    String route = http.getMethod() + " " + pattern;
    return switch (route) {
      case "GET health/0" -> ask(HttpApi::health);
      case "GET leases/0" -> {
        Fields query = Request.extractQueryParameters(http);
        yield leases(text(query, "unless", ""), whole(query, "wait", 0, MOST_WAIT_SECONDS));
      }
      case "GET jobs/0" -> {
        Fields query = Request.extractQueryParameters(http);
        String after = text(query, "after", "");
        int limit = whole(query, "limit", USUAL_PAGE, MOST_PAGE);
        yield ask(at -> jobs(at, after, limit));
      }
      case "GET jobs/1" -> ask(at -> job(at, path.get(1)));
      case "PUT jobs/1" -> {
        JobRequest request = JsonText.parse(body, JobRequest.class);
        yield ask(at -> submit(at, path.get(1), request));
      }
      case "DELETE jobs/1" -> ask(at -> end(at, path.get(1)));
      case "POST jobs/1/progress" -> {
        Report report = JsonText.parse(body, Report.class);
        yield ask(at -> progress(at, path.get(1), report));
      }
      case "POST jobs/1/failure" -> {
        Failure failure = JsonText.parse(body, Failure.class);
        yield ask(at -> fail(at, path.get(1), failure));
      }
      case "PUT workers/2" -> {
        WorkerRequest request = JsonText.parse(body, WorkerRequest.class);
        yield ask(at -> worker(at, path.get(1), path.get(2), request));
      }
      case "PUT workers/1" -> {
        TypeRequest request = JsonText.parse(body, TypeRequest.class);
        yield ask(
            at -> outcome(at.record(new Change.Resized(at.now(), path.get(1), request.workers()))));
      }
      default ->
          CompletableFuture.completedFuture(
              Reply.error(
                  404,
                  route(http)
                      + " is no request; there are GET /health, GET /leases, GET /jobs, GET, PUT"
                      + " and DELETE /jobs/ID, POST /jobs/ID/progress, POST /jobs/ID/failure, PUT"
                      + " /workers/TYPE and PUT /workers/TYPE/INDEX"));
    };
  }

  private static String route(Request http) {
    return http.getMethod() + " " + http.getHttpURI().getPath();
  }

  /** Returns a parameter of the query. */
  private static String text(Fields query, String name, String usual) {
    String value = query.getValue(name);
    return value == null ? usual : value;
  }

  private static int whole(Fields query, String name, int usual, int most) {
    String value = text(query, name, "" + usual);
    if (!value.matches("\\d{1,9}") || Integer.parseInt(value) > most) {
      throw new IllegalArgumentException(
          "%s is \"%s\"; it must be a whole number from 0 to %s".formatted(name, value, most));
    }
    return Integer.parseInt(value);
  }

  private CompletableFuture<Reply> ask(Desk.Task task) {
    return desk.ask(task);
  }

  private static Reply health(Desk desk) {
    ClusterState state = desk.state();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", state.trouble().isEmpty() ? "well" : "trouble");
    state.trouble().ifPresent(trouble -> body.put("trouble", trouble));
    body.put("jobs", state.jobCount());
    body.put("running", state.leases().size());
    state.lastPlan().ifPresent(plan -> body.put("round", plan.round()));
    return Reply.ok(body);
  }

  /** Answers when the leases differ from the leases that a client has seen, or its wait ends. */
  private CompletableFuture<Reply> leases(String seen, int waitSeconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
    return leases(seen, end);
  }

  private CompletableFuture<Reply> leases(String seen, long endNanos) {
    CompletableFuture<?> change = desk.nextChange(); // before the leases are read
    return ask(HttpApi::leases)
        .thenCompose(
            reply -> {
              long left = endNanos - System.nanoTime();
              boolean isNews =
                  !(reply.body() instanceof Map<?, ?> body && seen.equals(body.get("seen")));
              return isNews || left <= 0
                  ? CompletableFuture.completedFuture(reply)
                  : change
                      .thenApply(changed -> true)
                      .completeOnTimeout(false, left, TimeUnit.NANOSECONDS)
                      .thenCompose(changed -> leases(seen, endNanos));
            });
  }

  private static Reply leases(Desk desk) {
    List<Map<String, Object>> leases = new ArrayList<>();
    desk.state().leases().values().stream()
        .distinct()
        .sorted(Comparator.comparingLong(OpenLeaseState::lease))
        .forEach(lease -> leases.add(describe(desk.state(), lease)));
    String digest = SnapshotWriter.digest(JsonText.print(leases));
    return Reply.ok(Map.of("leases", leases, "seen", digest));
  }

  private static Map<String, Object> describe(ClusterState state, OpenLeaseState lease) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("lease", lease.lease());
    body.put("jobs", lease.jobIds());
    body.put("type", state.cluster().type(lease.workerType()).name());
    body.put("workers", lease.workers().stream().map(Worker::index).toList());
    body.put("ends_at", time(lease.endSeconds()));
    state
        .request(lease.jobIds().get(0))
        .map(JobRequest::command)
        .filter(command -> !command.isEmpty())
        .ifPresent(command -> body.put("command", command));
    return body;
  }

  /**
   * Some jobs that are not over, in the order of their ids; with {@code next} if there are more.
   */
  private static Reply jobs(Desk desk, String after, int limit) {
    List<String> ids = desk.state().ids(after, limit + 1);
    boolean isLast = ids.size() <= limit;
    List<String> page = isLast ? ids : ids.subList(0, limit);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("jobs", page.stream().map(id -> describe(desk.state(), id)).toList());
    if (!isLast && limit > 0) {
      body.put("next", page.get(limit - 1));
    }
    return Reply.ok(body);
  }

  private static Reply job(Desk desk, String id) throws SQLException {
    Optional<JobRequest> request = desk.state().request(id);
    return request.isPresent() ? Reply.ok(describe(desk.state(), id)) : past(desk, id);
  }

  private static Map<String, Object> describe(ClusterState state, String id) {
    Optional<OpenLeaseState> lease = Optional.ofNullable(state.leases().get(id));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", id);
    body.put("state", lease.isPresent() ? "runs" : "waits");
    body.put("shares", state.shares(id));
    body.put("steps_done", state.stepsDone(id));
    lease.ifPresent(held -> body.put("lease", describe(state, held)));
    return body;
  }

  private static Reply past(Desk desk, String id) throws SQLException {
    return desk.past(id)
        .map(
            job ->
                Reply.ok(Map.of("id", id, "state", job.state(), "ended_at", time(job.atSeconds()))))
        .orElseGet(() -> Reply.error(404, "there is no job \"" + id + "\""));
  }

  /** A job may be sent again, so that a client that got no answer can be sure. */
  private static Reply submit(Desk desk, String id, JobRequest request) throws SQLException {
    Optional<JobRequest> known = desk.state().request(id);
    if (known.isEmpty()) {
      known = desk.past(id).map(PastJob::request);
    }
    if (known.isEmpty()) {
      desk.record(new Change.Submitted(desk.now(), id, request));
      return new Reply(201, describe(desk.state(), id));
    }
    return known.get().equals(request)
        ? job(desk, id)
        : Reply.error(409, "job \"" + id + "\" is there already and asks for something else");
  }

  private static Reply end(Desk desk, String id) throws SQLException {
    if (desk.state().request(id).isEmpty()) {
      return past(desk, id);
    }
    desk.record(new Change.Ended(desk.now(), id), id, "ended");
    return past(desk, id);
  }

  private static Reply progress(Desk desk, String id, Report report) throws SQLException {
    if (desk.state().request(id).isEmpty()) {
      return past(desk, id);
    }
    double now = desk.now();
    Double saved =
        report.savedUntil() == null
            ? null
            : (Double) Math.min(now, seconds(report.savedUntil())); // its clock may be ahead
    return outcome(
        desk.record(new Change.Progress(now, id, report.lease(), report.steps(), saved)));
  }

  private static double seconds(String time) {
    try {
      return Instant.parse(time).toEpochMilli() / 1e3;
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "saved_until is \"%s\"; it must be a time such as 2026-11-23T09:00:00Z".formatted(time),
          e);
    }
  }

  /** Returns a time as people and programs read it, to the millisecond. */
  private static String time(double seconds) {
    return Instant.ofEpochMilli(Math.round(1e3 * seconds)).toString();
  }

  private static Reply fail(Desk desk, String id, Failure failure) throws SQLException {
    if (desk.state().request(id).isEmpty()) {
      return past(desk, id);
    }
    Change.Failed change = new Change.Failed(desk.now(), id, failure.lease());
    return outcome(desk.record(change, id, "given up"));
  }

  private static Reply worker(Desk desk, String type, String index, WorkerRequest request) {
    WorkerCondition condition =
        Arrays.stream(WorkerCondition.values())
            .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(request.condition()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "condition is \"%s\"; it must be up, drained or lost"
                            .formatted(request.condition())));
    if (!index.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(
          "worker \"%s\" is no index; indices are whole numbers from 0".formatted(index));
    }
    return outcome(
        desk.record(
            new Change.WorkerChanged(desk.now(), type, Integer.parseInt(index), condition)));
  }

  private static Reply outcome(EventOutcome outcome) {
    return Reply.ok(Map.of("outcome", outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
  }
}
