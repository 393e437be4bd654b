package io.gavel.reproduction.related;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.experiment.placement.ConsolidatedQueue;
import io.gavel.input.ServiceReader;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.plot.Chart;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.discipline.AttainedService;
import io.gavel.policies.lp.discipline.GangQueue;
import io.gavel.policies.lp.discipline.GittinsIndex;
import io.gavel.policies.lp.discipline.ServiceQueues;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobKind;
import io.gavel.workload.PythonRandom;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Tiresias on the jobs of its own simulator, compared with the recorded outcomes job by job. */
public final class TiresiasOutcomes {

  private static final String TRACE = "tiresias/60_job.csv";
  private static final String SERVICE = "tiresias/yarn-gput10000.csv";
  private static final String HISTORY = "tiresias/yarn-gput1000.csv";
  private static final String SAME = "same";
  private static final double HOUR = 3600;

  /** A schedule: outcomes of jobs on servers of four GPUs. */
  private interface Schedule {
    List<JobOutcome> of(PublishedData data, List<TraceJob> jobs, int servers);
  }

  private record Times(String id, OptionalDouble start, OptionalDouble completion) {}

  private static final int PER_SERVER = 4;
  private static final int TESTBED_SERVERS = 15;

  private static final Policy PASSING = GangQueue.of(AttainedService.of(ServiceQueues.of()));
  private static final Policy LEAST_SERVICE =
      GangQueue.of(AttainedService.of(ServiceQueues.standard()));

  private final ExperimentScale scale;
  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<ReproducedFigure> figures = new ArrayList<>();

  private TiresiasOutcomes(ExperimentScale scale) {
    this.scale = scale;
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new TiresiasOutcomes(experimentScale).experiment();
  }

  private Experiment experiment() {
    Schedule oneServer = // where servers do not matter
        (data, jobs, servers) -> new ConsolidatedQueue(1, servers * PER_SERVER, true).run(jobs);
    Schedule blocking = (data, jobs, servers) -> yarn(jobs, servers, true);
    Schedule passing = (data, jobs, servers) -> yarn(jobs, servers, false);
    ExperimentRun blocked = recorded("n2g4-count-fifo", oneServer, 1556.4833);
    recorded("n2g4-count-fjf", counted(PASSING, 1), 715.2667);
    ExperimentRun least = recorded("n2g4-count-dlas-gpu", counted(LEAST_SERVICE, 1), 715.2667);
    recorded("n2g4-yarn-fifo", blocking, 1556.4833);
    recorded("n2g4-yarn-fjf", passing, 782.55);
    recorded("n2g4-yarn-dlas-gpu", counted(LEAST_SERVICE, 1), 715.2667);
    ExperimentRun yarn = recorded("n4g4-yarn-fifo", blocking, 219.1833);
    recorded("n4g4-yarn-fjf", passing, 219.1833);
    ExperimentRun four = recorded("n4g4-yarn-dlas-gpu", counted(LEAST_SERVICE, 1), 190.6833);
    ExperimentRun oracle =
        run("Tiresias' jobs by shortest remaining time", counted(shortest(), 1), this::sample, 2);
    over("2 servers: FIFO over least attained service", 2.1761, blocked, least);
    over("4 servers: FIFO over least attained service", 1.1495, yarn, four);
    figures.add(
        ReproducedFigure.ours(
            "2 servers: FIFO over shortest remaining time", r -> r.jctRatio(blocked, oracle)));
    testbed("jobs like the 60", this::drawn, 1);
    testbed("jobs with service as on YARN, at most two hours", this::served, 60);
    return new Experiment(
            "tiresias_outcomes",
            "Tiresias' simulator on its own 60 jobs: 2D-LAS completes them 2.18 times earlier on"
                + " average than FIFO on 2 servers of 4 GPUs, and 1.15 times on 4 servers.",
            scale.seeds(3),
            runs,
            figures)
        .noting(
            "Rounds of one second, since the simulator's times are whole seconds. *As recorded*"
                + " counts the jobs that start and complete in the same second as in the published"
                + " program. *Counted* is its placement that counts GPUs; *YARN* starts a gang only"
                + " on the fewest servers it needs. 2D-LAS ignores servers in both. No job reaches"
                + " the first threshold of 3,250 GPU-seconds, so 2D-LAS is FIFO in which later jobs"
                + " pass those that do not fit, and all of its gain is that nobody blocks the"
                + " queue. On the testbed's 15 servers of 4 GPUs, 480 jobs arrive by a Poisson"
                + " process: drawn from the 60 at the same load as on 2 servers, or with gangs of"
                + " the 60 and the service that the published program takes for its Gittins index,"
                + " at 120 per hour. Rounds there are of one second and of one minute.")
        .drawing(
            r ->
                Chart.distribution(
                    "Completion times of the 60 jobs on 2 servers",
                    "hours",
                    r.jctDistribution("shortest remaining time", oracle),
                    r.jctDistribution("2D-LAS", least),
                    r.jctDistribution("FIFO", blocked)));
  }

