package io.gavel.bench;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The program that reference solvers get has the optimum that this library certifies. */
final class OpenTasksTest {

  static Stream<String> tasks() {
    return Reach.tasks().stream();
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void program_smallSize_hasTheObjectiveOfTheAnswer(String name) {
    Task task = requireNonNull(OpenCases.bySize().get(name)).apply(24);
    double certified = task.answer().get().objective();
    double optimum = CertifiedSolver.standard().solve(task.program().get()).objective();
    assertEquals(certified, optimum, 1e-6 * Math.abs(certified));
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void reference_smallSize_reachesTheObjectiveOfTheAnswer(String name) {
    Task task = requireNonNull(OpenCases.bySize().get(name)).apply(24);
    double certified = task.answer().get().objective();
    ReferenceRows rows = ReferenceRows.of(task.program().get());
    assertEquals(certified, ReferenceSolver.OJALGO.load(rows).solve(), 1e-6 * Math.abs(certified));
  }
}
