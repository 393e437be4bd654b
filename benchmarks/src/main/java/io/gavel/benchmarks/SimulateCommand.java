package io.gavel.benchmarks;

import io.gavel.benchmarks.input.ClusterSpec;
import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.input.ThroughputTableReader;
import io.gavel.benchmarks.input.TraceJob;
import io.gavel.benchmarks.original.OriginalIsolated;
import io.gavel.benchmarks.original.OriginalLoop;
import io.gavel.benchmarks.original.OriginalSimulation;
import io.gavel.benchmarks.simulation.SimulationResult;
import io.gavel.benchmarks.simulation.SimulationSetup;
import io.gavel.benchmarks.simulation.Simulator;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.mechanism.Method;
import io.gavel.mechanism.RoundOptions;
import io.gavel.policies.Cluster;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.WorkerType;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel simulate}: a trace on a cluster under a policy, round by round. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = "Simulates a trace of jobs on a cluster, round by round.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every job completed that can run in the cluster",
      "1:the policy's solver ended without a certified answer",
      "2:unknown policy, unreadable or invalid input",
      "3:the policy found the problem infeasible"
    },
    footer = {
      "%nRounds have a fixed length; a job ends at its exact time and its workers then idle until the",
      "end of the round. Utilisation counts busy time of workers from the first arrival to the last",
      "completion. A job that can run nowhere in the cluster is reported and left uncompleted."
    })
