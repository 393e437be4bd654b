package io.gavel.policies.lp.fairness;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/*
 * Jobs of a class differ in nothing that the program reads. To exchange two of them changes neither its feasible set nor
 * its objective, and both are convex, so the mean of an optimum over all exchanges is an optimum, too. There, jobs of a
 * class have equal fractions, and the row of two classes, the mean of the rows of their jobs, says what each of these says.
 * The rows of two equal jobs are each other's negatives, which would leave the program no interior.
 */

/**
 * The rows that limit the throughput of a job {@code m} on the fractions of a job {@code k}:
 *
 * <pre>
 *   throughput(m)  ≥  part(m, k) · Σ_j T_mj x_kj
 * </pre>
 *
 * <p>There is one row for each two classes of jobs, over the means of their fractions, and
 * solutions give all jobs of a class equal fractions. All rows are stated or, if they are many,
 * rows of classes with similar rates and violated rows. On types where {@code m} cannot run, it
 * makes nothing of the fractions. Mutable.
 */
final class EnvyRows {

  /** Envy up to this part of a job's fastest rate counts as none. */
  private static final double TOLERANCE = 1e-8;

  /** A part of a job's rate with the fractions of another that calls for a more precise solve. */
  private static final double NOTICED = 1e-5;

  /**
   * The most comparisons of one job with another that are stated at once: one program with these
   * takes less time than several with fewer.
   */
  static final int MOST_AT_ONCE = 5_000;

  /** The same below a cap: a job's envy depends on weights. */
  private static final int MOST_CAPPED_AT_ONCE = 50_000;

  /** The most new rows of a class in one program, besides rows of similar classes. */
  private static final int ROWS_AT_ONCE = 12;

  /** The same below a cap. */
  private static final int CAPPED_ROWS_AT_ONCE = 50;

  /** The steps to points far from the optimum, which violate most of the rows that limit it. */
  private static final int FEW_STEPS = 14;

  private static final int MORE_STEPS = 21;

  /** The number of similar classes with which a class is compared if there is any envy. */
  private static final int NEAREST = 8;

  /** The part of the largest envy from which on a class is envied about as much. */
  private static final double EQUALLY = 0.9;

  /** Why jobs with configurations are not compared. */
  static final String RIGID =
      "a job cannot compare fractions on other numbers of workers with its own";

  /** A limit far above what row generation needs. */
  private static final int MOST_PROGRAMS = 200;

  /** The most classes for which rows can be factored. */
  private static final int MOST_CLASSES = 20_000;

  /** The most columns of classes below a cap, whose rows leave no sparse matrix. */
  private static final int MOST_CAPPED_COLUMNS = 5_000;

  /** The most rows that can be factored for more classes. */
  private static final int MOST_ROWS = 2_500;

  /** A class, and one whose fractions it compares with its own. */
  private record Comparison(int a, int b) {}

  private final AllocationProblem problem;
  private final AllocationProgram program;
  private final double part;

  /** Whether classes with similar rates speak for each other, so that few rows are enough. */
  private final boolean similar;

  private final int mostClasses;
  private final JobClasses classes;

  /** The classes whose envy is limited by rows. */
  private final Set<Comparison> rows = new LinkedHashSet<>();

  /**
   * @param part how much of the fractions of a job with an equal claim counts, at most 1
   */
  private EnvyRows(
      AllocationProblem problem,
      AllocationProgram program,
      Function<Job, JobClasses.Yardstick> yardstick,
      double part,
      boolean similar,
      int mostAtOnce) {
    this.problem = problem;
    this.program = program;
    this.part = part;
    this.similar = similar;
    mostClasses = similar ? MOST_CLASSES : MOST_CAPPED_COLUMNS / types();
    classes = new JobClasses(problem, program, yardstick);
    for (int a = 0; a < classes.count() && classes.count() <= mostAtOnce; a++) {
      int one = a;
      comparable(a).stream().forEach(b -> rows.add(new Comparison(one, b)));
    }
    if (comparisons() > mostAtOnce) {
      rows.clear();
    }
  }

