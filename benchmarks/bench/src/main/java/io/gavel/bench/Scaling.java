package io.gavel.bench;

import io.gavel.catalog.PolicyCatalog;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Every policy of the catalogue by number of jobs and of worker types. Immutable. */
public final class Scaling {

  /** The numbers of jobs, each four times the one before. */
  public static final List<Integer> JOBS =
      List.of(64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576);

  /** The numbers of worker types. */
  public static final List<Integer> TYPES = List.of(3, 8, 16, 64);

  private static final long START_SECONDS = 30;

  private final ChildJvm jvm;
  private final long limitSeconds;
  private final Consumer<String> progress;

  /**
   * Creates a measurement.
   *
   * @param program main class and first words of a command line that measures one case in its own
   *     JVM, with {@code --case NAME --measure SOLVER}
   * @param limitSeconds the time that an allocation may take, in seconds, at least 1
   * @param progress receives the name of each cell
   */
  public Scaling(List<String> program, long limitSeconds, Consumer<String> progress) {
    this.jvm = new ChildJvm(program);
    this.limitSeconds = limitSeconds;
    this.progress = progress;
  }

  /**
   * Returns the policies that can be measured.
   *
   * @return the names of the catalogue
   */
  public static List<String> policies() {
    return PolicyCatalog.keys();
  }

  /**
   * Measures cells, each in its own JVM. A policy that does not answer within the limit is not
   * tried on more jobs with as many worker types.
   *
   * @param policies some of {@link #policies}
   * @param jobs numbers of jobs, ascending
   * @param types numbers of worker types
   * @param done receives each cell
   */
  public void run(
      List<String> policies, List<Integer> jobs, List<Integer> types, Consumer<ScalingCell> done) {
    for (String policy : policies) {
      for (int k : types) {
        Optional<ScalingCell> unanswered = Optional.empty();
        for (int n : jobs) {
          ScalingCell cell =
              unanswered.isPresent()
                  ? ScalingCell.notRun(policy, n, k, unanswered.orElseThrow())
                  : measured(policy, n, k);
          unanswered = cell.isAnswered() ? Optional.empty() : Optional.of(cell);
          done.accept(cell);
        }
      }
    }
  }

  private ScalingCell measured(String policy, int jobs, int types) {
    String name = ScalingTasks.name(policy, jobs, types);
    progress.accept(name);
    long seconds = 2 * limitSeconds + START_SECONDS; // one solve for warm-up
    return ScalingCell.of(
        policy, jobs, types, jvm.measure(name, Measurement.OURS, seconds), limitSeconds);
  }
}
