package io.gavel.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Runs the controller in a pod or on a machine with a kubeconfig. The table of speeds is named by
 * the environment variable {@code GAVEL_SPEEDS}, as {@code namespace/name}, the resource by {@code
 * GAVEL_RESOURCE}. Immutable.
 */
public final class AdmissionMain {

  private static final Duration TERM = Duration.ofSeconds(15);
  private static final long MOST_MILLIS_TO_END = TimeUnit.SECONDS.toMillis(10);

  private AdmissionMain() {}

  /**
   * Runs until the process is ended or another process answers.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    AdmissionOptions defaults = AdmissionOptions.defaults();
    AdmissionOptions options =
        new AdmissionOptions(
            defaults.controllerName(),
            Optional.ofNullable(System.getenv("GAVEL_RESOURCE")).orElse(defaults.resource()),
            Optional.ofNullable(System.getenv("GAVEL_SPEEDS")),
            defaults.allocationSeconds(),
            defaults.patienceSeconds(),
            defaults.messagesPerSecond());
    Config config = new ConfigBuilder().build();
    String host = Optional.ofNullable(System.getenv("HOSTNAME")).orElse("unnamed");
    Thread main = Thread.currentThread();
    try (Election election =
        new Election(
            config,
            host + "-" + UUID.randomUUID(),
            TERM,
            () ->
                new AdmissionController(
                    config, options, NashWelfare.create(), InstantSource.system()))) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(election, main)));
      election.run();
    }
  }

  private static void end(Election election, Thread main) {
    election.close();
    try {
      main.join(MOST_MILLIS_TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
