package io.gavel.service;

import io.gavel.baselines.Baselines;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts the service and runs until the process is ended. */
@Command(
    name = "gavel-service",
    mixinStandardHelpOptions = true,
    description = "An example of a scheduler behind HTTP that keeps its state in SQLite.",
    footer = {
      "",
      "Example:",
      "  java -jar gavel-service.jar --cluster v100=8,k80=16 --database scheduler.db"
    })
public final class ServiceMain implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = "--cluster",
      required = true,
      split = ",",
      paramLabel = "TYPE=WORKERS",
      description = "the worker types, and how many workers each has")
  private Map<String, Integer> types = new LinkedHashMap<>();

  @Option(
      names = "--database",
      paramLabel = "FILE",
      description = "where the state is kept (default: ${DEFAULT-VALUE})")
  private Path database = Path.of("gavel-service.db");

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "a policy of the catalogue (default: ${DEFAULT-VALUE})")
  private String policy = "max_min_fairness";

  @Option(
      names = "--round",
      paramLabel = "SECONDS",
      description = "the length of a round (default: ${DEFAULT-VALUE})")
  private double roundSeconds = 360;

  @Option(
      names = "--port",
      description = "the port on this machine; 0 for any (default: ${DEFAULT-VALUE})")
  private int port = 8080;

  /**
   * Runs until the process is ended.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ServiceMain()).execute(args));
  }

  private int refuse(String message) {
    spec.commandLine().getErr().println(message);
    return 2;
  }

  @Override
  public Integer call() throws InterruptedException {
    try {
      Cluster cluster =
          Cluster.of(
              types.entrySet().stream()
                  .map(type -> new WorkerType(type.getKey(), type.getValue()))
                  .toList());
      SchedulerService service =
          SchedulerService.start(
              cluster,
              Policies.standard().and(Baselines.policies()).named(policy),
              new RoundOptions(roundSeconds),
              database,
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
              InstantSource.system());
      spec.commandLine().getOut().println("listens on http://localhost:" + service.port());
      spec.commandLine().getOut().flush();
    } catch (IllegalArgumentException | IOException e) {
      return refuse(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      return refuse("--database " + database + ": " + e.getMessage());
    }
    new CountDownLatch(1).await(); // a kill is the way to end it, and loses nothing
    return 0;
  }
}