  /**
   * No job prefers the fractions of a job of the same size.
   *
   * @param program over the problem, without rows of envy
   * @param mostAtOnce the most comparisons of two jobs that are stated before any is violated
   */
  static EnvyRows amongEqualSizes(
      AllocationProblem problem, AllocationProgram program, int mostAtOnce) {
    return new EnvyRows(
        problem, program, m -> new JobClasses.Yardstick(m.workers(), 1), 1, true, mostAtOnce);
  }

  /**
   * Per unit of weight, no job would have more than a multiple of its throughput on the workers of
   * another job, even beyond full time: {@code throughput(m) / w_m ≥ 1/cap · Σ_j T_mj s_k x_kj /
   * (s_m w_k)}. Shares of each pool in proportion to weight satisfy all rows for every cap of at
   * least 1, so the rows never make a program infeasible.
   *
   * @param program over the problem, without rows of envy
   * @param cap the multiple, at least 1
   */
  static EnvyRows capped(AllocationProblem problem, AllocationProgram program, double cap) {
    return new EnvyRows(
        problem,
        program,
        m -> new JobClasses.Yardstick(0, m.weight() / m.workers()),
        1 / cap,
        false,
        MOST_CAPPED_AT_ONCE);
  }

  /**
   * Solves the program under these rows and adds violated rows until none is violated. Each program
   * is a relaxation of the one with all rows, so the last bound is a bound for all.
   *
   * @param solver solves programs
   */
  CertifiedSolution solve(Function<AllocationProgram, CertifiedSolution> solver) {
    return solve(() -> solver.apply(in(program)));
  }

  /**
   * Returns the same for rows of classes with similar rates, most of which are found before a
   * program with rows is solved to the end.
   *
   * @param solver solves programs
   */
  CertifiedSolution solve(CertifiedSolver solver) {
    return solver.orKnown(this::solvePrecisely, () -> known(solver));
  }

  /** Solves again where a job has so little of its fastest rate that its envy is below rounding. */
  private CertifiedSolution solvePrecisely(CertifiedSolver solver) {
    CertifiedSolution found = solveBySimilarity(solver);
    double[] means = means(found);
    boolean kept =
        IntStream.range(0, classes.count())
            .allMatch(a -> comparable(a).stream().noneMatch(b -> envies(a, b, means)));
    return kept ? found : solve(solver.withExtendedPrecision()::solve);
  }

  /** Returns whether a job has clearly less than another one's fractions would give it. */
  private boolean envies(int a, int b, double[] fractions) {
    double value = part(a, b) * value(a, b, fractions);
    double missed = value - value(a, a, fractions);
    return missed > NOTICED * value && missed > Proof.NOTHING * classes.fastest[a];
  }

