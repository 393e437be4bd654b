package io.gavel.policies.snapshot;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;

/** Writes and reads a job and its throughputs as a line of a problem's text. */
final class JobCodec {

  private JobCodec() {}

  static void write(SnapshotWriter to, Job job, RateLine rates) {
    rates.write(to.line("job").name(job.id()), "rates");
    job.type().ifPresent(type -> to.text("type", type));
    to.count("scale", job.scaleFactor(), 1).count("milli", job.gpuMilli(), Job.WHOLE_WORKER);
    AlongsideCodec.write(to, job.holding().alongside());
    to.number("least", job.minRunSeconds(), 0).number("weight", job.weight(), 1);
    job.stepsRemaining().ifPresent(steps -> to.number("steps", steps));
    to.number("age", job.secondsSinceStart(), 0);
    to.number("isolated", job.isolatedSecondsSoFar(), 0);
    job.sloSeconds().ifPresent(seconds -> to.number("slo", seconds));
    job.entity().ifPresent(entity -> to.text("entity", entity));
    History history = job.history();
    to.number("service", history.workerSeconds(), 0).number("done", history.stepsDone(), 0);
    to.number("contended", history.contendedSeconds(), 0).count("restarts", history.restarts(), 0);
    history.workerType().ifPresent(name -> to.text("on", name));
    history.configuration().ifPresent(name -> to.text("configuration", name));
    to.number("lease", history.leaseSecondsLeft(), 0);
  }

  /** Reads the fields after the keyword and adds the job. */
  static AllocationProblem.Builder read(SnapshotReader from, AllocationProblem.Builder problem) {
    String id = from.name();
    RateLine rates = RateLine.read(from, "rates");
    problem.job(
        new Job(
            id,
            from.optionalText("type"),
            new Holding(
                from.count("scale", 1),
                from.count("milli", Job.WHOLE_WORKER),
                AlongsideCodec.read(from)),
            from.number("least", 0),
            from.number("weight", 1),
            from.optionalNumber("steps"),
            from.number("age", 0),
            from.number("isolated", 0),
            from.optionalNumber("slo"),
            from.optionalText("entity"),
            new History(
                from.number("service", 0),
                from.number("done", 0),
                from.number("contended", 0),
                from.count("restarts", 0),
                from.optionalText("on"),
                from.optionalText("configuration"),
                from.number("lease", 0))),
        rates.rates());
    return rates.isCertain() ? problem : problem.within(rates.low(), rates.high());
  }
}