  private void over(String what, double published, ExperimentRun above, ExperimentRun below) {
    figures.add(ReproducedFigure.published(what, published, r -> r.jctRatio(above, below)));
  }

  /** Repeats a recorded run, named CLUSTER-PLACEMENT-SCHEDULE with the number of servers. */
  private ExperimentRun recorded(String name, Schedule schedule, double seconds) {
    int servers = name.charAt(1) - '0';
    ExperimentRun run =
        new ExperimentRun(
            "Tiresias' run " + name,
            (data, seed) -> {
              List<JobOutcome> outcomes = schedule.of(data, sample(data, seed), servers);
              Set<Times> theirs =
                  times(
                      ServiceReader.tiresiasOutcomes(
                          data.file("tiresias/outcomes/%s.csv".formatted(name))));
              long same = times(outcomes).stream().filter(theirs::contains).count();
              return figures(outcomes, same);
            });
    runs.add(run);
    figures.add(
        ReproducedFigure.published(
            "%s: average JCT, s".formatted(name), seconds, r -> HOUR * r.jctHours(run)));
    figures.add(
        ReproducedFigure.published(
            "%s: jobs as recorded".formatted(name), 60, r -> r.mean(run, SAME)));
    return run;
  }

  private static Set<Times> times(List<JobOutcome> outcomes) {
    return outcomes.stream()
        .map(job -> new Times(job.id(), job.startSeconds(), job.completionSeconds()))
        .collect(Collectors.toSet());
  }

  /** What remains of the published factor on the testbed. */
  private void testbed(String words, Jobs jobs, double roundSeconds) {
    ExperimentRun yarn =
        testbed("YARN", words, jobs, (data, trace, servers) -> yarn(trace, servers, true));
    ExperimentRun least = testbed("2D-LAS", words, jobs, counted(LEAST_SERVICE, roundSeconds));
    ExperimentRun index =
        testbed(
            "2D-Gittins",
            words,
            jobs,
            (data, trace, servers) ->
                counted(gittins(data), roundSeconds).of(data, trace, servers));
    ExperimentRun oracle =
        testbed("shortest remaining time", words, jobs, counted(shortest(), roundSeconds));
    figures.add(
        ReproducedFigure.published(
                "testbed, %s: YARN over 2D-LAS".formatted(words), 5.5, r -> r.jctRatio(yarn, least))
            .because(
                "The jobs of the testbed are not public. Even shortest remaining time, which knows"
                    + " all durations, gains only the factor below on these. On the testbed,"
                    + " placement also affects how fast gangs train; durations are fixed here."));
    figures.add(
        ReproducedFigure.ours(
            "testbed, %s: YARN over 2D-Gittins".formatted(words), r -> r.jctRatio(yarn, index)));
    figures.add(
        ReproducedFigure.ours(
            "testbed, %s: YARN over shortest remaining time".formatted(words),
            r -> r.jctRatio(yarn, oracle)));
  }

  /** The jobs of a run. */
  private interface Jobs {
    List<TraceJob> of(PublishedData data, long seed);
  }

