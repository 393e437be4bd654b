package io.gavel.policies.lp.solver.coefficients;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Eligibility;
import io.gavel.policies.PairThroughputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of jobs in a table of pairs, split by the worker types that are forbidden to a job.
 * The classes of the table come first, for jobs without forbidden types. Immutable.
 */
final class PairKinds {

  /** The job's class is not in the table. */
  static final int NONE = -1;

  private final int[] kindOf;

  private final int[] inTable;

  /** The class in the table and the forbidden types of each class. */
  private final List<List<Integer>> kinds;

  private PairKinds(int[] kindOf, List<List<Integer>> kinds) {
    this.kindOf = kindOf;
    this.kinds = kinds;
    this.inTable = kinds.stream().mapToInt(kind -> kind.get(0)).toArray();
  }

  static PairKinds of(AllocationProblem problem) {
    PairThroughputs table = problem.pairsByType();
    Eligibility eligibility = problem.eligibility();
    List<List<Integer>> kinds = new ArrayList<>();
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    for (int kind = 0; kind < table.kindCount(); kind++) {
      number(List.of(kind), kinds, numbers);
    }
    int[] kindOf = new int[problem.jobCount()];
    for (int m = 0; m < kindOf.length; m++) {
      kindOf[m] = table.kindOf(problem.job(m));
      if (kindOf[m] != NONE && !eligibility.isAll()) {
        List<Integer> kind = new ArrayList<>(List.of(kindOf[m]));
        Arrays.stream(eligibility.forbiddenTypes(m)).forEach(kind::add);
        kindOf[m] = number(kind, kinds, numbers);
      }
    }
    return new PairKinds(kindOf, kinds);
  }

  private static int number(
      List<Integer> kind, List<List<Integer>> kinds, Map<List<Integer>, Integer> numbers) {
    Integer known = numbers.putIfAbsent(kind, kinds.size());
    if (known != null) {
      return known;
    }
    kinds.add(kind);
    return kinds.size() - 1;
  }

  int jobs() {
    return kindOf.length;
  }

  int count() {
    return kinds.size();
  }

  int of(int m) {
    return kindOf[m];
  }

  /** Returns the class in the table. */
  int inTable(int kind) {
    return kind == NONE ? NONE : inTable[kind];
  }

  boolean allows(int kind, int j) {
    List<Integer> entries = kinds.get(kind);
    return !entries.subList(1, entries.size()).contains(j);
  }
}
