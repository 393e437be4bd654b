package io.gavel.policies.lp.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Changes;
import io.gavel.policies.lp.CompleteProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

class MinimalMovementProperties {

  /** What may remain open, as a part of the cluster's workers. */
  private static final double OPEN = 8e-6;

  private static final double[] PARTS = {1e-5, 1e-3, 0.01, 0.3};

  private static Allocation allocate(Policy policy, AllocationProblem problem) {
    try {
      return policy.allocate(problem);
    } catch (SolveFailedException | InfeasibleProblemException notOurs) {
      Assume.that(false);
      throw notOurs;
    }
  }

  /** What was held: by the same policy before a job came, or by anybody for anything. */
  private static Allocation previous(
      EpsilonOptimal policy, AllocationProblem problem, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> allocate(policy, problem);
      case 1 -> allocate(new IsolatedShare(), problem.withoutPairs());
      case 2 -> allocate(policy, Problems.complete(random, Kind.PLAIN)); // other rates, types
      case 3 -> nothing(problem);
      default ->
          problem.jobCount() == 1
              ? nothing(problem)
              : allocate(policy, Changes.without(problem, problem.jobCount() / 2));
    };
  }

  private static Allocation nothing(AllocationProblem problem) {
    return Allocation.of(
        problem,
        new double[problem.groupCount() * problem.cluster().typeCount()],
        new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  private static double workers(AllocationProblem problem) {
    double workers = 0;
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      workers += problem.cluster().poolWorkers(k);
    }
    return workers;
  }

  /** A hundred thousandth of a sum is so little that one program in some hundred has no answer. */
  private static MinimalMovementResult stay(
      AllocationProblem problem, EpsilonOptimal policy, Allocation previous, double part) {
    try {
      return MinimalMovement.to(previous, policy).within(part).stay(problem);
    } catch (SolveFailedException tooTight) {
      Assume.that(part > 1e-5);
      throw tooTight;
    }
  }

  @Property
  void stay_anyPolicyAndPast_movesLeastAmongTheAlmostOptimal(
      @ForAll(supplier = CompleteProblem.class) AllocationProblem problem,
      @ForAll Draws random,
      @ForAll @IntRange(max = 8) int which,
      @ForAll @IntRange(max = 3) int choice) {
    EpsilonOptimal policy = Changes.nearOptimal().get(which);
    Allocation optimum = allocate(policy, problem);
    Allocation previous = previous(policy, problem, random);
    double part = PARTS[choice];
    MinimalMovementResult result = stay(problem, policy, previous, part);
    Allocation close = result.allocation();
    Certificate certificate = close.certificate();
    assertEquals(optimum, result.optimum());
    assertEquals(0, close.maxViolation());
    assertTrue(
        certificate.holdsWithin(new Tolerance(0, part + 2e-6)), () -> certificate.toString());
    assertEquals(optimum.certificate().bound(), certificate.bound());
    double open = OPEN * workers(problem);
    assertTrue(result.moved() <= result.movedByOptimum() + open, () -> result.toString());
    assertTrue(result.leastMoved() <= result.moved());
    assertTrue(result.moved() <= result.leastMoved() + open, () -> result.toString());
    assertEquals(close, MinimalMovement.to(previous, policy).within(part).allocate(problem));
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(close.fraction(g, j) == 0 || problem.runs(g, j));
      }
    }
  }

  @Property
  void stay_sameProblem_movesNothing(
      @ForAll(supplier = CompleteProblem.class) AllocationProblem problem,
      @ForAll @IntRange(max = 8) int which) {
    EpsilonOptimal policy = Changes.nearOptimal().get(which);
    Allocation previous = allocate(policy, problem);
    MinimalMovementResult result = MinimalMovement.to(previous, policy).stay(problem);
    assertEquals(0, result.movedByOptimum());
    assertTrue(result.moved() <= 1e-7 * workers(problem), () -> result.toString());
    assertEquals(0, result.leastMoved(), 1e-7 * workers(problem));
  }

  @Property
  void objective_anyOptimum_isWhatItsCertificateSays(
      @ForAll(supplier = CompleteProblem.class) AllocationProblem problem,
      @ForAll @IntRange(max = 8) int which) {
    EpsilonOptimal policy = Changes.nearOptimal().get(which);
    Allocation optimum = allocate(policy, problem);
    NearOptimalSet near = policy.near(problem, optimum, 0);
    AllocationProgram program = near.program();
    double[] x = new double[program.columnCount()];
    int types = problem.cluster().typeCount();
    Arrays.setAll(x, c -> optimum.fraction(program.entry(c) / types, program.entry(c) % types));
    double objective = optimum.certificate().objective();
    assertEquals(objective, near.objective().applyAsDouble(x), 1e-9 * Math.abs(objective));
    assertTrue(program.objective(x) >= near.leastGain() * (1 - 1e-9));
    double[] throughput = program.throughput(x);
    for (int m = 0; m < throughput.length; m++) {
      assertTrue(throughput[m] >= program.floor(m) * (1 - 1e-6));
    }
  }

  @Property
  void stay_smallProblem_agreesWithOjAlgo(
      @ForAll Draws random, @ForAll Kind kind, @ForAll @IntRange(max = 8) int which) {
    Assume.that(kind != Kind.WIDE_RATES); // beyond what ojAlgo can do now and then
    EpsilonOptimal policy = Changes.nearOptimal().get(which);
    AllocationProblem problem = Problems.complete(random, kind);
    Allocation previous = previous(policy, problem, random);
    allocate(policy, problem);
    MinimalMovementResult result = MinimalMovement.to(previous, policy).stay(problem);
    NearOptimalSet near = policy.near(problem, result.optimum(), 0.01);
    PreviousAllocation previousAllocation = PreviousAllocation.of(problem, previous);
    double least = previousAllocation.workers() - mostKept(near, previousAllocation);
    assertEquals(least, result.moved(), OPEN * workers(problem));
    assertTrue(result.leastMoved() <= least + 1e-6 * workers(problem));
  }

  /** The program in ojAlgo's modelling layer, without anything that breaks ties. */
  private static double mostKept(NearOptimalSet near, PreviousAllocation previousAllocation) {
    AllocationProgram program = near.program();
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Expression[] time = new Expression[program.jobCount()];
    Expression[] floor = new Expression[program.jobCount()];
    Expression[] pool = new Expression[program.poolCount()];
    Arrays.setAll(time, m -> model.newExpression("time" + m).upper(1));
    Arrays.setAll(floor, m -> model.newExpression("floor" + m).lower(program.floor(m)));
    Arrays.setAll(pool, k -> model.newExpression("pool" + k).upper(program.workers(k)));
    Expression gains = model.newExpression("gains").lower(near.leastGain());
    for (int c = 0; c < program.columnCount(); c++) {
      double cap = previousAllocation.fraction(program.entry(c));
      Variable kept = model.newVariable("kept" + c).lower(0).upper(cap).weight(program.size(c));
      Variable fresh = model.newVariable("fresh" + c).lower(0);
      for (Variable x : new Variable[] {kept, fresh}) {
        time[program.first(c)].set(x, 1);
        floor[program.first(c)].set(x, program.rate(c));
        if (program.second(c) >= 0) {
          time[program.second(c)].set(x, 1);
          floor[program.second(c)].set(x, program.secondRate(c));
        }
        pool[program.pool(c)].set(x, program.size(c));
        gains.set(x, near.leastGain() > 0 ? program.gain(c) : 0);
      }
    }
    Optimisation.Result result = model.maximise();
    Assume.that(result.getState().isOptimal());
    return result.getValue();
  }
}
