package io.gavel.service;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs an agent until the process is ended. */
@Command(
    name = "gavel-agent",
    mixinStandardHelpOptions = true,
    description = "Runs the jobs of a gavel-service as processes of this machine.",
    footer = {
      "",
      "Example, for the first two v100 and the first k80:",
      "  java -cp gavel-service.jar io.gavel.service.AgentMain --workers v100=2,k80=1"
    })
public final class AgentMain implements Callable<Integer> {

  private static final int WAIT_SECONDS = 1;
  private static final long PAUSE_MILLIS = 200;
  private static final long MOST_MILLIS_TO_END = TimeUnit.SECONDS.toMillis(15);

  @Option(
      names = "--workers",
      required = true,
      split = ",",
      paramLabel = "TYPE=NUMBER",
      description = "how many workers of each type this machine has")
  private Map<String, Integer> workers = new LinkedHashMap<>();

  @Option(
      names = "--from",
      split = ",",
      paramLabel = "TYPE=INDEX",
      description = "the index of the first worker of a type on this machine (default: 0)")
  private Map<String, Integer> from = new LinkedHashMap<>();

  @Option(
      names = "--service",
      paramLabel = "URL",
      description = "the service (default: ${DEFAULT-VALUE})")
  private String service = "http://localhost:8080";

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "has a folder for each job (default: ${DEFAULT-VALUE})")
  private Path folder = Path.of("gavel-jobs");

  private volatile boolean isEnding;

  /**
   * Runs until the process is ended; then jobs are told to stop.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    int status = new CommandLine(new AgentMain()).execute(args);
    if (status != 0) {
      System.exit(status);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Map<String, List<Integer>> indices = new LinkedHashMap<>();
    workers.forEach(
        (type, number) -> {
          int first = from.getOrDefault(type, 0);
          indices.put(type, IntStream.range(first, first + number).boxed().toList());
        });
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(main)));
    try (Agent agent = new Agent(new ServiceClient(service), indices, folder)) {
      while (!isEnding) {
        agent.step(WAIT_SECONDS);
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
    return 0;
  }

  private void end(Thread main) {
    isEnding = true;
    try {
      main.join(MOST_MILLIS_TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
