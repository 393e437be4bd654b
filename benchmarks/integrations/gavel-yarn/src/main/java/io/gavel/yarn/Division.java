package io.gavel.yarn;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Divides accelerators among claims by a policy of the library.
 *
 * <pre>
 *   lexicographically maximise  Σ_j speed_mj x_mj / (weight_m · mean speed_m),  the smallest first
 *   subject to  least_mj ≤ x_mj ≤ most_mj,  Σ_m x_mj ≤ total_j
 * </pre>
 *
 * <p>A claim of size {@code s}, all accelerators that it can use at once, is a job that holds them
 * in part of the time. A gang must fit into each pool that it may use, and claims need not; so a
 * claim becomes jobs of smaller size that are alike and share its weight, which have equal levels.
 * The demand on a single type limits more than {@code s} only if the policy would exceed it: such
 * limits are added when they are violated, until none is. Immutable.
 */
final class Division {

  /** More jobs would take minutes. */
  private static final int MOST_JOBS = 20_000;

  /** Constraints hold to this part of their bound. */
  private static final double TOLERANCE = 1e-6;

  private final List<String> types;
  private final List<Claim> claims;
  private final Optional<Allocation> allocation;
  private final double[][] shares;

  private Division(
      List<String> types, List<Claim> claims, Optional<Allocation> allocation, double[][] shares) {
    this.types = types;
    this.claims = claims;
    this.allocation = allocation;
    this.shares = shares;
  }

  /**
   * Divides.
   *
   * @param types names of accelerators
   * @param total accelerators by type
   * @param claims what queues or applications can use
   * @param policy divides where the claims exceed the total
   * @throws RuntimeException if the policy refuses
   */
  static Division of(List<String> types, long[] total, List<Claim> claims, Policy policy) {
    if (fits(total, claims)) {
      double[][] all = new double[claims.size()][types.size()];
      for (int m = 0; m < all.length; m++) {
        for (int j = 0; j < types.size(); j++) {
          all[m][j] = claims.get(m).most(j);
        }
      }
      return new Division(types, claims, Optional.empty(), all);
    }
    Statement statement = new Statement(types, total, claims);
    AllocationProblem problem = statement.problem();
    while (true) {
      Allocation allocation = policy.allocate(problem);
      double[][] shares = statement.shares(allocation);
      List<Constraint> violated = statement.violated(shares);
      if (violated.isEmpty()) {
        return new Division(types, claims, Optional.of(allocation), shares);
      }
      for (Constraint limit : violated) {
        problem = problem.constraining(limit);
      }
    }
  }

  private static boolean fits(long[] total, List<Claim> claims) {
    return IntStream.range(0, total.length)
        .allMatch(j -> claims.stream().mapToLong(claim -> claim.most(j)).sum() <= total[j]);
  }

  List<Claim> claims() {
    return claims;
  }

  /** Accelerators by claim and type, not rounded: what a claim has on average over time. */
  double[] shares(int claim) {
    return shares[claim].clone();
  }

  /** Whole accelerators by claim and type: the largest remainders are rounded up. */
  long[][] wholeShares() {
    long[][] whole = new long[claims.size()][types.size()];
    for (int j = 0; j < types.size(); j++) {
      int type = j;
      double sum = 0;
      long given = 0;
      for (int m = 0; m < whole.length; m++) {
        whole[m][j] = (long) Math.floor(shares[m][j] + TOLERANCE);
        given += whole[m][j];
        sum += shares[m][j];
      }
      long left = (long) Math.floor(sum + TOLERANCE) - given;
      List<Integer> order =
          IntStream.range(0, whole.length)
              .boxed()
              .filter(m -> whole[m][type] < claims.get(m).most(type))
              .sorted((a, b) -> Double.compare(remainder(b, type), remainder(a, type)))
              .limit(Math.max(0, left))
              .toList();
      order.forEach(m -> whole[m][type]++);
    }
    return whole;
  }

  private double remainder(int m, int j) {
    return shares[m][j] - Math.floor(shares[m][j] + TOLERANCE);
  }

  /** Why a claim has no more, in sentences. */
  String explain(int claim) {
    return allocation
        .map(x -> Explanation.of(x, Statement.id(claims.get(claim).name(), 0)).toText())
        .orElse("all demands fit; %s has what it asks for".formatted(claims.get(claim).name()));
  }

