package io.gavel.policies.contract;

import static io.gavel.policies.contract.PlainPolicies.A_LITTLE;
import static io.gavel.policies.contract.PlainPolicies.SLICES;
import static io.gavel.policies.contract.PlainPolicies.allocation;
import static io.gavel.policies.contract.PlainPolicies.by;
import static io.gavel.policies.contract.PlainPolicies.rate;
import static io.gavel.policies.contract.PlainPolicies.runsAlone;
import static io.gavel.policies.contract.PlainPolicies.slice;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Deliberately wrong policies, each with the invariants that it breaks. */
final class Zoo {

  /** A wrong policy and the invariants that it breaks. */
  record Animal(Policy policy, Set<Invariant> broken) {
    @Override
    public String toString() {
      return policy.toString();
    }
  }

  private Zoo() {}

  /** An idle allocation whose total of 7 is proved to be the best. */
  static Allocation forged(AllocationProblem problem) {
    double[] none = new double[problem.groupCount() * problem.cluster().typeCount()];
    Statement total = Statement.of(Goal.total(none, false));
    Certificate seven = new Certificate(7, 7, 0, Prices.zero(problem)).withStatement(total);
    return Allocation.of(problem, none, seven);
  }

  private static double fastest(AllocationProblem problem, int m) {
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      fastest = problem.runs(m, j) ? Math.max(fastest, rate(problem, m, j)) : fastest;
    }
    return fastest;
  }

  private static Animal animal(String name, Claims claims, Policy policy, Invariant... broken) {
    Set<Invariant> rules = EnumSet.noneOf(Invariant.class);
    rules.addAll(List.of(broken));
    return new Animal(new PlainPolicies.Named(name, claims, policy), rules);
  }

  /** A policy that claims an invariant beyond the rules and breaks just that. */
  private static Animal liar(String name, Invariant claim, Policy policy) {
    return animal(name, Claims.rules().and(claim), policy, claim);
  }

  private static Animal formula(String name, Invariant claim, PlainPolicies.Formula formula) {
    return liar(name, claim, problem -> by(problem, formula));
  }

  /** Policies whose answers have the wrong form. */
  static List<Policy> malformed() {
    return List.of(
        problem ->
            Allocation.of(
                Variants.withWorker(problem, 0),
                new double[problem.groupCount() * problem.cluster().typeCount()],
                new Certificate(1, 1, 0, Prices.zero(problem))),
        problem -> new Boast(by(problem, SLICES), 2, 0));
  }

  static List<Animal> animals() {
    Claims rules = Claims.rules();
    return List.of(
        animal(
            "takes time back",
            rules,
            problem -> by(problem, (p, m, j, n) -> -slice(p, m, j, 1.0 / n)),
            Invariant.FRACTIONS),
        animal(
            "not a number",
            rules,
            problem -> new Boast(by(problem, SLICES), 1, Double.NaN),
            Invariant.FRACTIONS,
            Invariant.TIME,
            Invariant.CAPACITY,
            Invariant.USEFUL_TIME),
        animal(
            "two places at once",
            rules,
            problem -> by(problem, (p, m, j, n) -> wholeWorkers(p, m, j, n)),
            Invariant.TIME),
        animal(
            "overbooks",
            rules,
            problem ->
                by(
                    problem,
                    (p, m, j, n) -> rate(p, m, j) == fastest(p, m) && first(p, m, j) ? 1 : 0),
            Invariant.CAPACITY),
        animal(
            "clips",
            rules,
            problem -> by(problem, (p, m, j, n) -> Math.min(1, 3 * slice(p, m, j, 1.0 / n))),
            Invariant.TIME,
            Invariant.CAPACITY),
        animal(
            "wastes time",
            rules,
            problem -> {
              double[] fractions = new double[problem.groupCount() * problem.cluster().typeCount()];
              if (problem.jobCount() > 0 && problem.unrunnable().isEmpty()) {
                fractions[0] = problem.cluster().poolWorkers(0) > 0 ? 1e-3 : 0;
              }
              return allocation(problem, 1, fractions);
            },
            Invariant.USEFUL_TIME),
        animal("tires", rules, new Tired(), Invariant.DETERMINISM),
        animal("draws lots", rules, new Lots(), Invariant.DETERMINISM),
        animal(
            "counts who cannot run",
            rules,
            problem ->
                allocation(
                    problem,
                    problem.jobCount(),
                    new double[problem.groupCount() * problem.cluster().typeCount()]),
            Invariant.SET_ASIDE),
        liar("proves nothing", Invariant.PROVED, problem -> RandomAllocations.feasible(problem, 0)),
        liar("forges a proof", Invariant.PROVED, Zoo::forged),
        liar("starves", Invariant.PROGRESS, PlainPolicies::greedy),
        formula("leaves workers idle", Invariant.WORK_CONSERVATION, SLICES),
        formula("leaves room", Invariant.PARETO_EFFICIENCY, SLICES),
        formula(
            "goes by weight",
            Invariant.SHARING_INCENTIVE,
            (p, m, j, n) -> slice(p, m, j, p.job(m).weight() / weights(p))),
        formula("slices the slow too", Invariant.PROPORTIONALITY, SLICES),
        liar("gives rise to envy", Invariant.ENVY_FREENESS, PlainPolicies::greedy),
        liar("prefers the first of twins", Invariant.EQUAL_TREATMENT, PlainPolicies::greedy),
        formula(
            "counts steps",
            Invariant.UNIT_INVARIANCE,
            (p, m, j, n) -> slice(p, m, j, 1.0 / n) / (1 + rate(p, m, j))),
        liar("goes by the list", Invariant.ORDER_INVARIANCE, PlainPolicies::greedy),
        formula("makes room for newcomers", Invariant.ARRIVAL_PRIORITY, SLICES),
        formula(
            "dislikes odd clusters",
            Invariant.RESOURCE_MONOTONICITY,
            (p, m, j, n) -> slice(p, m, j, (p.cluster().workers() % 2 == 0 ? 1.0 : 0.1) / n)),
        formula(
            "dislikes even numbers of jobs",
            Invariant.POPULATION_MONOTONICITY,
            (p, m, j, n) -> slice(p, m, j, (n % 2 == 0 ? 0.1 : 1.0) / n)),
        formula(
            "punishes weight",
            Invariant.WEIGHT_MONOTONICITY,
            (p, m, j, n) -> slice(p, m, j, 1.0 / n) / (1 + p.job(m).weight())),
        formula(
            "punishes speed",
            Invariant.SPEED_MONOTONICITY,
            (p, m, j, n) -> slice(p, m, j, 1.0 / n) / (1 + fastest(p, m) * fastest(p, m))),
        formula(
            "believes what is reported",
            Invariant.STRATEGY_PROOFNESS,
            (p, m, j, n) -> slice(p, m, j, 1.0 / n) * rate(p, m, j) / (1 + rate(p, m, j))));
  }

  private static double weights(AllocationProblem problem) {
    double weights = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      weights += runsAlone(problem, m) ? problem.job(m).weight() : 0;
    }
    return weights;
  }

  /** A slice whose row is not scaled down: within every pool, but not within the job's time. */
  private static double wholeWorkers(AllocationProblem problem, int m, int j, int n) {
    double gangs = 1.0 / (n * problem.job(m).workers());
    return Math.min(
        1,
        A_LITTLE
            * slice(problem, m, j, 1.0 / n)
            * Math.max(1, problem.cluster().workers() * gangs));
  }

  private static boolean first(AllocationProblem problem, int m, int j) {
    for (int i = 0; i < j; i++) {
      if (problem.runs(m, i) && rate(problem, m, i) == rate(problem, m, j)) {
        return false;
      }
    }
    return true;
  }

  /** Gives less time on each call. */
  private static final class Tired implements Policy {
    private int calls;

    @Override
    public Allocation allocate(AllocationProblem problem) {
      calls++;
      return by(problem, (p, m, j, n) -> slice(p, m, j, 1.0 / n) / calls);
    }
  }

  /** Draws from one random source across calls. */
  private static final class Lots implements Policy {
    private final Random random = new Random(1);

    @Override
    public Allocation allocate(AllocationProblem problem) {
      return by(problem, (p, m, j, n) -> slice(p, m, j, 1.0 / n) * random.nextDouble());
    }
  }

  /** An allocation with wrong figures: exaggerated, or not numbers. */
  private record Boast(Allocation honest, double factor, double offset) implements Allocation {
    @Override
    public AllocationProblem problem() {
      return honest.problem();
    }

    @Override
    public double fraction(int g, int j) {
      return honest.fraction(g, j) + offset;
    }

    @Override
    public double effectiveThroughput(int m) {
      return factor * honest.effectiveThroughput(m);
    }

    @Override
    public double timeFraction(int m) {
      return honest.timeFraction(m);
    }

    @Override
    public double workersUsed(int k) {
      return honest.workersUsed(k);
    }

    @Override
    public Certificate certificate() {
      return honest.certificate();
    }
  }
}
