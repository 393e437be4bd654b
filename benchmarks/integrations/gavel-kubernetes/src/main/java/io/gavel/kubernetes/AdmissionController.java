package io.gavel.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.gavel.kubernetes.objects.Flavor;
import io.gavel.kubernetes.objects.KueueApi;
import io.gavel.kubernetes.objects.KueueKind;
import io.gavel.kubernetes.objects.KueueWriter;
import io.gavel.kubernetes.objects.Setup;
import io.gavel.kubernetes.objects.SetupReader;
import io.gavel.kubernetes.objects.WorkloadReader;
import io.gavel.kubernetes.plan.WorkloadAnswer;
import io.gavel.policies.Policy;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers Kueue's admission checks. All of its state is in the API server, so it can be stopped and
 * started at any time; only one may run at a time, see {@link Election}. {@link #run} answers until
 * it is closed; {@link #step} performs all due work.
 *
 * <p>Starts, moves and refusals are written before messages, and messages at a limited rate. If the
 * API server is overloaded or fails, no write is sent until the time that it asks for has passed.
 *
 * <p>Errors of a check or its queues are reported in the check's condition {@code Active}, errors
 * of a workload in the message of its check. If the policy fails, queues are entitled to their
 * nominal quotas, which the condition says. Not thread-safe, but for {@link #close}. Mutable.
 */
public final class AdmissionController implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdmissionController.class);
  private static final double TABLE_SECONDS = 600;
  private static final double FAULT_SECONDS = 10;
  private static final long PAGE = 500;
  private static final String TABLE = "table of speeds";
  private static final String SERVER = "API server";
  private static final int TOO_MANY_REQUESTS = 429;

  private final RetryAfter retryAfter = new RetryAfter();
  private final KueueApi api;
  private final AdmissionOptions options;
  private final InstantSource clock;
  private final KueueWriter writer;
  private final ClusterView view = new ClusterView();
  private final Decisions decisions;
  private final Backoff backoff = new Backoff();
  private final List<SharedIndexInformer<?>> informers = new CopyOnWriteArrayList<>();
  private Setup setup = Setup.NONE;
  private WorkloadReader reader;
  private Set<String> unanswered = new TreeSet<>();

  /** The workloads as they were when decided: an answer is refused if they have changed since. */
  private final Map<String, GenericKubernetesResource> decided = new HashMap<>();

  private final Map<String, WorkloadAnswer> messages = new LinkedHashMap<>();
  private final Set<String> undone = new TreeSet<>();
  private double tableSeconds = Double.NEGATIVE_INFINITY;
  private double allowed;
  private double allowedSeconds = Double.NEGATIVE_INFINITY;
  private volatile boolean isClosed;

  /**
   * Creates a controller.
   *
   * @param config of the API server
   * @param options its options
   * @param policy divides the flavours among workloads
   * @param clock tells the time
   * @throws IllegalStateException if the API server has no known version of Kueue's objects
   */
  public AdmissionController(
      Config config, AdmissionOptions options, Policy policy, InstantSource clock) {
    this.options = options;
    this.clock = clock;
    KubernetesClient client = client(config, retryAfter);
    try {
      api = KueueApi.discover(client);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
    writer = new KueueWriter(api);
    reader = new WorkloadReader(setup, options.resource());
    decisions = new Decisions(policy, options);
  }

  /** Returns a client that leaves all repetition of requests to the controller. */
  private static KubernetesClient client(Config config, Interceptor interceptor) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(config)
                .withRequestRetryBackoffLimit(0)
                .withOnlyHttpWatches(true)
                .build())
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor("retry-after", interceptor))
        .build();
  }

  /**
   * Lists all objects and starts to watch them. A watch that breaks continues from its last
   * bookmark; if the API server has forgotten that version, the objects are listed again.
   */
  public void watch() {
    for (KueueKind kind : KueueKind.values()) {
      SharedIndexInformer<GenericKubernetesResource> informer =
          api.all(kind).inAnyNamespace().withLimit(PAGE).runnableInformer(0);
      informers.add(informer);
      informer
          .exceptionHandler((isStarted, thrown) -> isStarted && !isGone(thrown))
          .addEventHandler(handler(kind))
          .run();
    }
  }

  /** Returns whether the API server does not serve the objects at all. */
  private static boolean isGone(Throwable thrown) {
    return thrown instanceof KubernetesClientException e
        && e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  private ResourceEventHandler<GenericKubernetesResource> handler(KueueKind kind) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(GenericKubernetesResource object) {
        view.put(kind, object);
      }

      @Override
      public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
        view.put(kind, object);
      }

      @Override
      public void onDelete(GenericKubernetesResource object, boolean unknown) {
        view.remove(kind, KueueKind.key(object));
      }
    };
  }

  /**
   * Watches and answers until the controller is closed or the thread is interrupted.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException if the API server stops serving this version of the objects
   */
  public void run() throws InterruptedException {
    watch();
    while (!isClosed) {
      double seconds = FAULT_SECONDS;
      try {
        seconds = step();
      } catch (RuntimeException e) {
        LOG.error("a step failed; deciding again about all workloads", e);
        view.all(KueueKind.WORKLOAD).forEach(each -> unanswered.add(KueueKind.key(each)));
      }
      view.await((long) Math.ceil(1000 * seconds));
      if (!isClosed && !informers.stream().allMatch(SharedIndexInformer::isRunning)) {
        throw new IllegalStateException(
            "the API server does not serve %s any more".formatted(api.version()));
      }
    }
  }

  ClusterView view() {
    return view;
  }

  /** Stops to watch and to write, and ends {@link #run}. */
  @Override
  public void close() {
    isClosed = true;
    informers.forEach(SharedIndexInformer::close);
    api.client().close();
    view.wake();
  }

  /**
   * Sends all due answers. Errors of the API server are tried again later.
   *
   * @return the seconds after which there is something to do even if nothing happens
   */
  public double step() {
    Instant instant = clock.instant();
    double seconds = WorkloadReader.seconds(instant);
    undone.clear();
    undone.addAll(List.of(TABLE, SERVER));
    if (options.speedTable().isPresent() && seconds - tableSeconds >= TABLE_SECONDS) {
      readTable(options.speedTable().get(), seconds);
    }
    ClusterView.Changes changes = view.drain();
    Set<String> keys = new TreeSet<>(unanswered);
    keys.addAll(changes.workloads());
    unanswered = new TreeSet<>();
    if (changes.ofSetup()) {
      Setup read = view.setup(new SetupReader(options.controllerName(), options.resource()));
      if (!read.equals(setup)) { // the status of a queue changes all the time
        setup = read;
        reader = new WorkloadReader(setup, options.resource());
        view.all(KueueKind.WORKLOAD).forEach(workload -> keys.add(KueueKind.key(workload)));
        decisions.setUp(setup);
      }
    }
    for (String key : keys) {
      Optional<GenericKubernetesResource> now = view.get(KueueKind.WORKLOAD, key);
      now.ifPresentOrElse(workload -> decided.put(key, workload), () -> decided.remove(key));
      decisions.put(key, now.flatMap(reader::read));
    }
    Map<String, WorkloadAnswer> answers = decisions.decide(keys, seconds);
    messages.keySet().removeAll(keys);
    answers.forEach(
        (key, answer) -> {
          if (isMessage(key, answer)) {
            messages.put(key, answer);
          } else if (attempt(
              KueueKind.WORKLOAD, key, seconds, () -> answer(key, answer, instant))) {
            messages.remove(key);
          } else {
            unanswered.add(key);
          }
        });
    for (String check : setup.checks()) {
      attempt(KueueKind.ADMISSION_CHECK, check, seconds, () -> report(check, instant));
    }
    double untilMessages = writeMessages(seconds, instant);
    if (backoff.isDue(SERVER, seconds)) {
      backoff.succeeded(SERVER);
    }
    backoff.keep(undone);
    if (view.isChanged()) {
      return 0;
    }
    double next = Math.min(backoff.untilNext(seconds), decisions.untilNext(seconds));
    next = Math.min(next, untilMessages);
    return options.speedTable().isEmpty()
        ? next
        : Math.min(next, Math.max(0, tableSeconds + TABLE_SECONDS - seconds));
  }

  /** Returns whether an answer changes at most the message of a workload that waits. */
  private boolean isMessage(String key, WorkloadAnswer answer) {
    return answer.state() == WorkloadAnswer.State.PENDING
        && stated(key, "state").equals(Optional.of(answer.state().word()));
  }

  private Optional<String> stated(String key, String field) {
    return Optional.ofNullable(decided.get(key)).flatMap(known -> reader.stated(known, field));
  }

  /**
   * Writes the messages that have waited longest, as many as the rate allows. A message that is
   * refused is dropped: shares and messages are computed again soon.
   *
   * @return the seconds until the next ones may be written; infinite if that is not known
   */
  private double writeMessages(double seconds, Instant now) {
    double most = Math.max(1, options.messagesPerSecond());
    double grown = (seconds - allowedSeconds) * options.messagesPerSecond();
    allowed = Math.min(most, allowed + Math.max(0, grown));
    allowedSeconds = seconds;
    for (Map.Entry<String, WorkloadAnswer> message : List.copyOf(messages.entrySet())) {
      if (allowed < 1 || !backoff.isDue(SERVER, seconds)) {
        break;
      }
      String key = message.getKey();
      if (!stated(key, "message").equals(Optional.of(message.getValue().message()))) {
        allowed--;
        attempt(KueueKind.WORKLOAD, key, seconds, () -> answer(key, message.getValue(), now));
        undone.remove(KueueKind.WORKLOAD + " " + key);
      }
      if (backoff.isDue(SERVER, seconds)) {
        messages.remove(key);
      }
    }
    return messages.isEmpty() || !backoff.isDue(SERVER, seconds)
        ? Double.POSITIVE_INFINITY
        : (most - allowed) / options.messagesPerSecond();
  }

  private void readTable(String name, double seconds) {
    if (backoff.isDue(TABLE, seconds)) {
      try {
        int slash = name.indexOf('/');
        ConfigMap table =
            api.client()
                .configMaps()
                .inNamespace(name.substring(0, slash))
                .withName(name.substring(slash + 1))
                .get();
        view.table(table == null || table.getData() == null ? Map.of() : table.getData());
        tableSeconds = seconds;
        backoff.succeeded(TABLE);
      } catch (KubernetesClientException e) {
        LOG.warn("cannot read the table of speeds {}; trying again: {}", name, e.getMessage());
        backoff.failed(TABLE, seconds, false, retryAfter.take());
      }
    }
  }

  /**
   * Performs a write that may fail, unless it or the API server has failed recently; returns
   * whether it succeeded.
   */
  private boolean attempt(KueueKind kind, String key, double seconds, Runnable write) {
    String name = kind + " " + key;
    undone.add(name);
    if (isClosed || !backoff.isDue(SERVER, seconds) || !backoff.isDue(name, seconds)) {
      return false;
    }
    try {
      write.run();
      undone.remove(name);
      return true;
    } catch (KubernetesClientException e) {
      LOG.warn("cannot answer {}; trying again: {}", name, e.getMessage());
      if (isOfServer(e)) {
        backoff.failed(SERVER, seconds, false, retryAfter.take());
        return false;
      }
      boolean conflict = e.getCode() == HttpURLConnection.HTTP_CONFLICT;
      backoff.failed(name, seconds, conflict, 0);
      if (conflict || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        readAgain(kind, key);
      }
      return false;
    }
  }

  /** Returns whether the server is overloaded, fails or does not answer, whatever was written. */
  private static boolean isOfServer(KubernetesClientException e) {
    return e.getCode() == TOO_MANY_REQUESTS
        || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR
        || e.getCode() == 0;
  }

  private void readAgain(KueueKind kind, String key) {
    try {
      GenericKubernetesResource fresh = api.one(kind, key).get();
      if (fresh == null) {
        view.remove(kind, key);
      } else {
        view.put(kind, fresh);
      }
    } catch (KubernetesClientException e) {
      LOG.warn("cannot read {} {} again: {}", kind, key, e.getMessage());
    }
  }

  private void answer(String key, WorkloadAnswer answer, Instant now) {
    Optional<GenericKubernetesResource> known = Optional.ofNullable(decided.get(key));
    Optional<WorkloadReader.Reading> reading = decisions.reading(key);
    if (known.isEmpty() || reading.isEmpty()) {
      return;
    }
    GenericKubernetesResource workload = known.get();
    if (answer.state() == WorkloadAnswer.State.RETRY) {
      workload = writer.noteMove(workload, answer.flavor().orElseThrow(), now);
      view.written(KueueKind.WORKLOAD, workload);
    }
    Map<String, String> selector =
        answer.flavor().flatMap(setup::flavor).map(Flavor::selector).orElse(Map.of());
    GenericKubernetesResource written =
        writer.answer(
            workload,
            reading.get().check(),
            answer,
            selector,
            reader.podSets(workload).keySet(),
            now.truncatedTo(ChronoUnit.SECONDS));
    view.written(KueueKind.WORKLOAD, written);
  }

  private void report(String name, Instant now) {
    String fault = setup.faults().get(name);
    String message = "Answers workloads.";
    if (fault != null) {
      message = fault;
    } else if (!decisions.faults().isEmpty()) {
      message = "Answers workloads by nominal quotas, because " + decisions.faults();
    }
    String text = message;
    view.get(KueueKind.ADMISSION_CHECK, name)
        .map(
            check ->
                writer.condition(check, fault == null, text, now.truncatedTo(ChronoUnit.SECONDS)))
        .ifPresent(check -> view.written(KueueKind.ADMISSION_CHECK, check));
  }
}
