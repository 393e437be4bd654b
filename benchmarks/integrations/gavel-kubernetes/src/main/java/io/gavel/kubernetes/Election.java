package io.gavel.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a controller while this process holds a Lease: of several processes one answers, and another
 * one takes over when it ends. Thread-safe.
 */
public final class Election implements AutoCloseable {

  /** The name of the Lease. */
  public static final String LEASE = "gavel-kubernetes";

  private static final Logger LOG = LoggerFactory.getLogger(Election.class);

  private final Config config;
  private final String identity;
  private final Duration term;
  private final Supplier<AdmissionController> controllers;
  private final CompletableFuture<Boolean> leads = new CompletableFuture<>();
  private Optional<AdmissionController> running = Optional.empty();
  private boolean isClosed;

  /**
   * Creates a candidate.
   *
   * @param config of the API server, whose namespace has the Lease
   * @param identity of this process; no other process has it
   * @param term how long a Lease is valid without being renewed
   * @param controllers creates a controller that has not begun to run
   */
  public Election(
      Config config, String identity, Duration term, Supplier<AdmissionController> controllers) {
    this.config = config;
    this.identity = identity;
    this.term = term;
    this.controllers = controllers;
  }

  /**
   * Waits for the Lease, and runs a controller until the Lease is lost or this is closed. Then
   * releases the Lease. Can be called once.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void run() throws InterruptedException {
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      LeaderElector elector = elector(client);
      CompletableFuture<?> election = elector.start();
      try {
        if (leads.join()) {
          LOG.info("{} answers from now on", identity);
          lead();
        }
      } finally {
        election.cancel(true);
        elector.release();
      }
    }
  }

  private LeaderElector elector(KubernetesClient client) {
    return client
        .leaderElector()
        .withConfig(
            new LeaderElectionConfigBuilder()
                .withName(LEASE)
                .withLock(new LeaseLock(config.getNamespace(), LEASE, identity))
                .withLeaseDuration(term)
                .withRenewDeadline(term.multipliedBy(2).dividedBy(3))
                .withRetryPeriod(term.dividedBy(8))
                .withLeaderCallbacks(
                    new LeaderCallbacks(
                        () -> leads.complete(true),
                        this::close,
                        leader -> LOG.info("{} holds the Lease {}", leader, LEASE)))
                .build())
        .build();
  }

  private void lead() throws InterruptedException {
    try (AdmissionController controller = controllers.get()) {
      synchronized (this) {
        if (isClosed) {
          return;
        }
        running = Optional.of(controller);
      }
      controller.run();
    }
  }

  /** Ends {@link #run}. */
  @Override
  public synchronized void close() {
    isClosed = true;
    leads.complete(false);
    running.ifPresent(AdmissionController::close);
  }
}
