package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A small scheduler on the library: three teams with quotas, an hourly budget, gangs, elastic jobs,
 * pairs, deadlines and lost workers. After every event, the running leases keep budget, quotas and
 * eligibility.
 */
final class BudgetedTeamsTest {

  private static final double[] PRICES = {8, 4, 2, 1};
  private static final double BUDGET = 60;
  private static final double QUOTA = 6; // h100 of a team
  private static final double HOUR = 3600;
  private static final double ROUND = HOUR / 10;
  private static final List<String> TEAMS = List.of("ads", "search", "speech");

  private static final Policy STRICT =
      problem ->
          Program.of(problem)
              .maximize(
                  Objective.leastOf(
                      JobSet.ofEntities(problem),
                      Measure.throughput().per(Normalizer.EQUAL_SHARE).times(Job::workers)))
              .then(Objective.sum(Measure.throughput().per(Normalizer.FASTEST_TYPE)), 0.01)
              .meetingSlos()
              .solve(StagedSolver.create())
              .allocation();

  private record Submitted(
      String id, String team, int gang, double work, double deadline, String forbidden) {
    double[] rates() {
      return new double[] {6 * gang, 4 * gang, 2 * gang, gang};
    }

    boolean isElastic() {
      return gang == 2;
    }
  }

  private final Policy policy = BestEffort.of(STRICT);
  private final Cluster cluster =
      Cluster.of(
          List.of("h100", "a100", "l40", "t4").stream()
              .map(name -> new WorkerType(name, 8).withWorkersPerServer(4))
              .toList());
  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<String, Submitted> jobs = new LinkedHashMap<>();
  private final Map<String, Double> left = new LinkedHashMap<>(); // steps
  private RoundScheduler rounds =
      RoundScheduler.create(cluster, new RoundOptions(ROUND).withOverhead(new Overhead(5, 10)));
  private RecomputeTrigger trigger = RecomputeTrigger.of(ROUND);
  private double now;
  private int submitted;
  private int most; // leases at the same time
  private double dearest;

  private AllocationProblem problem() {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (String team : TEAMS) {
      problem.entity(new Entity(team, 1, Discipline.FAIRNESS));
      problem.quota(Quota.of(team).guaranteeing("h100", 2).limitedTo("h100", QUOTA));
    }
    String single = "";
    for (Submitted job : jobs.values()) {
      Job.Builder built =
          Job.builder(job.id())
              .entity(job.team())
              .scaleFactor(job.gang())
              .stepsRemaining(left.get(job.id()));
      if (job.deadline() > now) {
        built.sloSeconds(job.deadline() - now);
      }
      problem.job(built.build(), job.rates());
      if (job.isElastic()) {
        double[] wider = Arrays.stream(job.rates()).map(rate -> 1.8 * rate).toArray();
        problem.configuration(job.id(), "wide", 2 * job.gang(), wider);
      }
      if (!job.forbidden().isEmpty()) {
        problem.forbid(job.id(), job.forbidden());
      }
      if (job.gang() == 1 && !single.isEmpty()) {
        double[] shared = Arrays.stream(job.rates()).map(rate -> 0.7 * rate).toArray();
        problem.pair(single, job.id(), shared, shared);
        single = "";
      } else if (job.gang() == 1) {
        single = job.id();
      }
    }
    return problem
        .constraint(
            Constraint.named("dollars per hour").that(LinearForm.amount(PRICES)).atMost(BUDGET))
        .build();
  }

  private void submit() {
    int gang = 1 << random.nextInt(4);
    double hours = 0.3 + 3 * random.nextDouble();
    Submitted job =
        new Submitted(
            "job" + submitted++,
            TEAMS.get(random.nextInt(3)),
            gang,
            2 * gang * hours * HOUR,
            random.nextInt(4) == 0 ? now + 2 * hours * HOUR : 0,
            random.nextInt(5) == 0 ? cluster.type(random.nextInt(4)).name() : "");
    jobs.put(job.id(), job);
    left.put(job.id(), job.work());
    trigger = trigger.changed();
    tell(new SchedulerEvent.ProblemChanged(now, problem()));
  }

