package io.gavel.estimator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Tables to test with: Gavel's own, where the shared data are present, and made-up ones. */
public final class Tables {

  private Tables() {}

  public static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** A table of given rates over one worker type, with partners p0, p1, ... */
  public static ReferenceTable of(double[]... rates) {
    return ReferenceTable.of(
        Columns.grid(List.of("w"), names("p", rates[0].length), false),
        names("r", rates.length),
        rates);
  }

  /**
   * Rates of low rank: each job type has three hidden demands for a resource, each worker type a
   * supply; a rate is what contention leaves, and jobs whose memory does not fit have rate 0.
   */
  public static ReferenceTable synthetic(long seed, int types, int workerTypes, boolean bothSides) {
    return synthetic(new SplittableRandom(seed), types, workerTypes, bothSides);
  }

  /** The same of random numbers. */
  public static ReferenceTable synthetic(
      RandomGenerator random, int types, int workerTypes, boolean bothSides) {
    double[][] demand = new double[types][4];
    for (double[] row : demand) {
      row[0] = 0.2 + 0.8 * random.nextDouble();
      row[1] = 0.8 * random.nextDouble();
      row[2] = random.nextDouble() < 0.25 ? 0.4 : 0.05;
      row[3] = Math.pow(random.nextDouble(), 3);
    }
    double[][] supply = new double[workerTypes][4];
    for (int w = 0; w < workerTypes; w++) {
      supply[w] = new double[] {1 + 0.3 * w, 1.2 + 0.2 * random.nextDouble(), 1, 1 + 0.1 * w};
    }
    Columns columns = Columns.grid(names("w", workerTypes), names("t", types), bothSides);
    double[][] rates = new double[types][columns.size()];
    for (int a = 0; a < types; a++) {
      for (int k = 0; k < columns.size(); k++) {
        Column column = columns.column(k);
        int w = Integer.parseInt(column.workerType().substring(1));
        int b = Integer.parseInt(column.partner().substring(1));
        boolean own = column.side() == Column.Side.JOB;
        rates[a][k] = contended(demand[own ? a : b], demand[own ? b : a], supply[w]);
      }
    }
    return ReferenceTable.of(columns, names("t", types), rates);
  }

  private static double contended(double[] a, double[] b, double[] supply) {
    if (a[3] + b[3] > supply[3]) {
      return 0;
    }
    double slowDown = 1;
    for (int r = 0; r < 3; r++) {
      slowDown += a[r] * b[r] / supply[r];
    }
    return 1 / slowDown;
  }

  /** The single-accelerator types of Gavel's table, 26 × (worker type × partner); else skips. */
  public static ReferenceTable gavel(boolean bothSides) {
    Path folder = shared("gavel-throughputs");
    List<String> types = new ArrayList<>();
    for (String[] cells : csv(folder.resolve("job_table.csv"))) {
      types.add(cells[1]);
    }
    Map<String, Double> alone = new HashMap<>();
    for (String[] cells : csv(folder.resolve("isolated.csv"))) {
      if (cells[0].equals("simulation") && cells[2].equals("1") && cells[4].equals("1")) {
        alone.put(cells[1] + "/" + cells[3], Double.valueOf(cells[5]));
      }
    }
    Columns columns = Columns.grid(List.of("k80", "p100", "v100"), types, bothSides);
    double[][] rates = new double[types.size()][columns.size()];
    for (String[] cells : csv(folder.resolve("colocated_simulation.csv"))) {
      if (cells[1].equals("1") && cells[2].equals("1")) {
        double[] row = rates[types.indexOf(cells[3])];
        Column own = Column.of(cells[0], cells[4]);
        row[columns.indexOf(own)] = rate(cells[5], alone.get(cells[0] + "/" + cells[3]));
        if (bothSides) {
          row[columns.indexOf(own.linked())] = rate(cells[6], alone.get(cells[0] + "/" + cells[4]));
        }
      }
    }
    return ReferenceTable.of(columns, types, rates);
  }

  /**
   * Throughputs alone on K80, P100, V100, one worker, of types that run on all three; else skips.
   */
  public static Map<String, double[]> isolated() {
    Path folder = shared("gavel-throughputs");
    Map<String, double[]> rates = new TreeMap<>();
    for (String[] cells : csv(folder.resolve("isolated.csv"))) {
      if (cells[0].equals("simulation") && cells[2].equals("1") && cells[4].equals("1")) {
        rates
                .computeIfAbsent(cells[3], absent -> new double[3])[
                List.of("k80", "p100", "v100").indexOf(cells[1])] =
            Double.parseDouble(cells[5]);
      }
    }
    return rates;
  }

  /** Throughputs on five generations, one worker, mixed precision, of models on all; else skips. */
  public static Map<String, double[]> modern() {
    Path folder = shared("lambda-gpu-benchmarks");
    Map<String, double[]> rates = new TreeMap<>();
    for (String[] cells : csv(folder.resolve("modern.csv"))) {
      if (cells[2].equals("1")) {
        rates
                .computeIfAbsent(cells[1] + "/" + cells[3], absent -> new double[5])[
                List.of("v100", "a100", "h100", "h200", "b200").indexOf(cells[0])] =
            Double.parseDouble(cells[4]);
      }
    }
    rates.values().removeIf(row -> IntStream.range(0, 5).anyMatch(j -> row[j] == 0));
    return rates;
  }

  private static Path shared(String name) {
    Path folder = Path.of(System.getProperty("gavel.shared", "../../shared"), "data", name);
    assumeTrue(
        Files.isDirectory(folder), "the shared tables are not beside the project: " + folder);
    return folder;
  }

  private static double rate(String stepsPerSecond, double alone) {
    return Measurements.normalizedRate(Double.parseDouble(stepsPerSecond), alone);
  }

  private static List<String[]> csv(Path file) {
    try {
      return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same rows with those columns only that have one of the given partners. */
  static ReferenceTable closed(ReferenceTable table, List<String> partners) {
    int[] kept =
        IntStream.range(0, table.columns().size())
            .filter(k -> partners.contains(table.columns().column(k).partner()))
            .toArray();
    double[][] rates = new double[table.size()][];
    for (int i = 0; i < rates.length; i++) {
      double[] row = table.row(i);
      rates[i] = IntStream.of(kept).mapToDouble(k -> row[k]).toArray();
    }
    return ReferenceTable.of(
        Columns.of(IntStream.of(kept).mapToObj(table.columns()::column).toList()),
        table.names(),
        rates);
  }

  /** Measures each pair with the given probability: one column of it, or both where it has two. */
  public static Measurements profile(
      Columns columns, double[] row, double p, RandomGenerator random) {
    boolean[] measured = new boolean[row.length];
    for (int k = 0; k < row.length; k++) {
      Column column = columns.column(k);
      measured[k] =
          column.side() == Column.Side.JOB
              ? random.nextDouble() < p
              : measured[columns.indexOf(column.linked())];
    }
    return Measurements.of(columns, row, measured);
  }

  /** Root mean square error over the entries that were not measured. */
  public static double rmse(Estimate estimate, double[] truth) {
    double sum = 0;
    int count = 0;
    for (int k = 0; k < truth.length; k++) {
      if (!estimate.measurements().isMeasured(k)) {
        sum += (estimate.rate(k) - truth[k]) * (estimate.rate(k) - truth[k]);
        count++;
      }
    }
    return Math.sqrt(sum / count);
  }
}
