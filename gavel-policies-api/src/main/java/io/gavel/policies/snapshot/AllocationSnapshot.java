package io.gavel.policies.snapshot;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An allocation with its problem and its certificate as text. See {@link ProblemSnapshot} for the
 * problem.
 *
 * <pre>{@code
 * allocation version=1
 *   problem version=1
 *     …
 *   end problem
 *   certificate objective=0.8 bound=0.8 violation=0
 *   pool "v100" price=0.137
 *   constraint "night budget" price=0.002
 *   statement goal=LEVEL requirement=[1 2]
 *   levels within=1e-9
 *   round level=0.8 pools=[0.137] jobs=[0] throughput=[0.01] time=[0]
 *   alone "bert" fractions=[0.5] throughput-price=0.01
 *   pair "bert" "gan" fractions=[0.5]
 *   configuration "bert" "x2" fractions=[0]
 * end allocation
 * }</pre>
 *
 * <p>Stateless and thread-safe.
 */
public final class AllocationSnapshot {

  /** The format of the section {@code allocation}: prints, parses, and nests in longer texts. */
  public static final SnapshotFormat<Allocation> FORMAT =
      SnapshotFormat.of(
          "allocation", 1, AllocationSnapshot::writeLines, AllocationSnapshot::readLines);

  private AllocationSnapshot() {}

  /**
   * Writes an allocation.
   *
   * @param allocation any allocation, feasible or not, from any source
   * @return its text
   */
  public static String print(Allocation allocation) {
    return FORMAT.print(allocation);
  }

  /**
   * Reads an allocation.
   *
   * @param text the output of {@link #print}; if edited by hand, without the line of the digest
   * @return an allocation equal to the printed one, if that was made by this library
   * @throws SnapshotFormatException if the text is not an allocation, with line and column
   */
  public static Allocation parse(String text) {
    return FORMAT.parse(text);
  }

  /**
   * Returns a digest of an allocation. Equal digests mean equal allocations, bit for bit.
   *
   * @param allocation any allocation
   * @return its {@link SnapshotFormat#digest}
   */
  public static String digest(Allocation allocation) {
    return FORMAT.digest(allocation);
  }

  /**
   * Returns the format of the section {@code answer}: an allocation without its problem, and
   * without the groups that have neither time nor prices. A series of allocations takes much less
   * space so.
   *
   * @param problem the problem of the allocations to write or to read
   * @return the format; of its problem, a text names only the numbers of jobs and groups
   */
  public static SnapshotFormat<Allocation> answersTo(AllocationProblem problem) {
    return SnapshotFormat.of(
        "answer", 1, AllocationSnapshot::writeAnswer, from -> readAnswer(from, problem));
  }

  private static void writeLines(SnapshotWriter to, Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    ProblemSnapshot.FORMAT.write(to, problem);
    writeCertificate(to, allocation);
    for (int g = 0; g < problem.groupCount(); g++) {
      if (problem.group(g) instanceof Group.Pair pair) {
        to.line("pair").name(problem.job(pair.first()).id()).name(problem.job(pair.second()).id());
      } else if (problem.group(g) instanceof Group.Configuration way) {
        to.line("configuration").name(problem.job(way.job()).id()).name(way.name());
      } else {
        to.line("alone").name(problem.job(g).id());
      }
      writeGroup(to, allocation, g);
    }
  }

  private static void writeAnswer(SnapshotWriter to, Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    to.line("of").whole("jobs", problem.jobCount()).whole("groups", problem.groupCount());
    writeCertificate(to, allocation);
    Prices prices = allocation.certificate().prices();
    for (int g = 0; g < problem.groupCount(); g++) {
      DoubleStream numbers = Arrays.stream(fractions(allocation, g));
      if (g < problem.jobCount()) {
        DoubleStream ofJob = DoubleStream.of(prices.ofTime(g), prices.ofThroughput(g));
        numbers = DoubleStream.concat(numbers, ofJob);
      }
      if (!numbers.allMatch(x -> Double.compare(x, 0) == 0)) { // -0 is another number
        to.line("group").whole("row", g);
        writeGroup(to, allocation, g);
      }
    }
  }

