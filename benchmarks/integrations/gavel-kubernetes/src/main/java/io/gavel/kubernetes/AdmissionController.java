package io.gavel.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.gavel.kubernetes.objects.Flavor;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers Kueue's admission checks. All of its state is in the API server, so it can be stopped and
 * started at any time; only one may run at a time. {@link #run} answers until it is closed; {@link
 * #step} performs all due work.
 *
 * <p>Errors of a check or its queues are reported in the check's condition {@code Active}, errors
 * of a workload in the message of its check. If the policy fails, queues are entitled to their
 * nominal quotas, which the condition says. Not thread-safe, but for {@link #close}. Mutable.
 */
public final class AdmissionController implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdmissionController.class);
  private static final double LIST_SECONDS = 600;
  private static final double FAULT_SECONDS = 10;
  private static final String LIST = "";

  private final KubernetesClient client;
  private final AdmissionOptions options;
  private final InstantSource clock;
  private final KueueWriter writer;
  private final ClusterView view = new ClusterView();
  private final Decisions decisions;
  private final Backoff backoff = new Backoff();
  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
  private Setup setup = Setup.NONE;
  private WorkloadReader reader;
  private Set<String> unanswered = new TreeSet<>();
  private final Set<String> undone = new TreeSet<>();
  private double listedSeconds = Double.NEGATIVE_INFINITY;
  private volatile boolean isClosed;

  /**
   * Creates a controller.
   *
   * @param client of the API server; not closed
   * @param options its options
   * @param policy divides the flavours among workloads
   * @param clock tells the time
   */
  public AdmissionController(
      KubernetesClient client, AdmissionOptions options, Policy policy, InstantSource clock) {
    this.client = client;
    this.options = options;
    this.clock = clock;
    writer = new KueueWriter(client);
    reader = new WorkloadReader(setup, options.resource());
    decisions = new Decisions(policy, options);
  }

  /** Starts to watch. Without it, objects are only listed from time to time. */
  public void watch() {
    for (KueueKind kind : KueueKind.values()) {
      informers.add(
          client.genericKubernetesResources(kind.context()).inAnyNamespace().inform(handler(kind)));
    }
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
   */
  public void run() throws InterruptedException {
    watch();
    while (!isClosed) {
      double seconds = FAULT_SECONDS;
      try {
        seconds = step();
      } catch (RuntimeException e) {
        LOG.error("a step failed; listing all objects again", e);
        listedSeconds = Double.NEGATIVE_INFINITY;
      }
      view.await((long) Math.ceil(1000 * seconds));
    }
  }

  /** Stops to watch, and ends {@link #run}. */
  @Override
  public void close() {
    isClosed = true;
    informers.forEach(SharedIndexInformer::close);
    view.wake();
  }

  /**
   * Sends all due answers. Errors of the API server are tried again later.
   *
   * @return the seconds after which there is something to do even if nothing happens
   */
  public double step() {
    Instant now = clock.instant();
    double seconds = WorkloadReader.seconds(now);
    undone.clear();
    undone.add(LIST);
    if (seconds - listedSeconds >= LIST_SECONDS && backoff.isDue(LIST, seconds)) {
      list(seconds);
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
      decisions.put(key, view.get(KueueKind.WORKLOAD, key).flatMap(reader::read));
    }
    Map<String, WorkloadAnswer> answers = decisions.decide(keys, seconds);
    answers.forEach(
        (key, answer) -> {
          if (!attempt(KueueKind.WORKLOAD, key, seconds, () -> answer(key, answer, now))) {
            unanswered.add(key);
          }
        });
    for (String check : setup.checks()) {
      attempt(KueueKind.ADMISSION_CHECK, check, seconds, () -> report(check, now));
    }
    backoff.keep(undone);
    if (view.isChanged()) {
      return 0;
    }
    double next = Math.min(backoff.untilNext(seconds), decisions.untilNext(seconds));
    return Math.min(next, Math.max(0, listedSeconds + LIST_SECONDS - seconds));
  }

  /** Reads all objects, so that events that never came are made up for. */
  private void list(double seconds) {
    try {
      for (KueueKind kind : KueueKind.values()) {
        view.replace(
            kind,
            client.genericKubernetesResources(kind.context()).inAnyNamespace().list().getItems());
      }
      if (options.speedTable().isPresent()) {
        String[] name = options.speedTable().get().split("/", -1);
        ConfigMap table = client.configMaps().inNamespace(name[0]).withName(name[1]).get();
        view.table(table == null || table.getData() == null ? Map.of() : table.getData());
      }
      listedSeconds = seconds;
      backoff.succeeded(LIST);
    } catch (KubernetesClientException e) {
      LOG.warn("cannot list Kueue's objects; trying again", e);
      backoff.failed(LIST, seconds, false);
    }
  }

  /**
   * Performs an action that may fail, unless it has failed recently; returns whether it succeeded.
   */
  private boolean attempt(KueueKind kind, String key, double seconds, Runnable action) {
    String name = kind + " " + key;
    undone.add(name);
    if (!backoff.isDue(name, seconds)) {
      return false;
    }
    try {
      action.run();
      undone.remove(name);
      return true;
    } catch (KubernetesClientException e) {
      boolean conflict = e.getCode() == HttpURLConnection.HTTP_CONFLICT;
      LOG.warn("cannot answer {}; trying again: {}", name, e.getMessage());
      backoff.failed(name, seconds, conflict);
      if (conflict || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        readAgain(kind, key);
      }
      return false;
    }
  }

  private void readAgain(KueueKind kind, String key) {
    int slash = key.indexOf('/');
    try {
      var all = client.genericKubernetesResources(kind.context());
      GenericKubernetesResource fresh =
          slash < 0
              ? all.withName(key).get()
              : all.inNamespace(key.substring(0, slash)).withName(key.substring(slash + 1)).get();
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
    Optional<GenericKubernetesResource> known = view.get(KueueKind.WORKLOAD, key);
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
