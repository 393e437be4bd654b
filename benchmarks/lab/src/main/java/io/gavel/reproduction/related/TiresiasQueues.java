package io.gavel.reproduction.related;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.experiment.placement.ConsolidatedQueue;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.plot.Chart;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.discipline.AttainedService;
import io.gavel.policies.lp.discipline.GangQueue;
import io.gavel.policies.lp.discipline.ServiceQueues;
import io.gavel.simulator.Window;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Completion times of Tiresias compared with FIFO without preemption. */
public final class TiresiasQueues {

  /** Tiresias' testbed. */
  private static final String TESTBED = "v100=60";

  /** The round length of the testbed. */
  private static final RoundOptions MINUTES = new RoundOptions(60);

  private static final ServiceQueues FOUR_QUEUES = ServiceQueues.of(1000, 3250, 10_000, 30_000);

  private final ExperimentScale experimentScale;
  private final ExperimentRun tiresias;
  private final ExperimentRun fifo;
  private final ExperimentRun blocked;
  private final ExperimentRun oracle;
  private final ExperimentRun finer;
  private final ExperimentRun tiresiasLonger;
  private final ExperimentRun fifoLonger;

  private TiresiasQueues(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    JobSource jobs = PhillyJobs.of(480, 120);
    this.tiresias = minutes(RunFactory.of("tiresias_las", TESTBED, jobs, Window.ALL));
    this.fifo = minutes(RunFactory.of("fifo_greedy", TESTBED, jobs, Window.ALL));
    this.blocked =
        new ExperimentRun(
            "a queue that blocks on 15 servers of 4 GPUs, " + jobs.words(),
            (data, seed) -> blocked(jobs, data, seed));
    this.oracle = minutes(RunFactory.of("srtf", TESTBED, jobs, Window.ALL));
    Policy four = GangQueue.of(AttainedService.of(FOUR_QUEUES));
    this.finer =
        minutes(RunFactory.of("tiresias_las, four queues", four, TESTBED, jobs, Window.ALL));
    JobSource longer = JobSource.of(Workload.published(4).withGangs(), experimentScale.count(480));
    this.tiresiasLonger = RunFactory.of("tiresias_las", TESTBED, longer, Window.ALL).run();
    this.fifoLonger = RunFactory.of("fifo_greedy", TESTBED, longer, Window.ALL).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new TiresiasQueues(experimentScale).experiment();
  }

  private static ExperimentRun minutes(Simulation simulation) {
    return simulation.with(MINUTES).run();
  }

  private static RunFigures blocked(JobSource jobs, PublishedData data, long seed) {
    List<TraceJob> trace = new ArrayList<>();
    jobs.jobs().of(data, seed).forEachRemaining(trace::add);
    double seconds =
        new ConsolidatedQueue(15, 4, true)
            .run(trace).stream()
                .mapToDouble(job -> job.jctSeconds().orElseThrow())
                .average()
                .orElseThrow();
    return RunFigures.of(Map.of(Simulation.AVERAGE_JCT_HOURS, seconds / 3600));
  }

  private Experiment experiment() {
    return new Experiment(
            "tiresias",
            "Least attained service has up to 5.5 times shorter completion times than YARN's FIFO"
                + " (60 GPUs).",
            experimentScale.seeds(3),
            List.of(tiresias, fifo, blocked, oracle, finer, tiresiasLonger, fifoLonger),
            figures())
        .noting(
            "480 jobs at 120 per hour, with rounds of one minute. Durations and gang sizes are"
                + " those of Philly's jobs with time divided by thirty, from two minutes to two"
                + " hours. *Blocking FIFO* is YARN's: a job that does not fit on the fewest of 15 servers"
                + " keeps all later jobs waiting. Rounds give idle workers to later jobs: that is"
                + " *back-fill*. The load is about three times the capacity of 60 GPUs. There are two"
                + " queues, cut at the published 3,250 worker-seconds. Gavel's jobs run for half an"
                + " hour to a week: nearly all exceed the threshold and wait in the last queue,"
                + " which is FIFO ([schedulers](../schedulers.md)).")
        .drawing(
            r ->
                Chart.distribution(
                    "Completion times of short jobs on 60 GPUs",
                    "hours",
                    r.jctDistribution("shortest remaining time", oracle),
                    r.jctDistribution("Tiresias", tiresias),
                    r.jctDistribution("FIFO", fifo)));
  }

  private List<ReproducedFigure> figures() {
    return List.of(
        ReproducedFigure.published(
                "blocking FIFO over Tiresias, average JCT", 5.5, r -> r.jctRatio(blocked, tiresias))
            .because(
                "The published figure is the largest of several comparisons, on jobs that are not"
                    + " public. The available Philly durations start at one hour, so the shortest"
                    + " jobs are missing here. On these jobs even shortest remaining time, which"
                    + " knows all durations, gains only the factor below over FIFO."),
        ReproducedFigure.ours(
            "blocking FIFO over shortest remaining time", r -> r.jctRatio(blocked, oracle)),
        ReproducedFigure.ours(
            "FIFO with back-fill over Tiresias, average JCT", r -> r.jctRatio(fifo, tiresias)),
        ReproducedFigure.ours(
            "FIFO with back-fill over Tiresias with four queues, cut at 1,000, 3,250, 10,000 and 30,000"
                + " worker-seconds",
            r -> r.jctRatio(fifo, finer)),
        ReproducedFigure.ours(
            "FIFO with back-fill over shortest remaining time", r -> r.jctRatio(fifo, oracle)),
        ReproducedFigure.ours("FIFO with back-fill, average JCT, h", r -> r.jctHours(fifo)),
        ReproducedFigure.ours("Tiresias, average JCT, h", r -> r.jctHours(tiresias)),
        ReproducedFigure.ours(
            "Gavel's jobs and gangs, 4 per hour: FIFO over Tiresias",
            r -> r.jctRatio(fifoLonger, tiresiasLonger)));
  }
}