  private static void writeCertificate(SnapshotWriter to, Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    Certificate certificate = allocation.certificate();
    Prices prices = certificate.prices();
    to.line("certificate").number("objective", certificate.objective());
    to.number("bound", certificate.bound()).number("violation", certificate.maxViolation());
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      to.line("pool").name(problem.cluster().poolName(k)).number("price", prices.ofPool(k));
    }
    prices
        .constraints()
        .forEach((name, price) -> to.line("constraint").name(name).number("price", price));
    certificate
        .statement()
        .ifPresent(
            statement ->
                StatementCodec.write(
                    to, statement, problem.jobCount(), problem.cluster().poolCount()));
    certificate.levels().ifPresent(levels -> StatementCodec.write(to, levels));
  }

  private static double[] fractions(Allocation allocation, int g) {
    return IntStream.range(0, allocation.problem().cluster().typeCount())
        .mapToDouble(j -> allocation.fraction(g, j))
        .toArray();
  }

  private static void writeGroup(SnapshotWriter to, Allocation allocation, int g) {
    Prices prices = allocation.certificate().prices();
    to.numbers("fractions", fractions(allocation, g));
    if (g < allocation.problem().jobCount()) {
      to.number("time-price", prices.ofTime(g), 0);
      to.number("throughput-price", prices.ofThroughput(g), 0);
    }
  }

  private static Allocation readLines(SnapshotReader from) {
    AllocationProblem problem = ProblemSnapshot.FORMAT.read(from);
    if (!problem.pairsByType().isEmpty()) {
      throw from.expected("an allocation of a problem whose pairs are listed");
    }
    Rows rows = new Rows(from, problem);
    for (int g = 0; g < problem.groupCount(); g++) {
      readNames(from, problem, g);
      rows.read(g);
    }
    return rows.allocation();
  }

  private static Allocation readAnswer(SnapshotReader from, AllocationProblem problem) {
    from.line("of");
    if (from.count("jobs") != problem.jobCount() || from.count("groups") != problem.groupCount()) {
      throw from.expected(
          "%s jobs and %s groups before this".formatted(problem.jobCount(), problem.groupCount()));
    }
    Rows rows = new Rows(from, problem);
    while (from.nextIs("group")) {
      from.line("group");
      int row = from.count("row");
      if (row < 0 || row >= problem.groupCount()) {
        throw from.expected("a row below %s before this".formatted(problem.groupCount()));
      }
      rows.read(row);
    }
    return rows.allocation();
  }

  private static void readNames(SnapshotReader from, AllocationProblem problem, int g) {
    Group group = problem.group(g);
    if (group instanceof Group.Configuration way) {
      from.line("configuration");
      from.name(problem.job(way.job()).id());
      from.name(way.name());
    } else {
      from.line(group.size() == 1 ? "alone" : "pair");
      for (int i = 0; i < group.size(); i++) {
        from.name(problem.job(group.member(i)).id());
      }
    }
  }

  /** The certificate and the rows of an allocation that is read. */
  private static final class Rows {

    private final SnapshotReader from;
    private final AllocationProblem problem;
    private final double objective;
    private final double bound;
    private final double violation;
    private final double[] pools;
    private final Map<String, Double> constraints = new HashMap<>();
    private final Optional<Statement> statement;
    private final Optional<FairLevels> levels;
    private final double[] time;
    private final double[] throughput;
    private final double[] fractions;

    Rows(SnapshotReader from, AllocationProblem problem) {
      this.from = from;
      this.problem = problem;
      Cluster cluster = problem.cluster();
      from.line("certificate");
      this.objective = from.number("objective");
      this.bound = from.number("bound");
      this.violation = from.number("violation");
      this.pools = new double[cluster.poolCount()];
      for (int k = 0; k < pools.length; k++) {
        from.line("pool");
        from.name(cluster.poolName(k));
        pools[k] = from.number("price");
      }
      from.lines(
          "constraint",
          () -> {
            String name = from.name();
            if (constraints.put(name, from.number("price")) != null) {
              throw new IllegalArgumentException(
                  "constraint \"%s\" has two prices; each has one".formatted(name));
            }
            return name;
          });
      this.statement = from.optional("statement", () -> StatementCodec.read(from));
      this.levels = from.optional("levels", () -> StatementCodec.readLevels(from));
      this.time = new double[problem.jobCount()];
      this.throughput = new double[problem.jobCount()];
      this.fractions = new double[problem.groupCount() * cluster.typeCount()];
    }

    /** Reads the numbers of a group. */
    void read(int g) {
      double[] row = from.numbers("fractions");
      int types = problem.cluster().typeCount();
      if (row.length != types) {
        throw from.expected("%s fractions before this, one per worker type".formatted(types));
      }
      System.arraycopy(row, 0, fractions, g * types, types);
      if (g < time.length) {
        time[g] = from.number("time-price", 0);
        throughput[g] = from.number("throughput-price", 0);
      }
    }

    Allocation allocation() {
      return from.checked(
          () ->
              Allocation.of(
                  problem,
                  fractions,
                  new Certificate(
                      objective,
                      bound,
                      violation,
                      Prices.of(pools, time, throughput).withConstraints(constraints),
                      statement,
                      levels)));
    }
  }
}
