package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.statement.FairLevels.Entitlements;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The levels of jobs over the tree of entities, in fractions, by their definition: plain recursion,
 * and sums over all children. Shares no code with the library.
 */
final class FractionTree {

  /** A fraction that is at least 0. */
  record Fraction(BigInteger above, BigInteger below) implements Comparable<Fraction> {

    static final Fraction ZERO = of(BigDecimal.ZERO);

    static Fraction of(BigDecimal value) {
      BigInteger shift = BigInteger.TEN.pow(Math.max(0, value.scale()));
      BigInteger scaled = value.multiply(new BigDecimal(shift)).toBigIntegerExact();
      BigInteger common = scaled.gcd(shift).max(BigInteger.ONE);
      return new Fraction(scaled.divide(common), shift.divide(common));
    }

    static Fraction of(double value) {
      return of(new BigDecimal(value));
    }

    Fraction plus(Fraction other) {
      return reduced(
          above.multiply(other.below).add(other.above.multiply(below)),
          below.multiply(other.below));
    }

    Fraction minus(Fraction other) {
      return plus(new Fraction(other.above.negate(), other.below));
    }

    Fraction times(Fraction other) {
      return reduced(above.multiply(other.above), below.multiply(other.below));
    }

    Fraction over(Fraction other) {
      return reduced(above.multiply(other.below), below.multiply(other.above));
    }

    Fraction min(Fraction other) {
      return compareTo(other) <= 0 ? this : other;
    }

    double near() {
      return new BigDecimal(above)
          .divide(new BigDecimal(below), MathContext.DECIMAL64)
          .doubleValue();
    }

    private static Fraction reduced(BigInteger above, BigInteger below) {
      BigInteger common = above.gcd(below);
      return new Fraction(above.divide(common), below.divide(common));
    }

    @Override
    public int compareTo(Fraction other) {
      return above.multiply(other.below).compareTo(other.above.multiply(below));
    }
  }

  /** What a node has received when each job below it is full. */
  private record Node(Fraction weight, TreeMap<Integer, Fraction> received) {
    Fraction all() {
      return Collections.max(received.values());
    }
  }

  private final AllocationProblem problem;
  private final Entitlements entitlements;
  private final List<BigDecimal> throughput;

  private FractionTree(
      AllocationProblem problem, Entitlements entitlements, List<BigDecimal> throughput) {
    this.problem = problem;
    this.entitlements = entitlements;
    this.throughput = throughput;
  }

  static Fraction[] levels(
      AllocationProblem problem, Entitlements entitlements, List<BigDecimal> throughput) {
    Fraction[] levels = new Fraction[throughput.size()];
    for (Node top :
        new FractionTree(problem, entitlements, throughput).children(Optional.empty())) {
      top.received.forEach((m, received) -> levels[m] = received.over(top.weight));
    }
    return levels;
  }

  private List<Node> children(Optional<String> parent) {
    List<Node> children = new ArrayList<>();
    for (int m = 0; m < throughput.size(); m++) {
      if (problem.job(m).entity().equals(parent)) {
        Fraction made = Fraction.of(throughput.get(m).max(BigDecimal.ZERO));
        Fraction unit = Fraction.of(entitlements.unit(m));
        Fraction received = entitlements.unit(m) > 0 ? made.over(unit) : Fraction.ZERO;
        TreeMap<Integer, Fraction> alone = new TreeMap<>(Map.of(m, received));
        children.add(new Node(Fraction.of(problem.job(m).weight()), alone));
      }
    }
    for (Entity entity : problem.entities()) {
      if (entity.parent().equals(parent)) {
        children.add(node(entity));
      }
    }
    children.removeIf(node -> node.received.isEmpty());
    children.sort(Comparator.comparing(node -> node.received.firstKey()));
    return children;
  }

  private Node node(Entity entity) {
    List<Node> children = children(Optional.of(entity.id()));
    boolean byTime = entity.discipline() == Discipline.FINISH_TIME_FAIRNESS;
    children.removeIf(node -> byTime && entitlements.unit(node.received.firstKey()) == 0);
    TreeMap<Integer, Fraction> received = new TreeMap<>();
    Fraction before = Fraction.ZERO;
    for (Node child : children) {
      Fraction start = before;
      child.received.forEach(
          (m, own) ->
              received.put(
                  m,
                  switch (entity.discipline()) {
                    case FIFO -> start.plus(own);
                    case FAIRNESS -> byWeight(children, own.over(child.weight));
                    case FINISH_TIME_FAIRNESS -> byTime(children, m, own);
                  }));
      before = before.plus(child.all());
    }
    return new Node(Fraction.of(entity.weight()), received);
  }

  private static Fraction byWeight(List<Node> children, Fraction ofWeight) {
    return children.stream()
        .map(child -> child.all().min(child.weight.times(ofWeight)))
        .reduce(Fraction.ZERO, Fraction::plus);
  }

  private Fraction byTime(List<Node> children, int full, Fraction own) {
    if (own.compareTo(Fraction.ZERO) == 0) {
      return own;
    }
    Fraction ratio =
        Fraction.of(entitlements.pace(full)).over(own).plus(Fraction.of(entitlements.lost(full)));
    Fraction sum = own;
    for (Node child : children) {
      int m = child.received.firstKey();
      Fraction left = ratio.minus(Fraction.of(entitlements.lost(m)));
      if (m != full && left.compareTo(Fraction.ZERO) > 0) {
        sum = sum.plus(child.all().min(Fraction.of(entitlements.pace(m)).over(left)));
      } else if (m != full) {
        sum = sum.plus(child.all());
      }
    }
    return sum;
  }
}
