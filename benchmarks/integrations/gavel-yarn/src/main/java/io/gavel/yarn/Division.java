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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * in part of the time. A gang must fit into each pool that it may use, and claims need not: such a
 * claim is at first taken for as large as its smallest pool. Only if it would use more, it becomes
 * several identical jobs that share its weight and have equal levels. Likewise, the demand on a
 * single type limits more than {@code s} only if the policy would exceed it. Such limits are added
 * when they are violated, until none is; what does not bind does not change the optimum. Immutable.
 */
final class Division {

  /** More jobs would take minutes. */
  private static final int MOST_JOBS = 20_000;

  /** Constraints hold to this part of their bound. */
  private static final double TOLERANCE = 1e-6;

  private final Demands demands;
  private final Optional<Allocation> allocation;

  /** Why a claim has no more if there is no allocation. */
  private final String reason;

  private final double[][] shares;
  private final long[][] whole;

  private Division(
      Demands demands, Optional<Allocation> allocation, String reason, double[][] shares) {
    this.demands = demands;
    this.allocation = allocation;
    this.reason = reason;
    this.shares = shares;
    this.whole = rounded(demands.claims, shares, demands.types.size());
  }

  /** Returns all that is demanded, where it fits. */
  static Division ofAll(Demands demands) {
    double[][] all = new double[demands.claims.size()][demands.types.size()];
    for (int m = 0; m < all.length; m++) {
      for (int j = 0; j < all[m].length; j++) {
        all[m][j] = demands.claims.get(m).most(j);
      }
    }
    return new Division(demands, Optional.empty(), "all demands fit; it has what it asks for", all);
  }

  /**
   * Divides.
   *
   * @param demands exceed the total of some type
   * @param policy divides
   * @throws RuntimeException if the policy refuses
   */
  static Division of(Demands demands, Policy policy) {
    List<Claim> claims = demands.claims;
    long[] sizes = new long[claims.size()];
    Arrays.setAll(sizes, m -> firstSize(demands.total, claims.get(m)));
    boolean[][] limited = new boolean[claims.size()][demands.types.size()];
    while (true) {
      Statement statement = new Statement(demands.types, demands.total, claims, sizes);
      Allocation allocation = policy.allocate(statement.problem(limited));
      double[][] shares = statement.shares(allocation);
      boolean exceeded = statement.limitExceeded(shares, limited);
      exceeded |= statement.enlargeUsedUp(shares);
      if (!exceeded) {
        return new Division(demands, Optional.of(allocation), "", shares);
      }
    }
  }

  /**
   * Returns the part of this division that later demands still request. A new claim has nothing
   * yet.
   */
  Division keptFor(Demands later) {
    Map<String, Integer> before = new HashMap<>();
    for (int m = 0; m < shares.length; m++) {
      before.put(demands.claims.get(m).name(), m);
    }
    double[][] kept = new double[later.claims.size()][later.types.size()];
    for (int m = 0; m < kept.length; m++) {
      Integer own = before.get(later.claims.get(m).name());
      for (int j = 0; own != null && j < kept[m].length; j++) {
        int type = demands.types.indexOf(later.types.get(j));
        double had = type < 0 ? 0 : shares[own][type];
        kept[m][j] = Math.min(had, (double) later.claims.get(m).most(j));
      }
    }
    return new Division(
        later,
        Optional.empty(),
        "shares are being computed anew; until then, it keeps what it had and still asks for",
        kept);
  }

  /**
   * Returns the initial number of jobs of a claim: one, unless its minimum shares may need several.
   */
  private static long firstSize(long[] total, Claim claim) {
    boolean promised = IntStream.range(0, total.length).anyMatch(j -> claim.least(j) > 0);
    return promised ? claim.size() : Math.min(claim.size(), smallestPool(total, claim));
  }

  /** Returns the accelerators in the smallest pool that a claim may use. */
  private static long smallestPool(long[] total, Claim claim) {
    return IntStream.range(0, total.length)
        .filter(j -> claim.most(j) > 0)
        .mapToLong(j -> total[j])
        .min()
        .orElseThrow();
  }

  /** Accelerators by claim and type, not rounded: the average over time. */
  double[] shares(int claim) {
    return shares[claim].clone();
  }

  /** Whole accelerators of a claim by type; not modified. */
  long[] wholeShares(int claim) {
    return whole[claim];
  }

  /** Whole accelerators by claim and type: the largest remainders are rounded up. */
  private static long[][] rounded(List<Claim> claims, double[][] shares, int types) {
    long[][] whole = new long[shares.length][types];
    for (int j = 0; j < types; j++) {
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
              .sorted(
                  (a, b) -> Double.compare(remainder(shares[b][type]), remainder(shares[a][type])))
              .limit(Math.max(0, left))
              .toList();
      order.forEach(m -> whole[m][type]++);
    }
    return whole;
  }

