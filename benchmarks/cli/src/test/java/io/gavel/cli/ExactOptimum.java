package io.gavel.cli;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The optimum that a certificate states, as a fraction: reads the linear program from the text of
 * the certificate and solves it by the simplex method in fractions, with Bland's rule. For levels,
 * totals, ratios, and finish times without a past, of small problems. Shares no code with the
 * solvers. Mutable.
 */
final class ExactOptimum {

  private final List<Rational[]> rows = new ArrayList<>();
  private final List<Relation> relations = new ArrayList<>();
  private final List<String[]> pools = new ArrayList<>();
  private final List<String[]> stated = new ArrayList<>();
  private final List<String[]> free = new ArrayList<>();
  private final List<String[]> jobs = new ArrayList<>();
  private final List<String[]> columns = new ArrayList<>();
  private String goal = "";

  /** The variables: columns, free variables, and the level or the scale of a ratio. */
  private final int width;

  private ExactOptimum(String certificate) {
    for (String line : certificate.split("\n")) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "goal" -> goal = words[1];
        case "pool" -> pools.add(words);
        case "row" -> stated.add(words);
        case "free" -> free.add(words);
        case "job" -> jobs.add(words);
        case "column" -> columns.add(words);
        default -> {} // claims and rounds
      }
    }
    width = columns.size() + free.size() + 1;
  }

  /**
   * The optimum in the unit of the certificate's objective.
   *
   * @param certificate the text of a certificate
   * @return empty if no point is feasible
   */
  static Optional<Rational> of(String certificate) {
    return new ExactOptimum(certificate).solve();
  }

  private static Rational number(String word) {
    return Rational.of(Double.parseDouble(word));
  }

  private Optional<Rational> solve() {
    addPoolsAndRows();
    addJobs();
    Rational[] gain = zeros(width);
    for (int c = 0; c < columns.size(); c++) {
      gain[c] = number(columns.get(c)[4]);
    }
    for (int f = 0; f < free.size(); f++) {
      gain[columns.size() + f] = number(free.get(f)[4]);
    }
    return switch (goal) {
      case "total" -> maximum(gain);
      case "minimum" -> maximum(negated(gain)).map(Rational::negated);
      case "level" -> maximum(unit(width - 1, width)); // 0 if no job counts
      case "finish" -> maximum(unit(width - 1, width)).map(Rational.ONE::dividedBy);
      case "ratio" -> ratio(gain);
      default -> throw new IllegalArgumentException("the optimum of " + goal + " is no fraction");
    };
  }

  private void addPoolsAndRows() {
    for (int k = 0; k < pools.size(); k++) {
      Rational[] row = row(number(pools.get(k)[1]));
      for (int c = 0; c < columns.size(); c++) {
        if (Integer.parseInt(columns.get(c)[2]) == k) {
          row[c] = number(columns.get(c)[3]);
        }
      }
      for (int f = 0; f < free.size(); f++) {
        if (Integer.parseInt(free.get(f)[2]) == k) {
          row[columns.size() + f] = Rational.ONE.negated();
        }
      }
      add(row, Relation.AT_MOST);
    }
    for (int f = 0; f < free.size(); f++) {
      if (!free.get(f)[3].equals("Infinity")) {
        Rational[] row = row(number(free.get(f)[3]));
        row[columns.size() + f] = Rational.ONE;
        add(row, Relation.AT_MOST);
      }
    }
    for (int i = 0; i < stated.size(); i++) {
      Rational[] row = row(number(stated.get(i)[2]));
      for (int v = 0; v < width - 1; v++) {
        String[] words = v < columns.size() ? columns.get(v) : free.get(v - columns.size());
        int bar = Arrays.asList(words).indexOf("|");
        for (int w = bar + 1; bar > 0 && w < words.length; w += 2) {
          if (Integer.parseInt(words[w]) == i) {
            row[v] = number(words[w + 1]);
          }
        }
      }
      add(row, Relation.valueOf(stated.get(i)[1]));
    }
  }

  private void addJobs() {
    if (IntStream.range(0, jobs.size()).allMatch(m -> need(m).signum() == 0)) {
      add(unit(width - 1, width + 1), Relation.AT_MOST);
    }
    for (int m = 0; m < jobs.size(); m++) {
      Rational[] time = row(Rational.ONE);
      Rational[] made = row(number(jobs.get(m)[3]));
      for (int c = 0; c < columns.size(); c++) {
        String[] words = columns.get(c);
        for (int w = 6; w + 1 < words.length && !words[w].equals("|"); w += 2) {
          if (Integer.parseInt(words[w]) == m) {
            time[c] = Rational.ONE;
            made[c] = number(words[w + 1]);
          }
        }
      }
      add(time, Relation.AT_MOST);
      Rational need = need(m);
      if (need.signum() > 0) {
        Rational[] level = made.clone();
        level[width - 1] = need.negated();
        level[width] = Rational.ZERO;
        add(level, Relation.AT_LEAST);
      }
      if (made[width].signum() > 0) {
        add(made, Relation.AT_LEAST);
      }
    }
  }

  /** The throughput of a job for a unit of the level, which is the inverse of a finish time. */
  private Rational need(int m) {
    String[] job = jobs.get(m);
    if (goal.equals("level")) {
      return number(job[4]);
    }
    if (!goal.equals("finish") || number(job[4]).signum() == 0) {
      return Rational.ZERO;
    }
    if (number(job[5]).signum() != 0) {
      throw new IllegalArgumentException("job " + m + " has a past");
    }
    return number(job[4]).dividedBy(number(job[6]));
  }

  /** Scales the program so that the cost is 1 (Charnes and Cooper 1962). */
  private Optional<Rational> ratio(Rational[] gain) {
    Optional<Rational> atNoCost = maximum(zeros(width)); // 0 if any point is feasible
    for (Rational[] row : rows) {
      row[width - 1] = row[width].negated();
      row[width] = Rational.ZERO;
    }
    Rational[] cost = row(Rational.ONE);
    for (int c = 0; c < columns.size(); c++) {
      cost[c] = number(columns.get(c)[5]);
    }
    add(cost, Relation.EXACTLY);
    return atNoCost.map(idle -> maximum(gain).orElse(idle));
  }

  private static Rational[] zeros(int count) {
    Rational[] zeros = new Rational[count];
    Arrays.fill(zeros, Rational.ZERO);
    return zeros;
  }

  private static Rational[] negated(Rational[] values) {
    return Arrays.stream(values).map(Rational::negated).toArray(Rational[]::new);
  }

  private static Rational[] unit(int variable, int length) {
    Rational[] unit = zeros(length);
    unit[variable] = Rational.ONE;
    return unit;
  }

  private Rational[] row(Rational bound) {
    Rational[] row = zeros(width + 1);
    row[width] = bound;
    return row;
  }

  private void add(Rational[] row, Relation relation) {
    rows.add(row);
    relations.add(relation);
  }

  /** The largest value of a sum over the points that keep all rows; empty if there are none. */
  private Optional<Rational> maximum(Rational[] gain) {
    int artificial = width + rows.size(); // after the slacks, one for each row
    Rational[][] table = new Rational[rows.size()][];
    int[] basic = new int[table.length];
    Rational[] missing = zeros(artificial + table.length + 1);
    for (int i = 0; i < table.length; i++) {
      Rational[] row = rows.get(i);
      boolean flips = row[width].signum() < 0;
      table[i] = Arrays.copyOf(flips ? negated(row) : row, missing.length);
      Arrays.fill(table[i], width, missing.length, Rational.ZERO);
      table[i][missing.length - 1] = row[width].abs();
      if (relations.get(i) != Relation.EXACTLY) {
        boolean isUpper = (relations.get(i) == Relation.AT_MOST) != flips;
        table[i][width + i] = isUpper ? Rational.ONE : Rational.ONE.negated();
      }
      table[i][artificial + i] = Rational.ONE;
      basic[i] = table[i][width + i].signum() > 0 ? width + i : artificial + i;
      if (basic[i] >= artificial) {
        subtract(missing, table[i], Rational.ONE.negated());
        missing[artificial + i] = Rational.ZERO;
      }
    }
    pivotAll(table, basic, missing, artificial);
    if (missing[missing.length - 1].signum() > 0) {
      return Optional.empty();
    }
    for (int i = 0; i < table.length; i++) {
      for (int c = 0; c < artificial && basic[i] >= artificial; c++) {
        if (table[i][c].signum() != 0) {
          pivot(table, basic, missing, i, c);
        }
      }
    }
    Rational[] worth = Arrays.copyOf(gain, missing.length);
    Arrays.fill(worth, width, worth.length, Rational.ZERO);
    for (int i = 0; i < table.length; i++) {
      subtract(worth, table[i], worth[basic[i]]);
    }
    pivotAll(table, basic, worth, artificial);
    return Optional.of(worth[worth.length - 1].negated());
  }

  private static void pivotAll(Rational[][] table, int[] basic, Rational[] worth, int variables) {
    int enters = 0;
    while (enters < variables) {
      if (worth[enters].signum() <= 0) {
        enters++;
        continue;
      }
      int leaves = -1;
      Rational least = Rational.ZERO;
      for (int i = 0; i < table.length; i++) {
        if (table[i][enters].signum() > 0) {
          Rational room = table[i][worth.length - 1].dividedBy(table[i][enters]);
          int order = leaves < 0 ? -1 : room.compareTo(least);
          if (order < 0 || (order == 0 && basic[i] < basic[leaves])) {
            leaves = i;
            least = room;
          }
        }
      }
      if (leaves < 0) {
        throw new ArithmeticException("the program is unbounded");
      }
      pivot(table, basic, worth, leaves, enters);
      enters = 0;
    }
  }

  private static void pivot(Rational[][] table, int[] basic, Rational[] worth, int i, int c) {
    Rational divisor = table[i][c];
    table[i] = Arrays.stream(table[i]).map(a -> a.dividedBy(divisor)).toArray(Rational[]::new);
    basic[i] = c;
    for (int other = 0; other < table.length; other++) {
      if (other != i) {
        subtract(table[other], table[i], table[other][c]);
      }
    }
    subtract(worth, table[i], worth[c]);
  }

  private static void subtract(Rational[] from, Rational[] row, Rational times) {
    for (int c = 0; times.signum() != 0 && c < row.length; c++) {
      if (row[c].signum() != 0) {
        from[c] = from[c].minus(row[c].times(times));
      }
    }
  }
}
