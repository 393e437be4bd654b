package io.gavel.simulator;

import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that have not arrived yet; may be endless. Jobs that cannot run anywhere are set aside.
 * Mutable.
 */
final class Arrivals {

  private final SimulationSetup setup;
  private final ProblemBuilder problems;
  private final Iterator<TraceJob> trace;
  private final RunBudget budget;
  private final List<SimulatedJob> arrived = new ArrayList<>();
  private final List<Unrunnable> unrunnable = new ArrayList<>();
  private final Map<JobKind, JobWays> whole =
      new HashMap<>(); // cached per kind: there are millions of jobs and few kinds
  private final Map<JobKind, JobWays> rigid = new HashMap<>(); // of co-gangs and shares of a worker
  private final Map<List<Object>, Line> lines = new HashMap<>(); // by the needs of the jobs
  private @Nullable SimulatedJob next;

  Arrivals(SimulationSetup setup, ProblemBuilder problems, Iterator<TraceJob> trace) {
    this.setup = setup;
    this.problems = problems;
    this.trace = trace;
    this.budget = new RunBudget(setup);
    fetch();
  }

  private void fetch() {
    next = null;
    while (next == null && trace.hasNext()) {
      SimulatedJob job = simulated(trace.next());
      List<Unrunnable> stuck = problems.atArrival(List.of(job)).unrunnable();
      stuck.forEach(u -> unrunnable.add(new Unrunnable(job.index(), job.id(), u.cause())));
      if (stuck.isEmpty()) {
        budget.require(job.trace(), job.alone());
        next = job;
      } else {
        arrived.add(job);
      }
    }
  }

  private SimulatedJob simulated(TraceJob job) {
    List<String> types = setup.cluster().types().stream().map(WorkerType::name).toList();
    if (!types.containsAll(job.alongside().keySet())) {
      throw new InvalidInputException(
          "job \"%s\" holds workers of %s alongside; they must be of %s"
              .formatted(job.id(), job.alongside().keySet(), types));
    }
    // The table has no rates of other sizes of co-gangs or shares.
    boolean elastic = job.gpuMilli() == Job.WHOLE_WORKER && job.alongside().isEmpty();
    JobWays ways =
        (elastic ? whole : rigid)
            .computeIfAbsent(job.kind(), kind -> JobWays.of(setup, kind, elastic));
    Line line =
        lines.computeIfAbsent(
            List.of(job.kind(), job.gpuMilli(), job.alongside()),
            needs -> new Line(job.gpuMilli()));
    return new SimulatedJob(job, arrived.size(), ways, line);
  }

  /** Begins a round without leases in all lines. */
  void startRound() {
    lines.values().forEach(Line::idles);
  }

  /** Returns whether no unlisted job can get any of some idle workers. */
  boolean areCovered(long idleWorkers) {
    for (Line line : lines.values()) { // no stream: called for each job
      if (!line.covers(idleWorkers)) {
        return false;
      }
    }
    return true;
  }

  boolean isEmpty() {
    return next == null;
  }

  /** Returns the arrival time of the next job; infinite if there is none. */
  double nextSeconds() {
    return next == null ? Double.POSITIVE_INFINITY : next.trace().arrivalSeconds();
  }

  /** Removes and returns the next job; call only if there is one. */
  SimulatedJob remove() {
    if (next == null) {
      throw new IllegalStateException("there are no more arrivals");
    }
    SimulatedJob job = next;
    arrived.add(job);
    fetch();
    return job;
  }

  /** Returns all jobs that arrived so far, in order, including unrunnable jobs. */
  List<SimulatedJob> arrived() {
    return arrived;
  }

  List<Unrunnable> unrunnable() {
    return unrunnable;
  }
}
