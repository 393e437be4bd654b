package io.gavel.baselines;

import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.queue.AlloX;

/** The schedulers that need no further argument, by name. */
public final class Baselines {

  /** The excess of waiting over running after which guarded queues promote a job. */
  private static final double HALF_A_DAY = 12 * 3600;

  private Baselines() {}

  /**
   * Returns the schedulers by name, to be added to {@link Policies#standard}.
   *
   * @return the schedulers in the order of the command line
   */
  public static Policies policies() {
    return Policies.none()
        .with(
            "tiresias_las",
            "whole gangs, least attained service first",
            () -> GangQueue.of(AttainedService.of(ServiceQueues.standard())))
        .with(
            "tiresias_las_normalized",
            "the same, with time on slow workers counted as less",
            () -> GangQueue.of(new AttainedService(ServiceQueues.standard(), true)))
        .with(
            "srtf",
            "whole gangs, shortest remaining time first",
            () -> GangQueue.of(QueueDiscipline.shortestTime()))
        .with(
            "srtf_promoted",
            "the same, but jobs that waited 12 h longer than they ran go first",
            () -> GangQueue.of(QueueDiscipline.shortestTime().promotedAfter(HALF_A_DAY)))
        .with(
            "srsf",
            "whole gangs, shortest remaining service first",
            () -> GangQueue.of(QueueDiscipline.shortestService()))
        .with(
            "srsf_promoted",
            "the same, but jobs that waited 12 h longer than they ran go first",
            () -> GangQueue.of(QueueDiscipline.shortestService().promotedAfter(HALF_A_DAY)))
        .with("themis", "auctions among the jobs that are furthest behind", Themis::create)
        .with(
            "optimus",
            "time slices to the jobs with the largest reduction of completion time per worker",
            Optimus::create)
        .with("slaq", "time slices to the jobs with the largest reduction of loss", Slaq::create)
        .with(
            "shockwave",
            "maximise the welfare of progress after 20 rounds minus a makespan penalty",
            Shockwave::create)
        .with(
            "gandiva_introspective",
            "time slicing with migration between worker types",
            Gandiva::new)
        .with(
            "gandiva_introspective_packed",
            "the same, packing jobs that progress faster together",
            Gandiva::new)
        .with(
            "allox_fair",
            "AlloX among the tenth of the users with the least progress",
            () -> new FairAdmission(new AlloX(), 0.1))
        .with("sia", "whole gangs by assignment, with restart costs of moves", Sia::create)
        .with("pollux", "maximise the harmonic mean of speed-ups", Pollux::create)
        .with(
            "pop_max_min_fairness",
            "max-min fairness in two random parts",
            () -> Partitioned.maxMinFairness(2));
  }
}
