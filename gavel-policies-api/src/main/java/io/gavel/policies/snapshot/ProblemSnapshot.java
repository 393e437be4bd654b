package io.gavel.policies.snapshot;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.ArrayList;
import java.util.List;

/**
 * A problem as text: one line per item, in the problem's order. Equal problems have equal texts.
 * {@code parse(print(problem))} equals the problem bit for bit.
 *
 * <pre>{@code
 * problem version=1
 *   type "v100" workers=2 price=2.48
 *   type "k80" workers=4
 *   entity "team" weight=2 discipline=FIFO
 *   job "bert" rates=[40 8] steps=400000 entity="team"
 *   job "gan" rates=[30 9] low=[30 7] high=[30 12]
 *   pair "bert" "gan" rates=[25 4] beside=[20.5 5]
 *   configuration "bert" "x2" workers=2 rates=[70 0]
 *   forbid "gan" "k80"
 *   constraint "power" relation=AT_MOST bound=900
 *   term unit=AMOUNT amount=[300 150]
 *   quota "team" limit=3
 *   guaranteed "v100" workers=1
 * end problem
 * }</pre>
 *
 * <p>Components of a job or type with their default value are left out. Stateless and thread-safe.
 */
public final class ProblemSnapshot {

  /** The format of the section {@code problem}: prints, parses, and nests in longer texts. */
  public static final SnapshotFormat<AllocationProblem> FORMAT =
      SnapshotFormat.of("problem", 1, ProblemSnapshot::writeLines, ProblemSnapshot::readLines);

  private ProblemSnapshot() {}

  /**
   * Writes a problem.
   *
   * @param problem any problem
   * @return its text
   */
  public static String print(AllocationProblem problem) {
    return FORMAT.print(problem);
  }

  /**
   * Reads a problem.
   *
   * @param text the output of {@link #print}; if edited by hand, without the line of the digest
   * @return the problem
   * @throws SnapshotFormatException if the text is not a problem, with line and column
   */
  public static AllocationProblem parse(String text) {
    return FORMAT.parse(text);
  }

  /**
   * Returns a digest of a problem. Equal problems have equal digests.
   *
   * @param problem any problem
   * @return its {@link SnapshotFormat#digest}
   */
  public static String digest(AllocationProblem problem) {
    return FORMAT.digest(problem);
  }

  private static void writeLines(SnapshotWriter to, AllocationProblem problem) {
    write(to, problem.cluster());
    problem.entities().forEach(entity -> write(to, entity));
    for (int g = 0; g < problem.throughputs().groupCount(); g++) {
      RateLine rates = RateLine.of(problem.throughputs(), g, 0);
      if (problem.throughputs().group(g) instanceof Group.Pair pair) {
        to.line("pair").name(problem.job(pair.first()).id()).name(problem.job(pair.second()).id());
        rates.write(to, "rates");
        RateLine.of(problem.throughputs(), g, 1).write(to, "beside");
      } else if (problem.throughputs().group(g) instanceof Group.Configuration way) {
        ConfigurationLine.write(to, problem.job(way.job()).id(), way, rates);
      } else {
        JobCodec.write(to, problem.job(g), rates);
      }
    }
    writeForbidden(to, problem);
    ConstraintCodec.write(to, problem.constraintSet());
    if (problem.isBelieved()) {
      to.line("believed");
    }
    if (!problem.pairsByType().equals(PairThroughputs.none())) {
      PairCodec.write(to, problem.pairsByType());
    }
    List<Unrunnable> ofGroups = problem.withJobs(problem.jobs()).unrunnable();
    ofGroups.stream()
        .filter(job -> problem.unrunnable().stream().noneMatch(other -> other.job() == job.job()))
        .forEach(job -> to.line("runs-in-pairs").name(job.jobId()));
  }

  private static void writeForbidden(SnapshotWriter to, AllocationProblem problem) {
    for (int m = 0; m < problem.jobCount() && !problem.eligibility().isAll(); m++) {
      for (int j : problem.eligibility().forbiddenTypes(m)) {
        to.line("forbid").name(problem.job(m).id()).name(problem.cluster().type(j).name());
      }
    }
  }

