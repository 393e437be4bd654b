package io.gavel.policies.proof;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * A linear program and the proof of its bound in the format VIPR 1.0 (Cheung, Gleixner and Steffy,
 * <i>Verifying Integer Programming Results</i>), which checkers of third parties read. For levels
 * and totals of small problems: the text has one line for each limit, and all its numbers are
 * fractions.
 *
 * <p>The proof is one derivation: a sum of multiples of the rows in which the goal is at most the
 * bound. The point is added as a solution if it is feasible exactly, which rounding seldom leaves.
 * Stateless.
 */
public final class ViprText {

  /**
   * A row: name, E, L or G, its coefficients and right-hand side, and its multiple in the proof.
   */
  private record Line(
      String name, char sense, Map<Integer, Rational> a, Rational bound, Rational multiple) {}

  private final Allocation x;
  private final AllocationProblem problem;
  private final Statement statement;
  private final Prices prices;
  private final List<LinearRow> rows;
  private final ColumnNumbers columns;
  private final Rational sign;
  private final List<String> variables = new ArrayList<>();
  private final List<Rational> values = new ArrayList<>();
  private final Map<Integer, Rational> goal = new TreeMap<>();
  private final List<Line> lines = new ArrayList<>();

  private ViprText(Allocation x, Statement statement) {
    this.x = x;
    this.problem = x.problem();
    this.statement = statement;
    this.prices = x.certificate().prices();
    this.rows = Certifier.rows(problem, statement);
    this.columns = new ColumnNumbers(problem);
    this.sign = statement.goal().minimized() ? Rational.of(-1, 1) : Rational.ONE;
  }

