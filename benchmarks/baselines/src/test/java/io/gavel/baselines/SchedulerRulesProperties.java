package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The rules of {@link Policy}, by every scheduler, on random problems with random histories. */
class SchedulerRulesProperties {

  /** Every scheduler once. */
  enum Candidate {
    LEAST_SERVICE(
        GangQueue.of(AttainedService.of(ServiceQueues.standard().promotedAfter(8)).normalized())),
    GITTINS(GangQueue.of(GittinsIndex.of(10, 1e3, 1e5).over(ServiceQueues.of(500, 5e4)))),
    SHORTEST_TIME(GangQueue.of(QueueDiscipline.shortestTime())),
    SHORTEST_SERVICE(GangQueue.of(QueueDiscipline.shortestService())),
    THEMIS(Themis.create()),
    THEMIS_OPEN(Themis.create().withFairness(0)),
    OPTIMUS(Optimus.create()),
    SLAQ(Slaq.create()),
    GANDIVA(new Gandiva()),
    ALLOX_FAIR(FairAdmission.of(new AlloX(), 0.3)),
    SIA(Sia.create()),
    POLLUX(Pollux.create()),
    SHOCKWAVE(Shockwave.create()),
    POP(Partitioned.maxMinFairness(3));

    @SuppressWarnings("ImmutableEnumChecker") // policies are immutable
    private final Policy policy;

    Candidate(Policy policy) {
      this.policy = policy;
    }

    AllocationProblem problem(Random random, Kind kind) {
      AllocationProblem problem = withHistory(Problems.complete(random, kind), random);
      return switch (this) {
        case POLLUX -> problem.withoutPairs();
        case ALLOX_FAIR -> singles(problem);
        default -> problem;
      };
    }
  }

  private static AllocationProblem singles(AllocationProblem problem) {
    return problem.withJobs(
        problem.jobs().stream().map(job -> job.toBuilder().scaleFactor(1).build()).toList());
  }

  private static AllocationProblem withHistory(AllocationProblem problem, Random random) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      double age = problem.job(m).secondsSinceStart();
      History history =
          History.none()
              .withService(age * random.nextDouble(), age * random.nextDouble())
              .withContendedSeconds(age * (1 + random.nextInt(9)))
              .withRestarts(random.nextInt(3));
      int j = random.nextInt(problem.cluster().typeCount());
      boolean running = random.nextBoolean();
      double lease = random.nextInt(4) == 0 ? 60 : 0;
      jobs.add(
          problem.job(m).toBuilder()
              .history(
                  running ? history.runningOn(problem.cluster().type(j).name(), lease) : history)
              .build());
    }
    return problem.withJobs(jobs);
  }

  private static Allocation allocate(Candidate candidate, AllocationProblem problem, Kind kind) {
    try {
      return candidate.policy.allocate(problem);
    } catch (SolveFailedException beyondTheSolver) {
      Assume.that(kind != Kind.WIDE_RATES);
      throw beyondTheSolver;
    }
  }

  @Property
  void answer_toForbiddenTypes_givesNoTimeThere(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Candidate candidate) {
    AllocationProblem problem = candidate.problem(random, kind);
    for (int m = 0; m < problem.jobCount(); m++) {
      int j = random.nextInt(problem.cluster().typeCount());
      problem = problem.forbidding(problem.job(m).id(), problem.cluster().type(j).name());
    }
    Allocation x = allocate(candidate, problem, kind);
    assertEquals(0, x.maxViolation());
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(problem.runs(g, j) || x.fraction(g, j) == 0, "group " + g + ", type " + j);
      }
    }
  }

  @Property
  void answer_isFeasibleToTheLastBitAndUseful(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Candidate candidate) {
    AllocationProblem problem = candidate.problem(random, kind);
    Allocation x = allocate(candidate, problem, kind);
    assertEquals(0, x.maxViolation());
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(x.fraction(g, j) >= 0 && x.fraction(g, j) <= 1);
        assertTrue(x.fraction(g, j) == 0 || problem.runs(g, j));
      }
    }
    double objective = x.certificate().objective();
    assertTrue(x.certificate().bound() >= objective - 1e-6 * Math.abs(objective) - 1e-9);
  }

  @Property
  void sameProblem_givesTheSameBits(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Candidate candidate) {
    assertEquals(
        allocate(candidate, candidate.problem(random.again(), kind), kind),
        allocate(candidate, candidate.problem(random.again(), kind), kind));
  }

  @Property
  void jobThatRunsNowhere_changesNothingForOthers(
      @ForAll Draws random, @ForAll Candidate candidate) {
    Assume.that(candidate != Candidate.POP); // who is dealt where depends on all jobs
    AllocationProblem problem = candidate.problem(random, Kind.PLAIN);
    boolean[] idle = new boolean[problem.jobCount()];
    problem.unrunnable().forEach(job -> idle[job.job()] = true);
    int[] able = IntStream.range(0, idle.length).filter(m -> !idle[m]).toArray();
    AllocationProblem others =
        AllocationProblem.of(
            problem.cluster(),
            IntStream.of(able).mapToObj(problem::job).toList(),
            ThroughputMatrix.copyOf(
                IntStream.of(able)
                    .mapToObj(m -> SubProblem.row(problem, m))
                    .toArray(double[][]::new)));
    Allocation x = candidate.policy.allocate(problem);
    double expected = candidate.policy.allocate(others).certificate().objective();
    assertEquals(expected, x.certificate().objective(), 1e-6 * Math.abs(expected));
    problem.unrunnable().forEach(job -> assertEquals(0, x.timeFraction(job.job())));
  }
}
