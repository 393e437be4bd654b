package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.CertifiedSolver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The program that reference solvers get has the optimum that this library certifies. */
final class OpenTasksTest {

  static Stream<Task> tasks() {
    return Stream.of(
        OpenTasks.quota(24),
        OpenTasks.quotas(24),
        OpenTasks.elasticMaxMin(24),
        OpenTasks.envyFree(24),
        OpenTasks.leastCost(24),
        OpenTasks.entities(24, 20));
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void program_smallSize_hasTheObjectiveOfTheAnswer(Task task) {
    double certified = task.answer().get().objective();
    double optimum = CertifiedSolver.standard().solve(task.program().get()).objective();
    assertEquals(certified, optimum, 1e-6 * Math.abs(certified));
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void reference_smallSize_reachesTheObjectiveOfTheAnswer(Task task) {
    double certified = task.answer().get().objective();
    ReferenceRows rows = ReferenceRows.of(task.program().get());
    assertEquals(
        certified, ReferenceSolver.OJALGO.load(rows, 60).solve(), 1e-6 * Math.abs(certified));
  }

  /** A dense matrix of thousands of rows takes half a minute. */
  @Test
  void entities_thousandsOfJobsInDozensOfTeams_needNoDenseMatrix(@TempDir Path folder)
      throws IOException {
    Task task = OpenTasks.entities(5_000, 60);
    Path file = folder.resolve("solves.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.gavel.Solve").withoutThreshold();
      recording.start();
      Answer level = task.answer().get();
      recording.stop();
      recording.dump(file);
      assertTrue(level.relativeGap() <= 1e-8, level::toString);
    }
    List<String> solvers =
        RecordingFile.readAllEvents(file).stream()
            .filter(solve -> solve.getInt("jobs") > 1_000)
            .map(solve -> solve.getString("solver"))
            .toList();
    assertEquals(Set.of("structured interior point"), Set.copyOf(solvers));
  }
}
