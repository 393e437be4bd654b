package io.gavel.mechanism;

/** What {@link RoundScheduler} promises to its callers, by one {@link Method} or another. */
interface Rounds {

  EventOutcome accept(SchedulerEvent event);

  RoundPlan plan(double nowSeconds);

  SchedulerState state();

  /** How many jobs are listed and not done. */
  int openJobs();
}