  private static double remainder(double share) {
    return share - Math.floor(share + TOLERANCE);
  }

  /** Why a claim has no more, in sentences. */
  String explain(int claim) {
    String name = demands.claims.get(claim).name();
    return allocation
        .map(x -> Explanation.of(x, Statement.id(name, 0)).toText())
        .orElseGet(() -> "%s: %s".formatted(name, reason));
  }

  /** The claims as a problem of the library. */
  private static final class Statement {
    private final List<String> types;
    private final long[] total;
    private final List<Claim> claims;
    private final long[] sizes; // that claims are taken for
    private final int[] firstJob;

    Statement(List<String> types, long[] total, List<Claim> claims, long[] sizes) {
      this.types = types;
      this.total = total;
      this.claims = claims;
      this.sizes = sizes;
      firstJob = new int[claims.size() + 1];
      for (int m = 0; m < claims.size(); m++) {
        firstJob[m + 1] = Math.toIntExact(Math.addExact(firstJob[m], parts(m)));
      }
      if (firstJob[claims.size()] > MOST_JOBS) {
        throw new IllegalArgumentException(
            ("demands are up to %s times the accelerators of a type; that is %s jobs, and at most"
                    + " %s are solved")
                .formatted(
                    IntStream.range(0, sizes.length).mapToLong(this::parts).max().orElse(0),
                    firstJob[claims.size()],
                    MOST_JOBS));
      }
    }

    static String id(String name, int part) {
      return part == 0 ? name : name + "#" + part;
    }

    /** Returns the jobs of a claim, so that each fits into every pool that it may use. */
    private long parts(int m) {
      long smallest = smallestPool(total, claims.get(m));
      return (sizes[m] + smallest - 1) / smallest;
    }

    /** Returns the problem with the limits on demands that are stated. */
    AllocationProblem problem(boolean[][] limited) {
      WorkerType[] pools = new WorkerType[types.size()];
      for (int j = 0; j < pools.length; j++) {
        pools[j] = new WorkerType(types.get(j), Math.toIntExact(total[j]));
      }
      AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(pools));
      for (int m = 0; m < claims.size(); m++) {
        Claim claim = claims.get(m);
        int parts = firstJob[m + 1] - firstJob[m];
        for (int part = 0; part < parts; part++) {
          add(problem, claim, sizes[m], part, parts);
        }
        for (int j = 0; j < pools.length; j++) {
          if (claim.least(j) > 0) {
            problem.constraint(
                Constraint.named("minimum share of %s on %s".formatted(claim.name(), types.get(j)))
                    .that(workers(m, j))
                    .atLeast((double) claim.least(j)));
          }
          if (limited[m][j]) {
            problem.constraint(
                Constraint.named("demand of %s for %s".formatted(claim.name(), types.get(j)))
                    .that(workers(m, j))
                    .atMost((double) claim.most(j)));
          }
        }
      }
      return problem.build();
    }

    private void add(
        AllocationProblem.Builder problem, Claim claim, long size, int part, int parts) {
      int own = Math.toIntExact(size / parts + (part < size % parts ? 1 : 0));
      double weight = claim.weight() * own / size;
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

    /**
     * If shares exceed demands on single types, marks these, and all that a claim would exceed if
     * it did all of its work on one type: other claims are displaced there, and a few large
     * programs take less time than many growing ones.
     *
     * @return whether any is exceeded
     */
    boolean limitExceeded(double[][] shares, boolean[][] limited) {
      boolean any = false;
      for (int m = 0; m < shares.length; m++) {
        for (int j = 0; j < types.size(); j++) {
          double most = claims.get(m).most(j) + 2 * TOLERANCE * Math.max(1, total[j]);
          any |= shares[m][j] > most;
        }
      }
      for (int m = 0; any && m < shares.length; m++) {
        Claim claim = claims.get(m);
        double work = 0;
        for (int j = 0; j < types.size(); j++) {
          work += claim.speeds()[j] * shares[m][j];
        }
        for (int j = 0; j < types.size(); j++) {
          limited[m][j] |= claim.most(j) > 0 && claim.speeds()[j] * claim.most(j) < work;
        }
      }
      return any;
    }

    /** Enlarges the claims that would use more than they are taken for; returns whether any. */
    boolean enlargeUsedUp(double[][] shares) {
      boolean any = false;
      for (int m = 0; m < shares.length; m++) {
        long size = claims.get(m).size();
        if (sizes[m] < size && Arrays.stream(shares[m]).sum() > sizes[m] * (1 - 1e-3)) {
          sizes[m] = size;
          any = true;
        }
      }
      return any;
    }
  }
}