  /**
   * Returns a solution that needs no solver, unless there are rows that are no upper limits: shares
   * of each pool in proportion to claims, which no job envies.
   *
   * @param solver solves programs
   */
  CertifiedSolution known(CertifiedSolver solver) {
    CouplingRows limits = program.rows();
    boolean shrinkable =
        IntStream.range(0, limits.count())
            .allMatch(i -> limits.isUpperLimit(i) && limits.sign(i) * limits.bound(i) >= 0);
    if (!shrinkable) {
      return solve(solver.untilFeasible()::solve).asStopped();
    }
    double[] x = new double[program.columnCount()];
    double[] wanted = new double[program.poolCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] = classes.claim[classes.classOf[program.first(c)]];
      wanted[program.pool(c)] += program.size(c) * x[c];
    }
    double[] time = new double[program.jobCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] *= program.workers(program.pool(c)) / wanted[program.pool(c)];
      time[program.first(c)] += x[c];
    }
    double most = Arrays.stream(time).reduce(1, Math::max); // times a limit
    for (int i = 0; i < limits.count(); i++) {
      double[] sum = new double[1];
      limits.forEach(i, (c, coefficient) -> sum[0] += coefficient * x[c]);
      most = sum[0] == 0 ? most : Math.max(most, sum[0] / limits.bound(i));
    }
    double all = most;
    return CertifiedSolution.stopped(
        in(program), Arrays.stream(x).map(f -> f / all).toArray(), new double[0]);
  }

  private CertifiedSolution solveBySimilarity(CertifiedSolver solver) {
    if (rows.size() > 0) {
      return solve(solver::solve);
    }
    CertifiedSolution free = solver.solve(in(program));
    double[] means = means(free);
    if (!addViolated(means)) {
      return withFractions(free, means);
    }
    for (int steps = FEW_STEPS; steps <= MORE_STEPS; steps += MORE_STEPS - FEW_STEPS) {
      int most = Math.min(steps, solver.limits().maxSteps());
      SolveLimits few = solver.limits().withMaxSteps(most).withOnExpiry(LimitAction.BEST_FEASIBLE);
      if (!addViolated(means(solver.with(few).solveOrBest(in(program))))) {
        break;
      }
    }
    return solve(solver::solve);
  }

  /**
   * Solves under these rows until none is violated.
   *
   * @param solver solves a program {@linkplain #in with the rows} found so far, which treats jobs
   *     of a class equally
   * @throws IllegalArgumentException if rows are needed for too many classes
   */
  CertifiedSolution solve(Supplier<CertifiedSolution> solver) {
    for (int i = 0; i < MOST_PROGRAMS; i++) {
      CertifiedSolution point = solver.get();
      double[] means = means(point);
      if (!addViolated(means)) {
        return withFractions(point, means);
      }
    }
    throw new SolveFailedException(
        "envy remains after %s programs with up to %s rows".formatted(MOST_PROGRAMS, rows.size()));
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  /** Returns the classes with which jobs of a class compare themselves; none if they cannot run. */
  private BitSet comparable(int a) {
    BitSet comparable = new BitSet();
    for (int b = 0; b < classes.circle.length && classes.fastest[a] > 0; b++) {
      comparable.set(b, b != a && classes.circle[b] == classes.circle[a]);
    }
    return comparable;
  }

  /** Returns how much of the fractions of a job of another class a job compares with its own. */
  private double part(int a, int b) {
    return part * classes.claim[a] / classes.claim[b];
  }

  /** Returns the comparisons of a job with another in all rows. */
  private long comparisons() {
    return rows.stream().mapToLong(row -> classes.jobs(row.a) + classes.jobs(row.b)).sum() / 2;
  }

  /** Returns the mean fractions of jobs of each class, {@code [class][type]} row-major. */
  private double[] means(CertifiedSolution point) {
    double[] x = point.fractions();
    double[] means = new double[classes.rate.length];
    for (int c = 0; c < x.length; c++) {
      means[place(point.program(), c)] += x[c];
    }
    Arrays.setAll(means, i -> means[i] / classes.jobs(i / types()));
    return means;
  }

  private int place(AllocationProgram program, int c) {
    return classes.classOf[program.first(c)] * types() + program.entry(c) % types();
  }

  private CertifiedSolution withFractions(CertifiedSolution point, double[] ofClasses) {
    AllocationProgram program = point.program();
    double[] x = new double[program.columnCount()];
    Arrays.setAll(x, c -> ofClasses[place(program, c)]);
    CertifiedSolution equal = CertifiedSolution.of(program, List.of(), x, point.bound());
    return point.isStopped() ? equal.asStopped() : equal;
  }

  /**
   * Adds rows that a point violates.
   *
   * @param fractions {@code [class][type]} row-major
   * @return whether there are any
   */
  private boolean addViolated(double[] fractions) {
    boolean found = false;
    boolean first = rows.size() == 0;
    double[] excess = new double[classes.count()];
    for (int a = 0; a < classes.count(); a++) {
      double own = value(a, a, fractions);
      BitSet envied = comparable(a);
      for (int b = envied.nextSetBit(0); b >= 0; b = envied.nextSetBit(b + 1)) {
        excess[b] = (part(a, b) * value(a, b, fractions) - own) / classes.fastest[a];
        envied.set(b, excess[b] > TOLERANCE && !rows.contains(new Comparison(a, b)));
      }
      found |= !envied.isEmpty();
      if (similar && !envied.isEmpty()) {
        requireFew();
        addMostEnvied(a, byDistance(a, envied), excess);
      } else {
        addMost(a, envied.stream().toArray(), excess);
      }
    }
    if (rows.size() > MOST_ROWS) {
      requireFew();
    }
    if (found && first && similar) {
      IntStream.range(0, classes.count()).forEach(this::addNearest);
    }
    return found;
  }

  /** Adds rows for the classes that a class envies most. */
  private void addMost(int a, int[] envied, double[] excess) {
    double[] below = Arrays.stream(excess).map(e -> -e).toArray();
    Arrays.stream(StableOrder.ascending(envied, m -> below[m]))
        .limit(CAPPED_ROWS_AT_ONCE)
        .forEach(b -> rows.add(new Comparison(a, b)));
  }

  /**
   * Adds a row for the nearest of the classes that are envied most, then repeats this among nearer
   * classes. Classes with equal fractions are envied equally, so one of them is enough.
   *
   * @param nearest the envied classes, nearest first
   */
  private void addMostEnvied(int a, int[] nearest, double[] excess) {
    int end = nearest.length;
    for (int i = 0; i < ROWS_AT_ONCE && end > 0; i++) {
      double most = 0;
      for (int k = 0; k < end; k++) {
        most = Math.max(most, excess[nearest[k]]);
      }
      int next = 0;
      while (excess[nearest[next]] < EQUALLY * most) {
        next++;
      }
      rows.add(new Comparison(a, nearest[next]));
      end = next;
    }
  }

  /** Returns classes by the distance of their rates from the rates of a class. */
  private int[] byDistance(int a, BitSet others) {
    double[] distance = new double[classes.count()];
    others.stream().forEach(b -> distance[b] = classes.distance(a, b));
    return StableOrder.ascending(others.stream().toArray(), m -> distance[m]);
  }

  private void requireFew() {
    if (classes.count() > mostClasses) {
      throw new IllegalArgumentException(
          ("%s classes of jobs envy each other; limits on envy are supported for at most %s"
                  + " classes: divide the jobs with Partitioned, or choose a policy without such"
                  + " limits")
              .formatted(classes.count(), mostClasses));
    }
  }

  /**
   * States the rows of a class and the classes with the most similar rates, in both directions. At
   * an optimum few fractions differ, so classes with similar rates have equal ones, and prices pass
   * from class to class.
   */
  private void addNearest(int a) {
    Arrays.stream(byDistance(a, comparable(a)))
        .limit(Math.max(NEAREST, types()))
        .forEach(
            b -> {
              rows.add(new Comparison(a, b));
              if (classes.fastest[b] > 0) {
                rows.add(new Comparison(b, a));
              }
            });
  }

  private double value(int a, int b, double[] fractions) {
    double sum = 0;
    for (int j = 0; j < types(); j++) {
      sum += classes.rate[a * types() + j] * fractions[b * types() + j];
    }
    return sum;
  }

  /** Returns a program over the problem with the rows found so far. */
  AllocationProgram in(AllocationProgram program) {
    CouplingRows.Builder all = CouplingRows.builder();
    rows.forEach(row -> add(all, program, row.a, row.b));
    return program.withRows(program.rows().and(all.build()));
  }

  private void add(CouplingRows.Builder all, AllocationProgram program, int a, int b) {
    Entries entries = new Entries();
    for (int j = 0; j < types(); j++) {
      double own = classes.rate[a * types() + j];
      if (own > 0) {
        addMean(entries, program, a, j, own);
        if (classes.rate[b * types() + j] > 0) {
          addMean(entries, program, b, j, -part(a, b) * own);
        }
      }
    }
    String name = "envy of " + classes.name(a) + " for " + classes.name(b);
    all.add(name, Relation.AT_LEAST, 0, entries.indices(), entries.values());
  }

  private void addMean(Entries entries, AllocationProgram program, int a, int j, double factor) {
    for (int m : classes.members(a)) {
      entries.add(program.column(m, j), factor / classes.jobs(a));
    }
  }
}
