package io.gavel.cli.report;

import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.program.Program.Purchasable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one more unit of something is worth to the policy, in units of its objective. Immutable.
 *
 * @param kind the priced resource
 * @param name of the worker type, constraint or job
 * @param price in units of the objective
 * @param per the unit
 * @param amount how much there is of it, to tell prices from rounding errors
 * @param objective of the policy
 */
record NamedPrice(
    Kind kind, String name, double price, String per, double amount, double objective) {

  /** The part of the objective from which on something has a worth, above rounding errors. */
  private static final double LEAST_WORTH = 1e-9;

  /** The priced resource. */
  enum Kind {
    /** The workers of a type, or of the pool that it shares. */
    WORKERS("workers"),
    /** The bound of a constraint or of a rule of a quota. */
    CONSTRAINT("constraint"),
    /** The number of workers of a type that can be bought. */
    PURCHASE("purchase"),
    /** The throughput that a job must receive. */
    THROUGHPUT("throughput of job");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Returns all prices of an answer: of workers, constraints, purchases and jobs. */
  static List<NamedPrice> of(SolveOutcome.Answer answer) {
    Allocation allocation = answer.result().allocation();
    List<NamedPrice> named = new ArrayList<>();
    workers(allocation, named);
    constraints(allocation, named);
    if (!answer.result().purchased().isEmpty()) {
      Certificate certificate = allocation.certificate();
      purchases(answer.file(), certificate.prices(), certificate.objective(), named);
    }
    throughputs(allocation, named);
    return named;
  }

  private static void workers(Allocation allocation, List<NamedPrice> named) {
    Certificate certificate = allocation.certificate();
    Cluster cluster = allocation.problem().cluster();
    for (int j = 0; j < cluster.typeCount(); j++) {
      int k = cluster.poolOf(j);
      named.add(
          new NamedPrice(
              Kind.WORKERS,
              cluster.type(j).name(),
              certificate.prices().ofPool(k),
              "worker",
              cluster.poolWorkers(k),
              certificate.objective()));
    }
  }

  private static void constraints(Allocation allocation, List<NamedPrice> named) {
    Certificate certificate = allocation.certificate();
    AllocationProblem problem = allocation.problem();
    Map<String, String> units =
        problem.constraintSet().inForce(problem).stream()
            .collect(Collectors.toMap(Constraint::name, NamedPrice::unit));
    Map<String, Double> scales =
        problem.constraintRows().stream()
            .collect(Collectors.toMap(LinearRow::name, LinearRow::scale));
    certificate
        .prices()
        .constraints()
        .forEach(
            (name, price) ->
                named.add(
                    new NamedPrice(
                        Kind.CONSTRAINT,
                        name,
                        price,
                        units.getOrDefault(name, "unit of the bound"), // a row of the policy
                        scales.getOrDefault(name, 1.0),
                        certificate.objective())));
  }

  private static void throughputs(Allocation allocation, List<NamedPrice> named) {
    Certificate certificate = allocation.certificate();
    AllocationProblem problem = allocation.problem();
    for (int m = 0; m < problem.jobCount(); m++) {
      named.add(
          new NamedPrice(
              Kind.THROUGHPUT,
              problem.job(m).id(),
              certificate.prices().ofThroughput(m),
              "step/s",
              allocation.effectiveThroughput(m),
              certificate.objective()));
    }
  }

  /** The price of a purchase is the price of a worker less its cost. */
  private static void purchases(
      ProblemFile file, Prices prices, double objective, List<NamedPrice> named) {
    Cluster cluster = file.problem().cluster();
    for (Purchasable workers : file.purchasables()) {
      double worth = prices.ofPool(cluster.poolOf(cluster.indexOf(workers.typeName())));
      named.add(
          new NamedPrice(
              Kind.PURCHASE,
              workers.typeName(),
              Math.max(0, worth - workers.pricePerHour()),
              "worker that can be bought",
              workers.most(),
              objective));
    }
  }

  private static String unit(Constraint constraint) {
    List<Term.Unit> units = constraint.form().terms().stream().map(Term::unit).distinct().toList();
    boolean weighted =
        constraint.form().terms().stream().anyMatch(term -> Math.abs(term.factor()) != 1);
    if (units.size() > 1 || (units.get(0) == Term.Unit.STEPS && weighted)) {
      return "unit of the bound";
    }
    return switch (units.get(0)) {
      case WORKERS -> "worker";
      case TIME -> "fraction of time";
      case RUNNING -> "unit of the bound";
      case STEPS -> "step/s";
      case AMOUNT -> "unit of amount";
    };
  }

  /** Returns the price with five digits; 0 if it is a rounding error. */
  String figure() {
    boolean worth = Math.abs(price) * amount > LEAST_WORTH * Math.abs(objective);
    return String.format(Locale.ROOT, "%.5g", worth ? price : 0);
  }
}
