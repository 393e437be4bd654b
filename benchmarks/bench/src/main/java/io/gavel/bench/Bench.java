package io.gavel.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * A benchmark run: each case by this library, then by each reference solver on the same data.
 * Mutable.
 */
public final class Bench {

  private static final long OURS_SECONDS = 300;
  static final long RIVAL_SECONDS = 120;

  /**
   * The time after which no more reference solvers run, so that a run takes less than forty
   * minutes.
   */
  private static final long REFERENCES_UNTIL_SECONDS = 34 * 60;

  private final ChildJvm jvm;
  private final boolean withReferences;
  private final ObjIntConsumer<String> progress;
  private final long start = System.nanoTime();
  private final Map<String, Double> measured = new HashMap<>();
  private final Map<String, String> gaveUp = new HashMap<>();

  /**
   * Creates a benchmark run.
   *
   * @param program main class and first words of a command line that measures cases, whose names it
   *     reads, in its own JVM with {@code --measure SOLVER}
   * @param withReferences whether to run the reference solvers too
   * @param progress receives the name of each measurement before it begins, and the number of cases
   *     that are complete
   */
  public Bench(List<String> program, boolean withReferences, ObjIntConsumer<String> progress) {
    this.jvm = new ChildJvm(program);
    this.withReferences = withReferences;
    this.progress = progress;
  }

  /**
   * Returns the names of all cases.
   *
   * @return the names, in the order in which they run
   */
  public static List<String> names() {
    return BenchCatalog.cases().stream().map(BenchCase::name).toList();
  }

  /**
   * Measures one case by one solver in this JVM.
   *
   * @param name name of a case, or {@code TASK@JOBS} for one of {@link Reach#tasks}, or {@code
   *     POLICY@JOBSxTYPES} for one of {@link PolicyScaling#policies}, or {@code
   *     POLICY@JOBSxTYPES+FAMILY}, which the other solvers solve by turns
   * @param solver {@code ours} or a reference solver
   * @return the figures as one JSON object
   */
  public static ObjectNode measure(String name, String solver) {
    if (!ScalingTasks.isName(name)) {
      return Measurement.of(find(name), solver);
    }
    return name.contains("+") ? Measurement.byTurns(find(name)) : Measurement.brief(find(name));
  }

  private static BenchCase find(String name) {
    if (ScalingTasks.isName(name)) {
      return new BenchCase(name, name, name, Target.ms(0), () -> ScalingTasks.of(name));
    }
    return BenchCatalog.cases().stream()
        .filter(which -> which.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns cases with the base cases of their targets.
   *
   * @param names names of cases
   * @return names in the order in which they run
   */
  public static List<String> withBases(List<String> names) {
    Set<String> wanted = new HashSet<>(names);
    for (String name : names) {
      find(name).target().base().ifPresent(wanted::add);
    }
    return names().stream().filter(wanted::contains).toList();
  }

  /**
   * Runs cases.
   *
   * @param names names of the cases; the base cases of their targets run before them
   * @param done receives each outcome
   */
  public void run(List<String> names, Consumer<BenchOutcome> done) {
    List<String> cases = withBases(names);
    for (int i = 0; i < cases.size(); i++) {
      done.accept(run(find(cases.get(i)), i));
    }
  }

  private BenchOutcome run(BenchCase which, int place) {
    progress.accept(label(which, Measurement.OURS), place);
    ObjectNode ours = jvm.measure(which.name(), Measurement.OURS, which.heap(), OURS_SECONDS);
    measured.put(which.name(), ours.path("ms").asDouble(Double.NaN));
    Map<ReferenceSolver, ObjectNode> references = new EnumMap<>(ReferenceSolver.class);
    for (ReferenceSolver referenceSolver : ReferenceSolver.values()) {
      references.put(referenceSolver, run(which, referenceSolver, place));
    }
    return new BenchOutcome(which, which.target().ms(measured), ours, references);
  }

  private static String label(BenchCase which, String solver) {
    return "%s: %s".formatted(which.name(), solver);
  }

  private ObjectNode run(BenchCase which, ReferenceSolver referenceSolver, int place) {
    String key = which.family() + " " + referenceSolver;
    if (!withReferences) {
      return Measurement.reason("not asked for");
    }
    if (gaveUp.containsKey(key)) {
      return Measurement.reason("not run: " + gaveUp.get(key));
    }
    if ((System.nanoTime() - start) / 1e9 > REFERENCES_UNTIL_SECONDS) {
      return Measurement.reason("not run: the time for reference solvers is used up");
    }
    progress.accept(label(which, referenceSolver.key()), place);
    ObjectNode result =
        jvm.measure(which.name(), referenceSolver.key(), which.heap(), RIVAL_SECONDS);
    if (result.has("reason")) {
      gaveUp.put(key, "%s at %s".formatted(result.path("reason").asText(), which.name()));
    }
    return result;
  }
}
