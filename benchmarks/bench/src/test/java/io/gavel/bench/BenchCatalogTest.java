package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class BenchCatalogTest {

  private static final Stopwatch ONCE = new Stopwatch(0, 0, 1);

  @Test
  void cases_measuredByAnother_comeAfterIt() {
    Set<String> before = new HashSet<>();
    for (BenchCase which : BenchCatalog.cases()) {
      assertTrue(before.containsAll(which.target().base().stream().toList()), which.name());
      assertTrue(before.add(which.name()), which.name());
    }
  }

  @Test
  void cases_tasks_areListedAll() {
    assertEquals(
        BenchCatalog.tasks().keySet(),
        BenchCatalog.cases().stream().map(BenchCase::name).collect(Collectors.toSet()));
  }

  @Test
  void ours_smallCases_areCertified() {
    for (String name : List.of("repeated-512", "change-1024", "makespan-2048", "ftf-2048")) {
      BenchCase which =
          BenchCatalog.cases().stream()
              .filter(c -> c.name().equals(name))
              .findFirst()
              .orElseThrow();
      ObjectNode figures = Measurement.ours(which.task().get(), ONCE, ONCE);
      assertTrue(figures.path("relative_gap").asDouble() <= 1e-6, name + figures);
      assertTrue(figures.path("ms").asDouble() > 0, name + figures);
      assertTrue(figures.path("floor_ms").asDouble() > 0, name + figures);
    }
  }

  @Test
  void makespan_itsProgram_hasTheInverseAsObjective() {
    Task task =
        BenchCatalog.cases().stream()
            .filter(c -> c.name().equals("makespan-2048"))
            .findFirst()
            .orElseThrow()
            .task()
            .get();
    double level = CertifiedSolver.standard().solve(task.program().get()).objective();
    assertEquals(level, task.answer().get().objective(), 1e-6 * level);
  }
}
