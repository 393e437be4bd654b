package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.model.Group;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Goal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The worth of an allocation to a team alone, as linear rows over the throughputs of its jobs.
 *
 * <p>A sum is one row. A least level is a row for each job, and a sum of concave utilities has a
 * tangent at each point. {@link #rows} begin with one row that follows from all others, and {@link
 * #require} adds the rows that an allocation violates. Mutable.
 */
public abstract class Worth {

  /**
   * The part of a worth that rows leave to others, and of a level below which nothing is missed.
   * The worth is known with an error of some 10<sup>-12</sup>; where a right takes all workers, the
   * others would share that error.
   */
  private static final double CLOSE = 1e-7;

  /** The part of a utility below which nothing is missed: it is certified no better. */
  private static final double CLOSE_UTILITY = Tolerance.CERTIFIED.relative();

  /** The part by which an allocation exceeds a tangent that no longer matters. */
  private static final double ROOM = 1e-6;

  /** The part by which the worth of a step on two types may differ by rounding. */
  private static final double SAME = 1e-12;

  final String right;
  final AllocationProblem alone;

  private Worth(String right, Allocation alone) {
    this.right = right;
    this.alone = alone.problem();
  }

  /** Returns the rows that are known to matter; none if the allocation is worth nothing. */
  abstract List<Constraint> rows();

  /** Returns whether one row is all of the right. */
  boolean isOneRow() {
    return false;
  }

  /** Adds the rows that an allocation to all teams breaks. */
  void require(Allocation x) {}

  /**
   * Returns the worth by the goal of the certificates, if it is one that teams can have alone; by
   * total normalised throughput otherwise.
   *
   * @param shared an allocation to all teams, whose goal counts gains on all worker types
   */
  static Worth of(String right, Allocation alone, Allocation shared) {
    Optional<Goal> goal =
        alone
            .certificate()
            .statement()
            .filter(statement -> alone.certificate().levels().isEmpty())
            .filter(statement -> statement.free().isEmpty())
            .map(statement -> statement.goal());
    double value = alone.certificate().objective();
    if (goal.orElse(null) instanceof Goal.Level level) {
      return new Levels(right, alone, m -> value * level.requirement(m));
    }
    if (goal.orElse(null) instanceof Goal.FinishTimes times) {
      return new Levels(
          right,
          alone,
          m -> times.steps(m) == 0 ? 0 : times.steps(m) / (value * times.unit(m) - times.past(m)));
    }
    if (goal.orElse(null) instanceof Goal.Welfare welfare) {
      return new Utilities(right, alone, welfare);
    }
    if (goal.isPresent()
        && shared.certificate().statement().map(statement -> statement.goal()).orElse(null)
            instanceof Goal.Total total) {
      if (total.minimized()) {
        throw new IllegalArgumentException(
            "the policy minimises a cost, which is no measure of guarantees; the problem has \"%s\""
                .formatted(right));
      }
      return new Sum(right, alone, total, shared.problem());
    }
    return ofNormalisedTotal(right, alone, shared);
  }

  /** Returns the worth as total normalised throughput. */
  static Worth ofNormalisedTotal(String right, Allocation alone, Allocation shared) {
    return ofTotal(
        right,
        alone,
        m -> {
          double equalShare = PoolShares.equalShare(alone.problem(), m);
          return equalShare > 0 ? 1 / equalShare : 0;
        });
  }

  /**
   * Returns the worth as a total.
   *
   * @param worth of a step per second of each job of the problem of the team alone
   */
  public static Worth ofTotal(String right, Allocation alone, IntToDoubleFunction worth) {
    return new Sum(right, alone, worth);
  }

  final Term steps(int m, List<String> types, double factor) {
    JobSelection job = new JobSelection.Ids(List.of(alone.job(m).id()));
    return new Term(job, types, Term.Unit.STEPS, List.of(), factor);
  }

  final List<Constraint> atLeast(String name, List<Term> terms, double bound) {
    return terms.isEmpty() || !(bound > 0)
        ? List.of()
        : List.of(Constraint.named(name).that(LinearForm.of(terms)).atLeast(bound));
  }

  /** The throughput of a job of the team in an allocation to all teams. */
  final double throughput(Allocation x, int m) {
    return x.effectiveThroughput(x.problem().indexOf(alone.job(m).id()));
  }

  /** A sum of gains. */
  private static final class Sum extends Worth {

    /** Of a step per second, {@code [job][type]}. */
    private final double[][] worth;

    private final double value;

    Sum(String right, Allocation x, IntToDoubleFunction ofStep) {
      super(right, x);
      worth = new double[alone.jobCount()][alone.cluster().typeCount()];
      for (int m = 0; m < worth.length; m++) {
        Arrays.fill(worth[m], ofStep.applyAsDouble(m));
      }
      value = value(x) * (1 - CLOSE);
    }

    /** A sum in which the worth of steps may differ by type, such as throughput per price. */
    Sum(String right, Allocation x, Goal.Total total, AllocationProblem shared) {
      super(right, x);
      int types = alone.cluster().typeCount();
      worth = new double[alone.jobCount()][types];
      for (int m = 0; m < worth.length; m++) {
        int of = shared.indexOf(alone.job(m).id());
        for (int j = 0; j < types; j++) {
          double rate = shared.runs(of, j) ? shared.stepsPerSecond(of, 0, j) : 0;
          worth[m][j] = rate > 0 ? total.gain(of * types + j) / rate : Double.NaN;
        }
        double some = Arrays.stream(worth[m]).filter(w -> !Double.isNaN(w)).findFirst().orElse(0);
        worth[m] = Arrays.stream(worth[m]).map(w -> Double.isNaN(w) ? some : w).toArray();
      }
      value = value(x) * (1 - CLOSE);
    }

    @Override
    boolean isOneRow() {
      return true;
    }

    /** Returns the sum; 0 if it cannot be told from 0. */
    private double value(Allocation x) {
      double sum = 0;
      double most = 0;
      for (int g = 0; g < alone.groupCount(); g++) {
        Group group = alone.group(g);
        for (int i = 0; i < group.size(); i++) {
          double[] ofJob = worth[group.member(i)];
          for (int j = 0; j < ofJob.length; j++) {
            double full = ofJob[j] * alone.stepsPerSecond(g, i, j);
            most = Math.max(most, full);
            sum += full * x.fraction(g, j);
          }
        }
      }
      return sum > Proof.NOTHING * most ? sum : 0;
    }

    @Override
    List<Constraint> rows() {
      List<Term> terms = new ArrayList<>();
      for (int m = 0; m < worth.length; m++) {
        double first = worth[m][0];
        boolean same =
            Arrays.stream(worth[m]).allMatch(of -> Math.abs(of - first) <= SAME * Math.abs(first));
        for (int j = 0; j < (same ? 1 : worth[m].length); j++) {
          if (worth[m][j] != 0) {
            List<String> types = same ? List.of() : List.of(alone.cluster().type(j).name());
            terms.add(steps(m, types, worth[m][j]));
          }
        }
      }
      return atLeast(right, terms, value);
    }
  }

  /** A least throughput of each job. */
  private static final class Levels extends Worth {
    private final double[] need;
    private final Set<Integer> stated = new HashSet<>();
    private final List<Constraint> rows;

    Levels(String right, Allocation x, IntToDoubleFunction need) {
      super(right, x);
      this.need =
          IntStream.range(0, alone.jobCount())
              .mapToDouble(m -> need.applyAsDouble(m) * (1 - CLOSE))
              .toArray();
      List<Term> terms = new ArrayList<>();
      for (int m = 0; m < this.need.length; m++) {
        if (this.need[m] > 0) {
          terms.add(steps(m, List.of(), 1 / this.need[m]));
        }
      }
      rows = new ArrayList<>(atLeast(right, terms, terms.size()));
    }

    @Override
    List<Constraint> rows() {
      return rows;
    }

    @Override
    void require(Allocation x) {
      for (int m = 0; m < need.length; m++) {
        if (throughput(x, m) < need[m] * (1 - CLOSE) && stated.add(m)) {
          String name = "%s:%s".formatted(right, alone.job(m).id());
          rows.addAll(atLeast(name, List.of(steps(m, List.of(), 1 / need[m])), 1));
        }
      }
    }
  }

  /** A sum of concave utilities. */
  private static final class Utilities extends Worth {
    private final Goal.Welfare goal;
    private final double[] had;
    private final double value;
    private final double least;
    private final List<Tangent> tangents = new ArrayList<>();
    private int stated;

    /** The row {@code slope · throughput ≥ bound}. */
    @SuppressWarnings("ArrayRecordComponent") // is never compared
    private record Tangent(List<Constraint> row, double[] slope, double bound) {

      boolean matters(double[] throughput) {
        double sum = -bound;
        for (int m = 0; m < slope.length; m++) {
          sum += slope[m] * throughput[m];
        }
        return sum <= ROOM * bound;
      }
    }

    Utilities(String right, Allocation x, Goal.Welfare goal) {
      super(right, x);
      this.goal = goal;
      had = IntStream.range(0, alone.jobCount()).mapToDouble(x::effectiveThroughput).toArray();
      double best = utility(had);
      double scale =
          IntStream.range(0, had.length).filter(this::counts).mapToDouble(goal::weight).sum();
      double part = goal.power() == 0 ? scale : Math.abs(best);
      value = best - CLOSE * part;
      least = best - CLOSE_UTILITY * part;
      tangents.add(tangent(had));
    }

    private boolean counts(int m) {
      return goal.weight(m) > 0 && had[m] > 0;
    }

    private double utility(double[] throughput) {
      double sum = 0;
      for (int m = 0; m < had.length; m++) {
        if (counts(m)) {
          double utility =
              goal.power() == 0
                  ? StrictMath.log(throughput[m])
                  : StrictMath.pow(throughput[m], goal.power()) / goal.power();
          sum += goal.weight(m) * utility;
        }
      }
      return sum;
    }

    /** Returns the tangent at a point, above which the utility does not rise. */
    private Tangent tangent(double[] at) {
      double[] slope = new double[had.length];
      List<Term> terms = new ArrayList<>();
      double bound = value - utility(at);
      for (int m = 0; m < had.length; m++) {
        if (counts(m)) {
          slope[m] = goal.weight(m) * StrictMath.pow(at[m], goal.power() - 1);
          terms.add(steps(m, List.of(), slope[m]));
          bound += slope[m] * at[m];
        }
      }
      stated++;
      String name = stated == 1 ? right : "%s:%s".formatted(right, stated);
      return new Tangent(atLeast(name, terms, bound), slope, bound);
    }

    @Override
    List<Constraint> rows() {
      return tangents.stream().flatMap(tangent -> tangent.row.stream()).toList();
    }

    @Override
    void require(Allocation x) {
      double[] has = new double[had.length];
      Arrays.setAll(has, m -> Math.max(throughput(x, m), CLOSE * had[m]));
      if (utility(has) < least) {
        tangents.removeIf(tangent -> !tangent.matters(has)); // else many are nearly parallel
        tangents.add(tangent(has));
      }
    }
  }
}