  /**
   * Writes the worker types of a cluster into the open section, one line per type.
   *
   * @param to receives the lines
   * @param cluster any cluster
   */
  public static void write(SnapshotWriter to, Cluster cluster) {
    for (WorkerType type : cluster.types()) {
      to.line("type").name(type.name()).whole("workers", type.workers());
      to.number("price", type.pricePerHour(), 0).count("per-server", type.workersPerServer(), 1);
      if (!type.pool().equals(type.name())) {
        to.text("pool", type.pool());
      }
    }
  }

  /**
   * Writes constraints and quotas into the open section, a few lines each.
   *
   * @param to receives the lines
   * @param constraints any constraints and quotas
   */
  public static void write(SnapshotWriter to, ConstraintSet constraints) {
    ConstraintCodec.write(to, constraints);
  }

  /**
   * Reads the lines of constraints and quotas.
   *
   * @param from is before the first of the lines, if there are any
   * @return the constraints and quotas
   * @throws SnapshotFormatException if a line is invalid, with line and column
   */
  public static ConstraintSet readConstraints(SnapshotReader from) {
    return ConstraintCodec.read(from);
  }

  private static void write(SnapshotWriter to, Entity entity) {
    to.line("entity").name(entity.id()).number("weight", entity.weight());
    to.word("discipline", entity.discipline());
    entity.parent().ifPresent(parent -> to.text("parent", parent));
  }

  private static AllocationProblem readLines(SnapshotReader from) {
    AllocationProblem.Builder problem = AllocationProblem.builder(readCluster(from));
    from.lines("entity", () -> readEntity(from)).forEach(problem::entity);
    from.lines("job", () -> JobCodec.read(from, problem));
    from.lines("pair", () -> readPair(from, problem));
    List<ConfigurationLine> configurations =
        from.lines("configuration", () -> ConfigurationLine.read(from));
    from.lines("forbid", () -> problem.forbid(from.name(), from.name()));
    AllocationProblem rigid = from.checked(problem::build);
    ConstraintSet constraints = ConstraintCodec.read(from);
    AllocationProblem elastic = from.checked(() -> ConfigurationLine.addTo(rigid, configurations));
    return readViews(from, from.checked(() -> elastic.withConstraints(constraints)));
  }

  /** Reads the parts of a problem besides jobs, rates and entities. */
  private static AllocationProblem readViews(SnapshotReader from, AllocationProblem plain) {
    AllocationProblem problem = plain;
    if (from.nextIs("believed")) {
      from.line("believed");
      problem = problem.believing(problem.throughputs());
    }
    if (from.nextIs("by-type")) {
      AllocationProblem listed = problem;
      problem =
          from.checked(
              () -> listed.sharingByType(PairCodec.read(from, listed.cluster().typeCount())));
    }
    return problem.withUnlistedPairsOf(from.lines("runs-in-pairs", from::name));
  }

  /**
   * Reads the worker types of a cluster.
   *
   * @param from a reader before the first line of a type; afterwards it is after the last
   * @return the cluster
   * @throws SnapshotFormatException if there is no type, or an invalid one
   */
  public static Cluster readCluster(SnapshotReader from) {
    List<WorkerType> types = new ArrayList<>();
    Cluster cluster;
    do {
      from.line("type");
      cluster =
          from.checked(
              () -> {
                types.add(readType(from));
                return Cluster.of(
                    types); // checked after each line, so that the error names the invalid one
              });
    } while (from.nextIs("type"));
    return cluster;
  }

  private static WorkerType readType(SnapshotReader from) {
    String name = from.name();
    return new WorkerType(
        name,
        from.count("workers"),
        from.number("price", 0),
        from.count("per-server", 1),
        from.has("pool") ? from.text("pool") : name);
  }

  private static AllocationProblem.Builder readPair(
      SnapshotReader from, AllocationProblem.Builder problem) {
    String a = from.name();
    String b = from.name();
    RateLine ofA = RateLine.read(from, "rates");
    RateLine ofB = RateLine.read(from, "beside");
    problem.pair(a, b, ofA.rates(), ofB.rates());
    return ofA.isCertain() && ofB.isCertain()
        ? problem
        : problem.within(ofA.low(), ofA.high(), ofB.low(), ofB.high());
  }

  private static Entity readEntity(SnapshotReader from) {
    String id = from.name();
    double weight = from.number("weight");
    Discipline discipline = from.word("discipline", Discipline.values());
    return new Entity(id, from.optionalText("parent"), weight, discipline);
  }
}