final class SimulateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--throughputs",
      required = true,
      paramLabel = "FILE",
      description = "JSON table.")
  private Path throughputs = Path.of("");

  @Mixin private JobsOptions source = new JobsOptions();

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "TYPE=N[/SERVER],...",
      description = "Workers of each type, and how many sit in one server (default 1).")
  private String cluster = "";

  @Option(names = "--policy", required = true, paramLabel = "NAME", description = "See solve.")
  private String policy = "";

  @Option(
      names = "--round",
      paramLabel = "SECONDS",
      defaultValue = "360",
      description = "Length of a round (default ${DEFAULT-VALUE}).")
  private double round;

  @Option(
      names = "--min-reset",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Least time between two allocations (default ${DEFAULT-VALUE}).")
  private double minReset;

  @Option(
      names = "--prices",
      paramLabel = "TYPE=USD,...",
      defaultValue = "",
      description = "Dollars per worker-hour; known without: v100 0.74, p100 0.43, k80 0.135.")
  private String prices = "";

  @Option(
      names = "--workers-per-server",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of types for which --cluster does not say (default ${DEFAULT-VALUE}).")
  private int workersPerServer;

  @Option(
      names = "--most-active",
      paramLabel = "N",
      description =
          "Give up as saturated with more jobs than this in the cluster (default: ten for each"
              + " worker with --window, else never).")
  private @Nullable Integer mostActive;

  @Option(
      names = "--faithful",
      description = "By the rules of Gavel's original simulator, faults included.")
  private boolean faithful;

  @Option(
      names = "--skip-unknown",
      description = "Leave out, and report, jobs that the table does not know.")
  private boolean skipUnknown;

  @Option(names = "--progress", description = "Show progress even if stderr is no terminal.")
  private boolean progress;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    String key = PolicyCatalog.canonical(policy);
    if (key.equals(PolicyCatalog.ALL)) {
      throw new InvalidInputException("--policy: simulate takes one policy, not \"all\"");
    }
    SimulationSetup setup = setup(PolicyCatalog.entry(key));
    return simulate(key, setup, jobs(setup)).code();
  }

  private Iterator<TraceJob> jobs(SimulationSetup setup) {
    Optional<Path> file = source.trace();
    if (file.isEmpty()) {
      Iterator<TraceJob> jobs = source.madeUp(setup.table());
      warnAboutPrices(setup);
      return jobs;
    }
    List<TraceJob> jobs = known(file.get(), source.fromTrace(), setup);
    warnAboutGaps(file.get(), setup, jobs);
    warnAboutPrices(setup);
    return jobs.iterator();
  }

  private SimulationSetup setup(PolicyEntry entry) {
    if (!(round > 0) || round == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "--round is %s; must be finite and greater than 0".formatted(round));
    }
    RoundOptions rounds = new RoundOptions(round);
    if (faithful) {
      boolean fifo = entry.key().startsWith("fifo");
      rounds = rounds.withMethod(fifo ? Method.ORIGINAL_FIFO : Method.ORIGINAL);
    }
    Cluster workers = ClusterSpec.parse(cluster, prices, workersPerServer);
    Window window = source.window();
    return new SimulationSetup(
        faithful ? OriginalLoop.numbered(workers.types()) : workers,
        ThroughputTableReader.read(throughputs),
        policy(entry, reference(workers)),
        entry.packed(),
        rounds,
        minReset,
        window,
        mostActive(workers, window));
  }

  private Policy policy(PolicyEntry entry, int referenceType) {
    return faithful && entry.key().equals("isolated")
        ? new OriginalIsolated()
        : entry.policy().apply(OptionalInt.of(referenceType));
  }

  /** The worker type for which agnostic policies take all: that of the published durations. */
  private static int reference(Cluster cluster) {
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (cluster.type(j).name().equals("v100")) {
        return j;
      }
    }
    return 0;
  }

  private int mostActive(Cluster workers, Window window) {
    if (mostActive != null) {
      if (mostActive < 1) {
        throw new InvalidInputException(
            "--most-active is %d; must be at least 1".formatted(mostActive));
      }
      return mostActive;
    }
    long tenEach = 10L * Math.max(1, workers.workers());
    return window.isEverything() || faithful
        ? Integer.MAX_VALUE
        : (int) Math.min(Integer.MAX_VALUE, tenEach);
  }

  /** The jobs whose throughput is known somewhere in the cluster. */
  private List<TraceJob> known(Path trace, List<TraceJob> jobs, SimulationSetup setup) {
    List<TraceJob> unknown = jobs.stream().filter(job -> gaps(setup, job) == types(setup)).toList();
    if (unknown.isEmpty()) {
      return jobs;
    }
    TraceJob first = unknown.get(0);
    String what =
        "%s: %d of %d jobs are of a kind that %s does not know, the first is job %s (%s workers)"
            .formatted(trace, unknown.size(), jobs.size(), throughputs, first.id(), first.kind());
    if (!skipUnknown) {
      throw new InvalidInputException(what + "; --skip-unknown leaves them out");
    }
    warn(what + "; left out");
    return jobs.stream().filter(job -> gaps(setup, job) < types(setup)).toList();
  }

  private void warnAboutGaps(Path trace, SimulationSetup setup, List<TraceJob> jobs) {
    long partly = jobs.stream().filter(job -> gaps(setup, job) > 0).count();
    if (partly > 0) {
      warn(
          "%s: %d jobs are of a kind that %s does not know on every worker type; they do not run there"
              .formatted(trace, partly, throughputs));
    }
  }

  private void warnAboutPrices(SimulationSetup setup) {
    for (WorkerType type : setup.cluster().types()) {
      if (type.pricePerHour() == 0) {
        warn("no price for %s; it counts as free (see --prices)".formatted(type.name()));
      }
    }
  }

  private static long types(SimulationSetup setup) {
    return setup.cluster().typeCount();
  }

  private static long gaps(SimulationSetup setup, TraceJob job) {
    return setup.cluster().types().stream()
        .filter(type -> setup.table().stepsPerSecond(type.name(), job.kind()).isEmpty())
        .count();
  }

  private ExitStatus simulate(String key, SimulationSetup setup, Iterator<TraceJob> jobs) {
    long start = System.nanoTime();
    SimulationResult result;
    try (Progress bar = Progress.of(source.expected(), progress)) {
      result =
          faithful
              ? OriginalSimulation.run(setup, shuffles(key), source.seed(), jobs, bar)
              : Simulator.run(setup, jobs, bar);
    } catch (InfeasibleProblemException e) {
      warn("%s: infeasible: %s".formatted(key, Messages.oneLine(e)));
      return ExitStatus.INFEASIBLE;
    } catch (SolveFailedException e) {
      warn("%s: %s".formatted(key, Messages.oneLine(e)));
      return ExitStatus.FAILED;
    }
    double wallMillis = (System.nanoTime() - start) / 1e6;
    if (result.saturated()) {
      warn(
          "saturated: %d jobs came and %d were completed; the figures are of these"
              .formatted(result.jobs().size(), result.completed()));
    }
    result.unrunnable().forEach(job -> warn(job + " in this cluster; it is left uncompleted"));
    String report =
        json
            ? SimulationReport.json(result, wallMillis) + "\n"
            : SimulationReport.text(key, setup, result, wallMillis);
    spec.commandLine().getOut().print(report);
    spec.commandLine().getOut().flush();
    return ExitStatus.OK;
  }

  /** The original fills types in random order under policies that do not look at throughputs. */
  private static boolean shuffles(String key) {
    return key.endsWith("_agnostic") || key.equals("isolated") || key.equals("equal_share");
  }

  private void warn(String message) {
    spec.commandLine().getErr().println(message);
  }
}
