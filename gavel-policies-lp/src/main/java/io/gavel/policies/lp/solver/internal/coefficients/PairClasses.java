package io.gavel.policies.lp.solver.internal.coefficients;

import java.util.Arrays;

/**
 * Classes of jobs whose members are interchangeable except for their demands, and the columns of
 * the classes. A column of two classes stands for all pairs of a member of one and a member of the
 * other. A column of a class with itself stands for all pairs of two of its members, whose rates
 * are equal. A unit of a column takes a unit of time of each of its classes, or two units of a
 * class paired with itself. All jobs or pairs that a column stands for have equal coefficients in
 * coupling rows.
 *
 * <p>Filled column by column; not changed afterwards.
 */
public final class PairClasses {

  public static final int NONE = -1;

  public final int[] classOf;

  /** The jobs of each class, ascending, {@code [class][member]}. */
  public final int[][] members;

  public int[] first = new int[64];
  public int[] second = new int[64];
  public int[] pool = new int[64];

  /**
   * The place of the column among the columns of its jobs or pairs, in the numbering of the source.
   */
  public int[] place = new int[64];

  public double[] size = new double[64];
  public double[] rate = new double[64];
  public double[] secondRate = new double[64];
  public double[] gain = new double[64];
  private int count;

  /** The rows of each column and its coefficients there, column by column. */
  private int[] start = new int[65];

  private int[] row = new int[64];
  private double[] coefficient = new double[64];

  public PairClasses(int[] classOf, int classes) {
    this.classOf = classOf;
    int[] sizes = new int[classes];
    for (int a : classOf) {
      sizes[a]++;
    }
    members = new int[classes][];
    Arrays.setAll(members, a -> new int[sizes[a]]);
    int[] next = new int[classes];
    for (int m = 0; m < classOf.length; m++) {
      members[classOf[m]][next[classOf[m]]++] = m;
    }
  }

  public int classes() {
    return members.length;
  }

  public int jobs() {
    return classOf.length;
  }

  public int count() {
    return count;
  }

  public void addSolo(int a, int k, int at, double workers, double stepsPerSecond, double worth) {
    add(a, NONE, k, at, workers, stepsPerSecond, 0, worth);
  }

  public void add(
      int a, int b, int k, int at, double workers, double ofFirst, double ofSecond, double worth) {
    if (count == first.length) {
      grow(2 * count);
    }
    first[count] = a;
    second[count] = b;
    pool[count] = k;
    place[count] = at;
    size[count] = workers;
    rate[count] = ofFirst;
    secondRate[count] = ofSecond;
    gain[count++] = worth;
    start[count] = start[count - 1];
  }

  /** Adds a column of other classes with the workers and coefficients of another program's. */
  public void addLike(
      PairClasses source, int c, int a, int b, double ofFirst, double ofSecond, double worth) {
    add(a, b, source.pool[c], source.place[c], source.size[c], ofFirst, ofSecond, worth);
    source.forEachRow(c, this::couple);
  }

  /** Adds a coefficient of the last column in a coupling row. */
  public void couple(int i, double a) {
    int at = start[count]++;
    if (at == row.length) {
      row = Arrays.copyOf(row, 2 * at);
      coefficient = Arrays.copyOf(coefficient, 2 * at);
    }
    row[at] = i;
    coefficient[at] = a;
  }

  /** Receives a coupling row and a coefficient in it. */
  @FunctionalInterface
  public interface Coupling {
    void set(int i, double a);
  }

  /** Passes on the coefficients of a column in coupling rows. */
  public void forEachRow(int c, Coupling coupling) {
    for (int e = start[c]; e < start[c + 1]; e++) {
      coupling.set(row[e], coefficient[e]);
    }
  }

  /** {@code Σ_i a_ic price_i}: the price of the rows for a unit of a column, {@code [row]}. */
  double paid(int c, double[] price) {
    double sum = 0;
    for (int e = start[c]; e < start[c + 1]; e++) {
      sum += coefficient[e] * price[row[e]];
    }
    return sum;
  }

  private void grow(int room) {
    first = Arrays.copyOf(first, room);
    second = Arrays.copyOf(second, room);
    pool = Arrays.copyOf(pool, room);
    place = Arrays.copyOf(place, room);
    size = Arrays.copyOf(size, room);
    rate = Arrays.copyOf(rate, room);
    secondRate = Arrays.copyOf(secondRate, room);
    gain = Arrays.copyOf(gain, room);
    start = Arrays.copyOf(start, room + 1);
  }

  /**
   * Returns the time of class {@code a} that a unit of a column takes: 0, 1, or 2 for a class with
   * itself.
   */
  public int share(int c, int a) {
    return (first[c] == a ? 1 : 0) + (second[c] == a ? 1 : 0);
  }

  /** Returns the rate of a member of class {@code a}, which must be one of the column's classes. */
  public double rateOf(int c, int a) {
    return first[c] == a ? rate[c] : secondRate[c];
  }

  /** Returns the columns of each class, {@code [class][]}. */
  public int[][] columnsOf() {
    int[] sizes = new int[classes()];
    for (int c = 0; c < count; c++) {
      sizes[first[c]]++;
      if (second[c] != NONE && second[c] != first[c]) {
        sizes[second[c]]++;
      }
    }
    int[][] columns = new int[sizes.length][];
    Arrays.setAll(columns, a -> new int[sizes[a]]);
    int[] next = new int[sizes.length];
    for (int c = 0; c < count; c++) {
      columns[first[c]][next[first[c]]++] = c;
      if (second[c] != NONE && second[c] != first[c]) {
        columns[second[c]][next[second[c]]++] = c;
      }
    }
    return columns;
  }
}