  private void tell(SchedulerEvent event) {
    rounds.accept(event);
    check();
  }

  private void allocate() {
    if (trigger.isDue(now)) {
      AllocationProblem problem = problem();
      try {
        tell(new SchedulerEvent.AllocationChanged(now, policy.allocate(problem)));
      } catch (AllocationException e) {
        tell(new SchedulerEvent.ProblemChanged(now, problem));
      }
      trigger = trigger.computed(now);
    }
  }

  /** Plays a round: jobs arrive, run and end, a worker is lost and returns, workers are filled. */
  private void round() {
    allocate();
    double end = rounds.plan(now).endSeconds();
    check();
    if (random.nextInt(40) == 0) {
      List<Worker> lost = List.of(Worker.of(cluster, "h100", random.nextInt(8)));
      tell(new SchedulerEvent.WorkersLost(now, lost));
      tell(new SchedulerEvent.WorkersReturned(now, lost));
    }
    while (now < end) {
      double until = Math.min(end, now + ROUND / 3);
      run(until - now);
      now = until;
      for (String id : List.copyOf(left.keySet())) {
        if (left.get(id) <= 0) {
          jobs.remove(id);
          left.remove(id);
          trigger = trigger.changed();
          tell(new SchedulerEvent.JobDone(now, id));
        }
      }
      if (now < end) {
        for (int i = random.nextInt(12); i < 2 && jobs.size() < 25; i++) {
          submit();
        }
        rounds.fill(now);
        check();
      }
    }
    if (random.nextInt(50) == 0) {
      rounds =
          RoundScheduler.restore(SchedulerSnapshot.parse(SchedulerSnapshot.print(rounds.state())));
    }
  }

  private void run(double seconds) {
    for (OpenLeaseState open : rounds.state().running()) {
      for (String id : open.jobIds()) {
        double rate = jobs.get(id).rates()[open.workerType()];
        double times = open.configuration().isPresent() ? 1.8 : open.jobIds().size() > 1 ? 0.7 : 1;
        left.merge(id, -times * rate * seconds, Double::sum);
      }
    }
  }

  private void check() {
    double dollars = 0;
    Map<String, Double> h100 = new LinkedHashMap<>();
    List<OpenLeaseState> running = rounds.state().running();
    List<Worker> held = new ArrayList<>();
    for (OpenLeaseState open : running) {
      int workers = open.workers().size();
      held.addAll(open.workers());
      dollars += PRICES[open.workerType()] * workers;
      for (String id : open.jobIds()) {
        Submitted job = jobs.get(id);
        if (job != null) {
          String type = cluster.type(open.workerType()).name();
          assertTrue(!job.forbidden().equals(type), () -> job + " on " + open);
          double share = (double) workers / open.jobIds().size();
          h100.merge(job.team(), type.equals("h100") ? share : 0, Double::sum);
        }
      }
    }
    double spent = dollars;
    assertTrue(spent <= BUDGET, () -> spent + " dollars at " + now + ": " + running);
    assertTrue(h100.values().stream().allMatch(n -> n <= QUOTA), () -> h100 + " at " + now);
    assertTrue(held.stream().distinct().count() == held.size(), running::toString);
    most = Math.max(most, running.size());
    dearest = Math.max(dearest, spent);
  }

  private void play(double hours) {
    for (int i = 0; i < 8; i++) {
      submit();
    }
    while (now < hours * HOUR) {
      round();
    }
    assertTrue(most > 5 && dearest > 0.9 * BUDGET, () -> "dull: " + most + ", " + dearest);
  }

  @Test
  void rounds_teamsUnderBudgetForDays_keepItAtEachMoment() {
    play(50);
  }

  @Test
  @Tag("nightly")
  void rounds_nightly_teamsUnderBudgetForTenThousandHours_keepItAtEachMoment() {
    play(10_000);
  }
}