  /**
   * The program of a certificate, and its proof.
   *
   * @param allocation an allocation whose certificate states a level or a total
   * @return lines that end with a line feed
   * @throws IllegalArgumentException if the certificate has no such statement, or proves no bound
   */
  public static String of(Allocation allocation) {
    Certificate certificate = allocation.certificate();
    Statement statement =
        certificate
            .statement()
            .filter(s -> s.goal() instanceof Goal.Level || s.goal() instanceof Goal.Total)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the certificate does not state a level or a total; VIPR is for linear"
                            + " programs"));
    if (Double.isInfinite(certificate.bound())) {
      throw new IllegalArgumentException("the certificate proves no bound");
    }
    Certifier.requireFits(statement, allocation.problem());
    return new ViprText(allocation, statement).text();
  }

  private static Rational exact(double value) {
    return Rational.of(value);
  }

  private String text() {
    Map<Integer, Integer> ofEntry = new TreeMap<>();
    for (int entry = 0; entry < columns.rate.length; entry++) {
      if (columns.runs(entry)) {
        int g = entry / columns.types;
        int j = entry % columns.types;
        ofEntry.put(entry, variables.size());
        add("x_%s_%s".formatted(g, j), x.fraction(g, j), gain(entry));
      }
    }
    int free = variables.size();
    for (FreeColumn column : statement.free()) {
      add("y_" + (variables.size() - free), column.value(), column.gain());
    }
    int level = variables.size();
    if (statement.goal() instanceof Goal.Level) {
      add("t", x.certificate().objective(), 1);
    }
    Rational scale = Rational.ONE;
    if (statement.goal() instanceof Goal.Level of) {
      scale = Rational.ZERO;
      for (int m = 0; m < columns.jobs; m++) {
        scale = isForLevel(of, m) ? scale.plus(product(of.requirement(m), y(m))) : scale;
      }
      if (scale.signum() == 0) {
        throw new IllegalArgumentException("no job has a price of throughput");
      }
    }
    limits(ofEntry, free, level);
    bounds(ofEntry, free);
    return print(scale);
  }

  private double y(int m) {
    return prices.ofThroughput(m);
  }

  private double gain(int entry) {
    return statement.goal() instanceof Goal.Total total ? total.gain(entry) : 0;
  }

  private boolean isForLevel(Goal.Level level, int m) {
    double owed = level.requirement(m) * x.certificate().bound();
    return level.requirement(m) > 0 && owed >= statement.floor(m);
  }

  private static Rational product(double a, double b) {
    return exact(a).times(exact(b));
  }

  private void add(String name, double value, double gain) {
    if (gain != 0) {
      goal.put(variables.size(), exact(gain));
    }
    variables.add(name);
    values.add(exact(value));
  }

  /** Pools, constraints and rows, throughputs. */
  private void limits(Map<Integer, Integer> ofEntry, int free, int level) {
    int pools = problem.cluster().poolCount();
    for (int k = 0; k < pools; k++) {
      Map<Integer, Rational> a = new TreeMap<>();
      int pool = k;
      ofEntry.forEach(
          (entry, v) -> {
            if (columns.pool[entry % columns.types] == pool) {
              a.put(v, exact(columns.workers[entry / columns.types]));
            }
          });
      for (int f = 0; f < statement.free().size(); f++) {
        if (statement.free().get(f).pool() == k) {
          a.put(free + f, Rational.of(-1, 1));
        }
      }
      Rational workers = exact(Point.workers(problem, statement, k));
      lines.add(new Line("pool_" + k, 'L', a, workers, exact(prices.ofPool(k))));
    }
    for (int i = 0; i < rows.size(); i++) {
      LinearRow row = rows.get(i);
      Map<Integer, Rational> a = new TreeMap<>();
      ofEntry.forEach((entry, v) -> put(a, v, row.coefficientOf(entry)));
      for (int f = 0; f < statement.free().size(); f++) {
        put(a, free + f, row.ofFree(f));
      }
      char sense =
          row.relation() == Relation.EXACTLY ? 'E' : row.relation() == Relation.AT_MOST ? 'L' : 'G';
      Rational price = exact(DualProof.signedPrice(row, prices.constraints()));
      lines.add(new Line("row_" + i, sense, a, exact(row.bound()), price));
    }
    for (int m = 0; m < columns.jobs; m++) {
      Map<Integer, Rational> a = throughput(ofEntry, m);
      boolean ofLevel = statement.goal() instanceof Goal.Level of && isForLevel(of, m);
      if (statement.hasFloors()) {
        Rational multiple = ofLevel ? Rational.ZERO : exact(y(m)).negated();
        lines.add(new Line("floor_" + m, 'G', a, exact(statement.floor(m)), multiple));
      }
      if (statement.goal() instanceof Goal.Level of && of.requirement(m) > 0) {
        Map<Integer, Rational> above = new TreeMap<>(a);
        above.put(level, exact(of.requirement(m)).negated());
        Rational multiple = ofLevel ? exact(y(m)).negated() : Rational.ZERO;
        lines.add(new Line("level_" + m, 'G', above, Rational.ZERO, multiple));
      }
    }
  }

  private static void put(Map<Integer, Rational> a, int variable, double coefficient) {
    if (coefficient != 0) {
      a.put(variable, exact(coefficient));
    }
  }

  private Map<Integer, Rational> throughput(Map<Integer, Integer> ofEntry, int m) {
    Map<Integer, Rational> a = new TreeMap<>();
    ofEntry.forEach(
        (entry, v) -> {
          int g = entry / columns.types;
          if (columns.first(g) == m || columns.second(g) == m) {
            a.put(v, exact(columns.rate(g, entry % columns.types, m)));
          }
        });
    return a;
  }

  /** Time of jobs, bounds of variables: their multiples make up what the others leave. */
  private void bounds(Map<Integer, Integer> ofEntry, int free) {
    List<Rational> open = open();
    Rational[] time = new Rational[columns.jobs];
    for (int m = 0; m < time.length; m++) {
      time[m] = Rational.ZERO;
    }
    for (int entry : ofEntry.keySet()) {
      int g = entry / columns.types;
      if (columns.second(g) >= 0) {
        time[columns.first(g)] = exact(prices.ofTime(columns.first(g)));
        time[columns.second(g)] = exact(prices.ofTime(columns.second(g)));
      }
    }
    Rational[] more = time.clone();
    ofEntry.forEach(
        (entry, v) -> {
          int g = entry / columns.types;
          int m = columns.first(g);
          Rational paid = columns.second(g) < 0 ? time[m] : time[m].plus(time[columns.second(g)]);
          more[m] = more[m].max(time[m].plus(open.get(v).minus(paid)));
        });
    for (int m = 0; m < more.length; m++) {
      Map<Integer, Rational> a = new TreeMap<>();
      int job = m;
      ofEntry.forEach(
          (entry, v) -> {
            int g = entry / columns.types;
            if (columns.first(g) == job || columns.second(g) == job) {
              a.put(v, Rational.ONE);
            }
          });
      lines.add(new Line("time_" + m, 'L', a, Rational.ONE, more[m]));
    }
    for (int f = 0; f < statement.free().size(); f++) {
      Rational most = exact(statement.free().get(f).most());
      Rational worth = open.get(free + f).max(Rational.ZERO);
      lines.add(new Line("most_" + f, 'L', Map.of(free + f, Rational.ONE), most, worth));
    }
    List<Rational> left = open();
    for (int v = 0; v < free + statement.free().size(); v++) {
      lines.add(new Line("low_" + v, 'G', Map.of(v, Rational.ONE), Rational.ZERO, left.get(v)));
    }
  }

  /** What the goal has and the sum of the multiples so far lacks, by variable. */
  private List<Rational> open() {
    List<Rational> open = new ArrayList<>();
    for (int v = 0; v < variables.size(); v++) {
      open.add(sign.times(goal.getOrDefault(v, Rational.ZERO)));
    }
    for (Line line : lines) {
      if (line.multiple.signum() != 0) {
        line.a.forEach((v, a) -> open.set(v, open.get(v).minus(a.times(line.multiple))));
      }
    }
    return open;
  }

  private String print(Rational scale) {
    StringBuilder text = new StringBuilder("VER 1.0\nVAR " + variables.size() + "\n");
    text.append(String.join(" ", variables)).append("\nINT 0\n\n");
    boolean minimized = statement.goal().minimized();
    text.append("OBJ ").append(minimized ? "min" : "max").append('\n');
    text.append(form(goal)).append("\nCON ").append(lines.size()).append(" 0\n");
    Rational bound = Rational.ZERO;
    StringJoiner multiples = new StringJoiner(" ");
    int used = 0;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      text.append("%s %s %s ".formatted(line.name, line.sense, line.bound));
      text.append(form(line.a)).append('\n');
      Rational multiple = line.multiple.dividedBy(scale).times(sign);
      if (multiple.signum() != 0) {
        multiples.add(i + " " + multiple);
        bound = bound.plus(multiple.times(line.bound));
        used++;
      }
    }
    boolean feasible = lines.stream().allMatch(this::holds);
    Rational reached = value(goal);
    text.append("RTP range ");
    String best = feasible ? reached.toString() : minimized ? "inf" : "-inf";
    text.append(minimized ? bound + " " + best : best + " " + bound);
    text.append("\nSOL ").append(feasible ? "1\nx " + point() : "0").append('\n');
    text.append("DER 1\nbound %s %s OBJ ".formatted(minimized ? "G" : "L", bound));
    return text.append("{ lin %s %s } -1\n".formatted(used, multiples)).toString();
  }

  private Rational value(Map<Integer, Rational> a) {
    Rational sum = Rational.ZERO;
    for (Map.Entry<Integer, Rational> e : a.entrySet()) {
      sum = sum.plus(e.getValue().times(values.get(e.getKey())));
    }
    return sum;
  }

  private boolean holds(Line line) {
    int sign = value(line.a).compareTo(line.bound);
    return line.sense == 'E' ? sign == 0 : line.sense == 'L' ? sign <= 0 : sign >= 0;
  }

  private String point() {
    Map<Integer, Rational> used = new TreeMap<>();
    for (int v = 0; v < variables.size(); v++) {
      if (values.get(v).signum() != 0) {
        used.put(v, values.get(v));
      }
    }
    return form(used);
  }

  private static String form(Map<Integer, Rational> a) {
    StringJoiner form = new StringJoiner(" ");
    form.add("" + a.size());
    a.forEach((v, coefficient) -> form.add(v + " " + coefficient));
    return form.toString();
  }
}
