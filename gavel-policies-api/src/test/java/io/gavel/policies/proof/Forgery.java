package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Group;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** One change of a certificate or of its subject: claims, prices, fractions, statement, problem. */
final class Forgery {

  /** The number of changes apart from changes of levels. */
  static final int KINDS = 25;

  private static final double[] PARTS = {1e-12, 1e-9, 1e-6, 0.01};
  private static final double[] BELOW = {0, 1e-300, 1e-12, 1e-7, 1e-6};
  private static final double[] FACTORS = {0.5, 1 - 1e-9, 1 + 1e-15, 1 + 1e-7, 1.0001};
  private static final double[] BOUNDS = {0, -1e-18, -1, -1e9};

  private final Random random;
  private final Allocation x;
  private final int types;
  private final boolean minimized;
  private AllocationProblem problem;
  private double[] fractions;
  private double objective;
  private double bound;
  private Prices prices;
  private Statement statement;

  Forgery(Allocation x, Random random) {
    this.x = x;
    this.random = random;
    problem = x.problem();
    types = problem.cluster().typeCount();
    fractions = x.fractions();
    Certificate c = x.certificate();
    objective = c.objective();
    bound = c.bound();
    prices = c.prices();
    statement = c.statement().orElseThrow();
    minimized = statement.goal().minimized();
  }

  Allocation make() {
    Optional<FairLevels> levels = x.certificate().levels();
    if (levels.isPresent() && random.nextInt(3) == 0) {
      return claiming(levels.map(honest -> RandomCertificates.forged(honest, random)));
    }
    change(random.nextInt(KINDS));
    return claiming(levels);
  }

  private Allocation claiming(Optional<FairLevels> levels) {
    return Allocation.of(
        problem,
        fractions,
        new Certificate(objective, bound, 0, prices, Optional.of(statement), levels));
  }

  private double one(double[] of) {
    return of[random.nextInt(of.length)];
  }

  /** The change of a number that makes a claim better by a part of the number. */
  private double better(double claim, double part) {
    double better = claim + (minimized ? -part : part) * Math.abs(claim);
    return Double.isFinite(better) ? better : claim;
  }

  private void change(int kind) {
    switch (kind) {
      case 0 -> objective = minimized ? 0 : Math.nextUp(objective);
      case 1 -> bound = Math.nextDown(bound);
      case 2 -> bound = Math.nextUp(bound);
      case 3 -> bound = objective;
      case 4 -> Arrays.setAll(fractions, i -> random.nextInt(3) == 0 ? 0 : x.fraction(0, 0));
      case 5 -> prices = RandomCertificates.forged(prices, problem, random);
      case 6 -> problem = problem.withConstraints(ConstraintSet.none());
      case 7 -> {
        statement = statement.withRows(statement.rows().stream().skip(1).toList());
        objective *= 1 + Math.ulp(1.0) * (random.nextInt(5) - 2);
      }
      case 8 -> objective = better(objective, one(PARTS));
      case 9 -> objective = better(objective, -one(PARTS));
      case 10 -> bound = better(bound, -one(PARTS));
      case 11 -> bound = better(bound, one(PARTS));
      case 12 -> starve();
      case 13 -> {
        double below = one(BELOW);
        Arrays.setAll(fractions, i -> fractions[i] == 0 ? -below : fractions[i]);
      }
      case 14 -> {
        double factor = one(FACTORS);
        Arrays.setAll(fractions, i -> fractions[i] * factor);
      }
      case 15 -> swap();
      case 16 -> {
        int i = random.nextInt(Math.max(1, fractions.length));
        Arrays.setAll(fractions, e -> e == i ? Math.nextUp(fractions[e]) : fractions[e]);
      }
      case 17 -> {
        objective = random.nextBoolean() ? -objective : objective;
        bound = random.nextBoolean() ? -bound : one(BOUNDS);
      }
      case 18 -> statement = RandomStatement.of(x, random).statement();
      case 19 -> {
        double[] floors = new double[problem.jobCount()];
        Arrays.setAll(
            floors, m -> x.effectiveThroughput(m) * (0.5 + random.nextInt(2) * 0.5000001));
        boolean ofTimes = statement.goal() instanceof Goal.FinishTimes; // they have no floors
        statement = ofTimes ? statement : statement.withFloors(floors);
      }
      case 20 -> {
        Map<String, Double> negated = new HashMap<>(prices.constraints());
        negated.replaceAll((name, price) -> -price);
        prices = prices.withConstraints(negated);
      }
      case 21 -> {
        double[] workers = new double[problem.cluster().poolCount()];
        Arrays.setAll(workers, k -> Point.workers(problem, statement, k) * random.nextInt(3) / 2);
        statement = statement.withFree(statement.free(), workers);
      }
      case 22 -> problem = otherRates();
      case 23 ->
          problem =
              problem.constraining(
                  Constraint.named("loose")
                      .that(LinearForm.workers())
                      .atMost(1e6 * (1 + problem.jobCount())));
      default -> {
        starve();
        bound = objective;
      }
    }
  }

  /** Takes the fractions of a job, or a little more than that. */
  private void starve() {
    if (problem.jobCount() > 0) {
      int starved = random.nextInt(problem.jobCount());
      double below = one(BELOW);
      for (int i = 0; i < fractions.length; i++) {
        Group group = problem.group(i / types);
        if (group.member(0) == starved || group.member(group.size() - 1) == starved) {
          fractions[i] = -below;
        }
      }
    }
  }

  private void swap() {
    if (fractions.length > 0) {
      int i = random.nextInt(fractions.length);
      int j = random.nextInt(fractions.length);
      double moved = fractions[i];
      fractions[i] = fractions[j];
      fractions[j] = moved;
    }
  }

  /** The problem without constraints and with a rate changed by an ulp, or by half. */
  private AllocationProblem otherRates() {
    double factor = one(FACTORS);
    int changed = random.nextInt(Math.max(1, problem.groupCount()));
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(types);
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      List<double[]> rows = new ArrayList<>();
      for (int i = 0; i < group.size(); i++) {
        double[] row = new double[types];
        for (int j = 0; j < types; j++) {
          row[j] = problem.throughputs().stepsPerSecond(g, i, j) * (g == changed ? factor : 1);
        }
        rows.add(row);
      }
      if (group instanceof Group.Pair pair) {
        rates.pair(pair.first(), pair.second(), rows.get(0), rows.get(1));
      } else if (group instanceof Group.Configuration way) {
        rates.configuration(way.job(), way.name(), way.holding(), rows.get(0));
      } else {
        rates.job(rows.get(0));
      }
    }
    return AllocationProblem.of(
        problem.cluster(), problem.jobs(), rates.build(), problem.entities());
  }
}
