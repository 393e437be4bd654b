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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  private static void writeLines(SnapshotWriter to, Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    Certificate certificate = allocation.certificate();
    Prices prices = certificate.prices();
    ProblemSnapshot.FORMAT.write(to, problem);
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
    for (int g = 0; g < problem.groupCount(); g++) {
      int row = g;
      if (problem.group(g) instanceof Group.Pair pair) {
        to.line("pair").name(problem.job(pair.first()).id()).name(problem.job(pair.second()).id());
      } else if (problem.group(g) instanceof Group.Configuration way) {
        to.line("configuration").name(problem.job(way.job()).id()).name(way.name());
      } else {
        to.line("alone").name(problem.job(g).id());
      }
      to.numbers(
          "fractions",
          IntStream.range(0, problem.cluster().typeCount())
              .mapToDouble(j -> allocation.fraction(row, j))
              .toArray());
      if (g < problem.jobCount()) {
        to.number("time-price", prices.ofTime(g), 0);
        to.number("throughput-price", prices.ofThroughput(g), 0);
      }
    }
  }

  private static Allocation readLines(SnapshotReader from) {
    AllocationProblem problem = ProblemSnapshot.FORMAT.read(from);
    if (!problem.pairsByType().isEmpty()) {
      throw from.expected("an allocation of a problem whose pairs are listed");
    }
    Cluster cluster = problem.cluster();
    from.line("certificate");
    double objective = from.number("objective");
    double bound = from.number("bound");
    double violation = from.number("violation");
    double[] pools = new double[cluster.poolCount()];
    for (int k = 0; k < pools.length; k++) {
      from.line("pool");
      from.name(cluster.poolName(k));
      pools[k] = from.number("price");
    }
    Map<String, Double> constraints = new HashMap<>();
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
    Optional<Statement> statement = from.optional("statement", () -> StatementCodec.read(from));
    Optional<FairLevels> levels = from.optional("levels", () -> StatementCodec.readLevels(from));
    double[] time = new double[problem.jobCount()];
    double[] throughput = new double[problem.jobCount()];
    double[] fractions = new double[problem.groupCount() * cluster.typeCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      readGroup(from, problem, g, fractions);
      if (g < time.length) {
        time[g] = from.number("time-price", 0);
        throughput[g] = from.number("throughput-price", 0);
      }
    }
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

  private static void readGroup(
      SnapshotReader from, AllocationProblem problem, int g, double[] fractions) {
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
    double[] row = from.numbers("fractions");
    int types = problem.cluster().typeCount();
    if (row.length != types) {
      throw from.expected("%s fractions before this, one per worker type".formatted(types));
    }
    System.arraycopy(row, 0, fractions, g * types, types);
  }
}
