package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.EveryPolicyTest.Candidate;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/** Every policy on random problems with random worker types forbidden to random jobs. */
class EligibilityProperties {

  /** These prove an optimum that does not depend on types that nobody wants. */
  private static final String OPTIMAL =
      "MAX_MIN|MAX_MIN_BY_FASTEST|WATER_FILLING|HIERARCHICAL.*|FINISH_TIME.*|MAKESPAN|NASH"
          + "|HARMONIC_MEAN|PARTIAL_ALLOCATION|FIFO_PROGRAM|AVERAGE_COMPLETION_TIME|TOTAL|PER_.*"
          + "|DOMINANT_RESOURCE";

  @Provide
  static Arbitrary<Candidate> candidates() {
    return Arbitraries.of(EveryPolicyTest.candidates().toList());
  }

  @Provide
  static Arbitrary<Candidate> optimalCandidates() {
    return Arbitraries.of(
        EveryPolicyTest.candidates().filter(c -> c.name().matches(OPTIMAL)).toList());
  }

  /** Forbids each job each type with a probability of a quarter. */
  static AllocationProblem forbidding(AllocationProblem problem, Random random) {
    AllocationProblem forbidden = problem;
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (random.nextInt(4) == 0) {
          forbidden = forbidden.forbidding(problem.job(m).id(), problem.cluster().type(j).name());
        }
      }
    }
    return forbidden;
  }

  @Property
  void allocate_everyPolicy_givesNoTimeOnForbiddenTypes(
      @ForAll Draws random, @ForAll Kind kind, @ForAll("candidates") Candidate candidate) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem =
        forbidding(candidate.adapt(Problems.complete(random, kind), random), random);
    Allocation x;
    try {
      x = candidate.policy().allocate(problem);
    } catch (InfeasibleProblemException slosThatNeedWhatIsForbidden) {
      assertTrue(candidate.name().matches("TOTAL|PER_.*"), candidate.name());
      return;
    }
    assertEquals(0, x.maxViolation());
    if (candidate.provesRelatively()) {
      assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
    }
    for (int g = 0; g < x.problem().groupCount(); g++) {
      Group group = x.problem().group(g);
      for (int i = 0; i < group.size(); i++) {
        for (int j : problem.eligibility().forbiddenTypes(group.member(i))) {
          assertEquals(0, x.fraction(g, j), "group " + g + ", type " + j);
        }
      }
    }
  }

  @Property
  void allocate_forbiddingWhatTheOptimumDoesNotUse_leavesTheObjective(
      @ForAll Draws random, @ForAll Kind kind, @ForAll("optimalCandidates") Candidate candidate) {
    Assume.that(kind != Kind.WIDE_RATES);
    requireObjectiveWithoutUnused(
        candidate.adapt(Problems.complete(random, kind), random), candidate);
  }

  private static void requireObjectiveWithoutUnused(
      AllocationProblem problem, Candidate candidate) {
    Allocation x = candidate.policy().allocate(problem);
    AllocationProblem forbidden = problem;
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        forbidden = uses(x, m, j) ? forbidden : forbiddingUnlessSetAside(forbidden, m, j);
      }
    }
    Allocation y = candidate.policy().allocate(forbidden);
    double expected = x.certificate().objective();
    double scale = candidate.provesRelatively() ? Math.abs(expected) : 1000.0 * problem.jobCount();
    assertEquals(expected, y.certificate().objective(), 2e-6 * scale);
  }

  /**
   * Forbids a type unless a job is set aside for it, such as one that runs only in a pair with this
   * job. That would change the problem: fewer jobs would share the cluster.
   */
  private static AllocationProblem forbiddingUnlessSetAside(
      AllocationProblem problem, int m, int j) {
    AllocationProblem less =
        problem.forbidding(problem.job(m).id(), problem.cluster().type(j).name());
    return less.unrunnable().size() == problem.unrunnable().size() ? less : problem;
  }

  /** Forbidding every type on which a job could run alone once took its weight away. */
  @Example
  void fifo_jobsAllowedOnlyInPairs_keepTheirWeights() {
    Candidate fifo = new Candidate("FIFO_PROGRAM", FifoProgram.create());
    requireObjectiveWithoutUnused(
        fifo.adapt(Problems.complete(-24, Kind.PAIRS), new Random(-24)), fifo);
  }

  /**
   * A job that ran only in a pair once ran nowhere afterwards, so that fewer shared the cluster.
   */
  @Example
  void finishTime_jobThatRunsOnlyInAPairOfNoUse_staysRunnable() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.builder("fast").stepsRemaining(100).build(), 4, 0)
            .job(Job.builder("slow").stepsRemaining(100).build(), 0, 1)
            .job(Job.builder("paired").stepsRemaining(100).build(), 0, 0)
            .pair("fast", "paired", new double[] {0, 1}, new double[] {0, 1})
            .build();
    requireObjectiveWithoutUnused(
        problem, new Candidate("FINISH_TIME", FinishTimeFairness.create()));
  }

  private static boolean uses(Allocation x, int m, int j) {
    for (int g = 0; g < x.problem().groupCount(); g++) {
      Group group = x.problem().group(g);
      boolean member = group.member(0) == m || group.member(group.size() - 1) == m;
      if (member && x.fraction(g, j) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Jobs that are alike but for what is forbidden to them must not be merged. */
  @Property
  void maxMin_forbiddenTypes_isAsGoodAsOfAnIndependentSimplex(
      @ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = forbidding(Problems.random(random, kind), random);
    Assume.that(problem.unrunnable().size() < problem.jobCount());
    Allocation x = MaxMinFairness.create().allocate(problem);
    double expected;
    try {
      expected = level(problem);
    } catch (MathIllegalStateException broken) {
      Assume.that(false);
      return;
    }
    assertEquals(expected, x.certificate().objective(), 1e-5 * expected + 1e-9);
  }

  /** The level by a dense simplex on the plain rows: entries of groups by types, then the level. */
  private static double level(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    int columns = problem.groupCount() * types + 1;
    List<LinearConstraint> rows = new ArrayList<>();
    double unit =
        1
            / IntStream.range(0, problem.jobCount())
                .mapToDouble(m -> owed(problem, m))
                .max()
                .orElse(1);
    boolean[] idle = new boolean[problem.jobCount()];
    problem.unrunnable().forEach(job -> idle[job.job()] = true);
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] time = new double[columns];
      double[] throughput = new double[columns];
      for (int g = 0; g < problem.groupCount(); g++) {
        Group group = problem.group(g);
        for (int i = 0; i < group.size(); i++) {
          for (int j = 0; j < types; j++) {
            if (group.member(i) != m || isZero(problem, g, j)) {
              continue;
            }
            time[g * types + j] = 1;
            throughput[g * types + j] = problem.throughputs().stepsPerSecond(g, i, j);
          }
        }
      }
      rows.add(new LinearConstraint(time, Relationship.LEQ, 1));
      if (!idle[m] && owed(problem, m) > 0) {
        double fastest = Arrays.stream(throughput).max().orElseThrow();
        for (int c = 0; c < columns; c++) {
          throughput[c] /= -fastest;
        }
        throughput[columns - 1] = unit * owed(problem, m) / fastest;
        rows.add(new LinearConstraint(throughput, Relationship.LEQ, 0));
      }
    }
    for (int j = 0; j < types; j++) {
      double[] workers = new double[columns];
      for (int g = 0; g < problem.groupCount(); g++) {
        workers[g * types + j] = problem.workers(g);
      }
      rows.add(new LinearConstraint(workers, Relationship.LEQ, cluster.type(j).workers()));
    }
    double[] objective = new double[columns];
    objective[columns - 1] = 1;
    return unit
        * new SimplexSolver()
            .optimize(
                new MaxIter(100_000),
                new LinearObjectiveFunction(objective, 0),
                new LinearConstraintSet(rows),
                GoalType.MAXIMIZE,
                new NonNegativeConstraint(true))
            .getValue();
  }

  private static boolean isZero(AllocationProblem problem, int g, int j) {
    boolean zero = problem.scaleFactor(g) > problem.cluster().type(j).workers();
    Group group = problem.group(g);
    for (int i = 0; i < group.size(); i++) {
      zero |= problem.throughputs().stepsPerSecond(g, i, j) == 0;
      zero |= problem.eligibility().forbids(group.member(i), j);
    }
    return zero;
  }

  private static double owed(AllocationProblem problem, int m) {
    return problem.job(m).weight() * equalShare(problem, m) / problem.workers(m);
  }

  private static double equalShare(AllocationProblem problem, int m) {
    double sum = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      int workers = problem.cluster().type(j).workers();
      boolean fits = problem.scaleFactor(m) <= workers;
      sum += fits ? problem.throughputs().stepsPerSecond(m, j) * workers : 0;
    }
    return sum / problem.cluster().workers();
  }
}