  private ExperimentRun testbed(String name, String words, Jobs jobs, Schedule schedule) {
    return run(
        "%s of %s on Tiresias' testbed, %s".formatted(scale.count(480), words, name),
        schedule,
        jobs,
        TESTBED_SERVERS);
  }

  private ExperimentRun run(String words, Schedule schedule, Jobs jobs, int servers) {
    ExperimentRun run =
        new ExperimentRun(
            words, (data, seed) -> figures(schedule.of(data, jobs.of(data, seed), servers), 0));
    runs.add(run);
    return run;
  }

  private List<TraceJob> sample(PublishedData data, long seed) {
    return ServiceReader.tiresiasJobs(data.file(TRACE));
  }

  private List<TraceJob> drawn(PublishedData data, long seed) {
    List<TraceJob> sample = sample(data, seed);
    double span = sample.get(sample.size() - 1).arrivalSeconds();
    double perHour = HOUR * sample.size() / span * 60 / (2 * PER_SERVER);
    PythonRandom random = new PythonRandom(seed);
    List<TraceJob> jobs = new ArrayList<>();
    double arrival = 0;
    for (int i = 0; i < scale.count(480); i++) {
      TraceJob like = sample.get(random.below(sample.size()));
      jobs.add(job(i, arrival, like.kind(), like.totalSteps()));
      arrival += random.gapSeconds(perHour);
    }
    return jobs;
  }

  private List<TraceJob> served(PublishedData data, long seed) {
    List<TraceJob> sample = sample(data, seed);
    double[] service = ServiceReader.tiresiasService(data.file(SERVICE));
    PythonRandom random = new PythonRandom(seed);
    List<TraceJob> jobs = new ArrayList<>();
    double arrival = 0;
    for (int i = 0; i < scale.count(480); i++) {
      JobKind kind = sample.get(random.below(sample.size())).kind();
      double seconds = service[random.below(service.length)] / kind.scaleFactor();
      jobs.add(job(i, arrival, kind, Math.min(seconds, 2 * HOUR)));
      arrival += random.gapSeconds(120);
    }
    return jobs;
  }

  private static TraceJob job(int id, double arrival, JobKind kind, double seconds) {
    return new TraceJob(
        Integer.toString(id),
        arrival,
        kind,
        seconds,
        1,
        OptionalDouble.empty(),
        OptionalDouble.of(seconds));
  }

  private static Policy shortest() {
    return PolicyCatalog.entry("srtf").choice(0).policy();
  }

  private static Policy gittins(PublishedData data) {
    double[] service = ServiceReader.tiresiasService(data.file(HISTORY));
    return GangQueue.of(GittinsIndex.of(service).over(ServiceQueues.standard()));
  }

  private static List<JobOutcome> yarn(List<TraceJob> jobs, int servers, boolean blocking) {
    return new ConsolidatedQueue(servers, PER_SERVER, blocking).run(jobs);
  }

  /** A policy that counts GPUs and decides each round; a step takes one second. */
  private static Schedule counted(Policy policy, double roundSeconds) {
    return (data, jobs, servers) -> {
      ThroughputTable.Builder table = ThroughputTable.builder();
      jobs.forEach(job -> table.alone("gpu", job.kind(), 1));
      Cluster cluster = Cluster.of(new WorkerType("gpu", servers * PER_SERVER));
      SimulationSetup setup =
          SimulationSetup.builder(cluster, table.build(), policy)
              .rounds(new RoundOptions(roundSeconds))
              .mostResetSeconds(roundSeconds) // service grows without an event
              .build();
      return Simulator.run(setup, jobs, SimulationObserver.none()).measured();
    };
  }

  private static RunFigures figures(List<JobOutcome> outcomes, long same) {
    List<Double> hours =
        outcomes.stream().map(job -> job.jctSeconds().orElse(Double.NaN) / HOUR).toList();
    double mean = hours.stream().mapToDouble(x -> x).average().orElse(Double.NaN);
    return new RunFigures(
        Map.of(
            Simulation.AVERAGE_JCT_HOURS,
            List.of(mean),
            Simulation.JCT_HOURS,
            hours,
            SAME,
            List.of((double) same)));
  }
}
