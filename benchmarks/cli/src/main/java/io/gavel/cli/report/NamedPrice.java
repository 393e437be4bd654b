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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What one more unit of something is worth to the policy, in units of its objective. Immutable.
 *
 * @param kind the priced resource
 * @param name of the worker type, constraint or job
 * @param price in units of the objective; 0 if the certificate cannot tell it from 0
 * @param per the unit
 */
record NamedPrice(Kind kind, String name, double price, String per) {

  /** The part of the objective from which on something has a worth, above rounding errors. */
  private static final double LEAST_WORTH = 1e-9;

  /** The largest relative gap of a proof. */
  private static final double PROVED = 1e-6;

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

  /**
   * Returns all prices of an answer: of workers, constraints, purchases and jobs.
   *
   * @return empty if the policy has no prices
   */
  static List<NamedPrice> of(SolveOutcome.Answer answer) {
    Allocation allocation = answer.result().allocation();
    if (!exist(allocation, answer.claimsProof())) {
      return List.of();
    }
    List<NamedPrice> named = workers(allocation);
    constraints(allocation, named);
    if (!answer.result().purchased().isEmpty()) {
      purchases(answer.file(), allocation.certificate(), named);
    }
    throughputs(allocation, named);
    return named;
  }

  /**
   * Returns whether a policy has prices. A rule such as first in, first out states its own value as
   * bound, at prices of 0.
   *
   * @param allocation its answer
   * @param claimsProof whether it claims to prove its objective
   */
  static boolean exist(Allocation allocation, boolean claimsProof) {
    Prices prices = allocation.certificate().prices();
    return claimsProof
        || Arrays.stream(prices.pools()).anyMatch(price -> price > 0)
        || prices.constraints().values().stream().anyMatch(price -> price != 0)
        || IntStream.range(0, allocation.problem().jobCount())
            .anyMatch(m -> prices.ofThroughput(m) > 0);
  }

  /**
   * Returns a price, or 0 if the certificate cannot tell it from 0: if all that is sold at this
   * price is worth no more than its gap, or than rounding errors of the objective.
   *
   * @param price in units of the objective
   * @param amount how much there is at this price
   */
  static double significant(Certificate certificate, double price, double amount) {
    double objective = Math.abs(certificate.objective());
    double gap = Math.abs(certificate.bound() - certificate.objective());
    double least = Math.max(LEAST_WORTH * objective, Math.min(gap, PROVED * objective));
    return Math.abs(price) * amount > least ? price : 0;
  }

  /** Returns the price of one more worker of each type, in their order. */
  static List<NamedPrice> workers(Allocation allocation) {
    List<NamedPrice> named = new ArrayList<>();
    Certificate certificate = allocation.certificate();
    Cluster cluster = allocation.problem().cluster();
    for (int j = 0; j < cluster.typeCount(); j++) {
      int k = cluster.poolOf(j);
      named.add(
          new NamedPrice(
              Kind.WORKERS,
              cluster.type(j).name(),
              significant(certificate, ofWorker(allocation, k), cluster.poolWorkers(k)),
              "worker"));
    }
    return named;
  }

  /** Returns the price of one more worker of a pool, which co-gangs may also hold alongside. */
  private static double ofWorker(Allocation allocation, int k) {
    AllocationProblem problem = allocation.problem();
    Cluster cluster = problem.cluster();
    Prices prices = allocation.certificate().prices();
    int[] types =
        IntStream.range(0, cluster.typeCount()).filter(j -> cluster.poolOf(j) == k).toArray();
    boolean alongside =
        IntStream.range(0, problem.groupCount())
            .filter(problem::isCoGang)
            .anyMatch(g -> Arrays.stream(types).anyMatch(j -> problem.alongside(g, j) > 0));
    String row = AllocationProblem.CO_GANGS + cluster.poolName(k);
    return prices.ofPool(k) + (alongside ? prices.constraints().getOrDefault(row, 0.0) : 0);
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
                        significant(certificate, price, scales.getOrDefault(name, 1.0)),
                        units.getOrDefault(name, "unit of the bound")))); // a row of the policy
  }

  private static void throughputs(Allocation allocation, List<NamedPrice> named) {
    Certificate certificate = allocation.certificate();
    AllocationProblem problem = allocation.problem();
    for (int m = 0; m < problem.jobCount(); m++) {
      named.add(
          new NamedPrice(
              Kind.THROUGHPUT,
              problem.job(m).id(),
              significant(
                  certificate,
                  certificate.prices().ofThroughput(m),
                  allocation.effectiveThroughput(m)),
              "step/s"));
    }
  }

  /** The price of a purchase is the price of a worker less its cost. */
  private static void purchases(ProblemFile file, Certificate certificate, List<NamedPrice> named) {
    Cluster cluster = file.problem().cluster();
    for (Purchasable workers : file.purchasables()) {
      int k = cluster.poolOf(cluster.indexOf(workers.typeName()));
      double worth = certificate.prices().ofPool(k) - workers.pricePerHour();
      named.add(
          new NamedPrice(
              Kind.PURCHASE,
              workers.typeName(),
              Math.max(0, significant(certificate, worth, workers.most())),
              "worker that can be bought"));
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

  /** Returns the price with five digits. */
  String figure() {
    return String.format(Locale.ROOT, "%.5g", price);
  }
}
