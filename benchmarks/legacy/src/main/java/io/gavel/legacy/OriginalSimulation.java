package io.gavel.legacy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.RunBudget;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.PythonRandom;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A run of a policy by the rules of Gavel's original simulator. */
public final class OriginalSimulation {

  private final SimulationSetup setup;
  private final SimulationObserver observer;
  private final OriginalLoop loop;
  private final RunBudget budget;
  private final PythonRandom shuffler;
  private final boolean shuffled;
  private final List<Integer> typeOrder;

  private OriginalSimulation(
      SimulationSetup setup,
      ZeroPriority zeroPriority,
      boolean shuffled,
      long seed,
      Iterator<TraceJob> trace,
      SimulationObserver observer,
      @Nullable OriginalSharing sharing) {
    if (setup.elasticWorkers() > 0) {
      throw new InvalidInputException(
          "the most workers of an elastic job are %s; they must be 0, the original has rigid jobs only"
              .formatted(setup.elasticWorkers()));
    }
    this.setup = setup;
    this.observer = observer;
    this.shuffled = shuffled;
    this.shuffler = new PythonRandom(seed + 5);
    this.budget = new RunBudget(setup);
    this.loop =
        new OriginalLoop(
            setup.cluster(),
            setup.table(),
            setup.packed(),
            setup.rounds(),
            zeroPriority,
            setup.minResetSeconds(),
            trace,
            sharing);
    this.typeOrder =
        IntStream.range(0, setup.cluster().typeCount())
            .boxed()
            .sorted(Collections.reverseOrder())
            .toList();
  }

  /**
   * Simulates until every job of the window is complete or dropped, or until the loop is stuck,
   * where the original would not terminate.
   *
   * @param setup cluster as {@link OriginalLoop#numbered} gives it, throughputs, policy, window
   * @param zeroPriority whether groups of priority 0 may be selected
   * @param shuffled whether types are filled in a new random order in each round; otherwise from
   *     the last to the first ({@code v100} before {@code p100} before {@code k80})
   * @param seed seed of the order of types
   * @param trace the jobs, in order of arrival, with unique ids; may be endless if the window is
   *     bounded
   * @param observer receives allocations, leases and rounds
   * @param watcher receives each pass of the loop
   * @return the measurements that the original reports; saturated if the loop was stuck
   * @throws InvalidInputException if jobs are elastic
   */
  public static SimulationResult run(
      SimulationSetup setup,
      ZeroPriority zeroPriority,
      boolean shuffled,
      long seed,
      Iterator<TraceJob> trace,
      SimulationObserver observer,
      LoopObserver watcher) {
    OriginalSimulation run =
        new OriginalSimulation(setup, zeroPriority, shuffled, seed, trace, observer, null);
    run.loop.watch(watcher);
    return run.run();
  }

  /**
   * Simulates jobs on shares of workers by the rules of a fork of the original, until all jobs are
   * complete. A job on a share runs at that share of the speed.
   *
   * @param setup cluster as {@link OriginalLoop#numbered} gives it, throughputs, policy
   * @param sharing how jobs are placed
   * @param seed seed of the order of types, which are filled in a new random order in each round
   * @param trace the one-worker jobs, in order of arrival, with unique ids
   * @return the measurements that the original reports; saturated if the loop was stuck
   */
  public static SimulationResult run(
      SimulationSetup setup, OriginalSharing sharing, long seed, Iterator<TraceJob> trace) {
    SimulationObserver none = SimulationObserver.none();
    ZeroPriority fifo = ZeroPriority.SKIPPED;
    return new OriginalSimulation(setup, fifo, true, seed, trace, none, sharing).run();
  }

  private SimulationResult run() {
    while (!isOver() && !loop.isStuck()) {
      budget.round(loop.now());
      loop.advance();
      if (loop.isAllocationDue()) {
        allocate();
      }
      loop.schedule(order());
      observer.finishedRound(loop.now(), loop.arrived().size() - loop.active().size());
    }
    return result();
  }

  private boolean isOver() {
    int measured = setup.window().to();
    if (loop.isEmpty()) {
      return true;
    }
    return loop.arrived().size() >= measured
        && loop.active().stream().noneMatch(job -> job.index() < measured);
  }

  private void allocate() {
    List<OriginalJob> active = loop.active();
    active.forEach(OriginalJob::accountIsolatedTime);
    AllocationProblem problem = loop.problem();
    Allocation allocation = SimulationSetup.allocate(setup.policy(), loop.now(), problem);
    requireNoLimits(allocation.problem());
    for (int m = 0; m < active.size(); m++) {
      active.get(m).isolatedAt(IsolatedShare.throughput(problem, m));
    }
    loop.use(allocation);
    observer.allocated(loop.now(), allocation);
  }

  /** The mechanism of the original follows fractions of time and knows no constraints. */
  private static void requireNoLimits(AllocationProblem problem) {
    if (!problem.momentRows().isEmpty()) {
      throw new InvalidInputException(
          "the policy keeps \"%s\" at each moment, which the rounds of the original do not; omit --faithful"
              .formatted(problem.momentRows().get(0).name()));
    }
  }

  private List<Integer> order() {
    List<Integer> order = new ArrayList<>(typeOrder);
    if (shuffled) {
      shuffler.shuffle(order);
    }
    return order;
  }

  private SimulationResult result() {
    OriginalMeter meter = loop.meter();
    List<OriginalJob> jobs = loop.arrived();
    return new SimulationResult(
        jobs.stream().map(OriginalSimulation::outcome).toList(),
        setup.window(),
        loop.now(),
        meter.utilization(loop.now()),
        setup.cluster().workers(),
        meter.cost(),
        meter.recomputations(),
        meter.rounds(),
        meter.extensions(),
        meter.opportunities(),
        IntStream.range(0, jobs.size())
            .filter(m -> setup.window().contains(m) && jobs.get(m).isLateAsReported())
            .count(),
        0,
        !isOver(),
        loop.unrunnable(),
        Optional.empty());
  }

  private static JobOutcome outcome(OriginalJob job) {
    return new JobOutcome(
        job.id(),
        job.trace().kind(),
        job.trace().gpuMilli(),
        job.trace().weight(),
        job.trace().arrivalSeconds(),
        job.start(),
        job.completion(),
        OptionalDouble.empty(),
        0,
        OptionalDouble.empty());
  }
}