  /** The claims as a problem of the library. */
  private static final class Statement {
    private final List<String> types;
    private final long[] total;
    private final List<Claim> claims;
    private final int[] firstJob;

    Statement(List<String> types, long[] total, List<Claim> claims) {
      this.types = types;
      this.total = total;
      this.claims = claims;
      firstJob = new int[claims.size() + 1];
      for (int m = 0; m < claims.size(); m++) {
        firstJob[m + 1] = Math.toIntExact(Math.addExact(firstJob[m], parts(claims.get(m))));
      }
      if (firstJob[claims.size()] > MOST_JOBS) {
        throw new IllegalArgumentException(
            ("demands are up to %s times the accelerators of a type; that is %s jobs, and at most"
                    + " %s are solved")
                .formatted(
                    claims.stream().mapToLong(this::parts).max().orElse(0),
                    firstJob[claims.size()],
                    MOST_JOBS));
      }
    }

    static String id(String name, int part) {
      return part == 0 ? name : name + "#" + part;
    }

    /** The jobs of a claim, so that each fits into every pool that it may use. */
    private long parts(Claim claim) {
      long smallest =
          IntStream.range(0, total.length)
              .filter(j -> claim.most(j) > 0)
              .mapToLong(j -> total[j])
              .min()
              .orElseThrow();
      return (claim.size() + smallest - 1) / smallest;
    }

    AllocationProblem problem() {
      WorkerType[] pools = new WorkerType[types.size()];
      for (int j = 0; j < pools.length; j++) {
        pools[j] = new WorkerType(types.get(j), Math.toIntExact(total[j]));
      }
      AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(pools));
      for (int m = 0; m < claims.size(); m++) {
        Claim claim = claims.get(m);
        int parts = firstJob[m + 1] - firstJob[m];
        for (int part = 0; part < parts; part++) {
          add(problem, claim, part, parts);
        }
        for (int j = 0; j < pools.length; j++) {
          if (claim.least(j) > 0) {
            problem.constraint(
                Constraint.named("minimum share of %s on %s".formatted(claim.name(), types.get(j)))
                    .that(workers(m, j))
                    .atLeast((double) claim.least(j)));
          }
        }
      }
      return problem.build();
    }

    private void add(AllocationProblem.Builder problem, Claim claim, int part, int parts) {
      long size = claim.size();
      int own = Math.toIntExact(size / parts + (part < size % parts ? 1 : 0));
      double weight = (double) claim.schedulable().getWeight() * own / size;
      String id = id(claim.name(), part);
      double[] rates = new double[types.size()];
      for (int j = 0; j < rates.length; j++) {
        rates[j] = own * claim.speeds()[j];
        if (claim.most(j) == 0) {
          problem.forbid(id, types.get(j));
        }
      }
      problem.job(Job.builder(id).scaleFactor(own).weight(weight).build(), rates);
    }

    private LinearForm workers(int m, int j) {
      String[] ids =
          IntStream.range(0, firstJob[m + 1] - firstJob[m])
              .mapToObj(part -> id(claims.get(m).name(), part))
              .toArray(String[]::new);
      return LinearForm.workers().ofJobs(ids).onTypes(types.get(j));
    }

    double[][] shares(Allocation x) {
      double[][] shares = new double[claims.size()][types.size()];
      for (int m = 0; m < shares.length; m++) {
        for (int job = firstJob[m]; job < firstJob[m + 1]; job++) {
          for (int j = 0; j < types.size(); j++) {
            shares[m][j] += x.problem().job(job).workers() * x.fraction(job, j);
          }
        }
      }
      return shares;
    }

    List<Constraint> violated(double[][] shares) {
      List<Constraint> violated = new ArrayList<>();
      for (int m = 0; m < shares.length; m++) {
        for (int j = 0; j < types.size(); j++) {
          double most = claims.get(m).most(j);
          if (shares[m][j] > most + 2 * TOLERANCE * Math.max(1, total[j])) {
            violated.add(
                Constraint.named(
                        "demand of %s for %s".formatted(claims.get(m).name(), types.get(j)))
                    .that(workers(m, j))
                    .atMost(most));
          }
        }
      }
      return violated;
    }
  }
}
