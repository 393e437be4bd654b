package io.gavel.policies.constraint;

import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.constraint.LinearForm.Term.Unit;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The coefficients of a {@link LinearForm} in one problem, {@code [group][type]}. Immutable.
 *
 * <p>Creation takes one pass over the jobs for each term, and each coefficient takes one step for
 * each term.
 */
public final class FormCoefficients {

  /** A term with its jobs and the number that it has on each type. */
  private static final class Part {
    private final BitSet jobs;
    private final double[] ofType;
    private final Unit unit;

    private Part(BitSet jobs, double[] ofType, Unit unit) {
      this.jobs = jobs;
      this.ofType = ofType;
      this.unit = unit;
    }
  }

  /** The most parts that are all tried for each group. */
  private static final int FEW = 8;

  private final ProblemRows problem;
  private final List<Part> parts;

  /** The jobs that any part counts. */
  private final BitSet counted = new BitSet();

  /** The parts that count a job, by job; empty if there are few parts. */
  private final Map<Integer, List<Part>> partsOfJob = new HashMap<>();

  private FormCoefficients(ProblemRows problem, List<Part> parts) {
    this.problem = problem;
    this.parts = parts;
    parts.forEach(part -> counted.or(part.jobs));
    if (parts.size() > FEW) {
      for (Part part : parts) {
        part.jobs.stream()
            .forEach(m -> partsOfJob.computeIfAbsent(m, job -> new ArrayList<>()).add(part));
      }
    }
  }

  static FormCoefficients of(List<Term> terms, ProblemRows problem, String place) {
    return new FormCoefficients(
        problem, terms.stream().map(term -> part(term, problem, place)).toList());
  }

  private static Part part(Term term, ProblemRows problem, String place) {
    return new Part(term.jobs().in(problem, place), ofType(term, problem, place), term.unit());
  }

  private static double[] ofType(Term term, ProblemRows problem, String place) {
    int types = problem.cluster().typeCount();
    if (term.unit() == Unit.AMOUNT) {
      Require.length(types, term.amount().size(), place + "amount per worker");
    }
    double[] numbers = new double[types];
    for (int j : TypeNames.in(problem.cluster(), term.types(), place)) {
      double amount = term.unit() == Unit.AMOUNT ? term.amount().get(j) : 1;
      numbers[j] = Require.finite(term.factor() * amount, place + "factor times amount");
    }
    return numbers;
  }

  /**
   * Returns the coefficient of one row on one worker type.
   *
   * @param g a group index
   * @param j a type index
   * @return the change of the form for one unit of {@code X[g][j]}, whether or not the group can
   *     run there
   */
  public double at(int g, int j) {
    if (g < problem.jobs().size() && !counted.get(g)) { // most forms count few jobs
      return 0;
    }
    double sum = at(problem.group(g), j, problem.workers(g), i -> problem.stepsPerSecond(g, i, j));
    return problem.isCoGang(g) ? sum + alongside(g) : sum;
  }

  /** Returns the part of the coefficients of a co-gang that is due to the workers alongside. */
  private double alongside(int g) {
    double sum = 0;
    for (Part part : parts) {
      boolean ofWorkers = part.unit == Unit.WORKERS || part.unit == Unit.AMOUNT;
      for (int j = 0; j < part.ofType.length; j++) {
        boolean counts = ofWorkers && part.jobs.get(problem.group(g).member(0));
        sum += counts ? part.ofType[j] * problem.alongside(g, j) : 0;
      }
    }
    return sum;
  }

  /**
   * Returns the groups that the form may count, ascending: some jobs, all pairs and configurations.
   */
  private IntStream groups() {
    return IntStream.concat(
        counted.stream(), IntStream.range(problem.jobs().size(), problem.listedGroupCount()));
  }

  /**
   * Returns the coefficient of a listed or unlisted pair on one worker type.
   *
   * @param pair two jobs of the problem
   * @param j a type index
   * @param ofFirst steps per second of the first job next to the second
   * @param ofSecond steps per second of the second job next to the first
   * @return the change of the form for one unit of the pair's fraction
   */
  public double ofPair(Group.Pair pair, int j, double ofFirst, double ofSecond) {
    return at(pair, j, problem.workers(pair.first()), i -> i == 0 ? ofFirst : ofSecond);
  }

  private double at(Group group, int j, double workers, IntToDoubleFunction steps) {
    if (parts.size() <= FEW) {
      return at(parts, group, j, workers, steps);
    }
    Set<Part> some = new LinkedHashSet<>();
    for (int i = 0; i < group.size(); i++) {
      some.addAll(partsOfJob.getOrDefault(group.member(i), List.of()));
    }
    return at(some, group, j, workers, steps);
  }

  private static double at(
      Collection<Part> some, Group group, int j, double workers, IntToDoubleFunction steps) {
    double sum = 0;
    for (Part part : some) {
      if (part.ofType[j] != 0) {
        sum += part.ofType[j] * count(part, group, workers, steps);
      }
    }
    return sum;
  }

  /**
   * Returns the jobs that each term counts. Jobs that the same terms count have equal coefficients
   * if they hold as many workers and make as many steps per second.
   *
   * @return job indices by term, copies
   */
  public List<BitSet> jobs() {
    return parts.stream().map(part -> (BitSet) part.jobs.clone()).toList();
  }

  /** Returns the row of the form in the problem; its scale is that of groups where they run. */
  LinearRow row(String name, Relation relation, double bound) {
    int types = problem.cluster().typeCount();
    int[] groups = groups().toArray();
    int[] entries = new int[groups.length * types];
    double[] coefficients = new double[entries.length];
    int count = 0;
    double largest = 0;
    for (int g : groups) {
      for (int j = 0; j < types; j++) {
        double coefficient = at(g, j);
        if (coefficient != 0) {
          entries[count] = g * types + j;
          coefficients[count++] = coefficient;
          if (Math.abs(coefficient) > largest && problem.runs(g, j)) {
            largest = Math.abs(coefficient);
          }
        }
      }
    }
    boolean full = count == entries.length;
    return LinearRow.owning(
        name,
        relation,
        bound,
        full ? entries : Arrays.copyOf(entries, count),
        full ? coefficients : Arrays.copyOf(coefficients, count),
        largest);
  }

  /**
   * Returns the coefficient of a term for a group: per selected job, or their share of the group's
   * workers.
   */
  private static double count(Part part, Group group, double workers, IntToDoubleFunction steps) {
    int chosen = 0;
    double made = 0;
    for (int i = 0; i < group.size(); i++) {
      if (part.jobs.get(group.member(i))) {
        chosen++;
        made += part.unit == Unit.STEPS ? steps.applyAsDouble(i) : 0;
      }
    }
    if (chosen == 0 || part.unit == Unit.STEPS) {
      return made;
    }
    double share = (double) chosen / group.size();
    return switch (part.unit) {
      case RUNNING -> chosen;
      case TIME -> share;
      default -> share * workers;
    };
  }
}
