package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstSolveTest {

  /** Solves a first problem in a JVM of its own. */
  static final class FirstSolve {
    private FirstSolve() {}

    public static void main(String[] args) {
      AllocationProblem problem =
          AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
              .job(Job.of("a"), 4, 1)
              .job(Job.of("b"), 2, 1)
              .build();
      assertTrue(MaxMinFairness.create().allocate(problem).certificate().objective() > 0);
    }
  }

  /** Returns the log of the classes that a JVM loads to solve one problem. */
  private static List<String> loaded() throws IOException, InterruptedException {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                FirstSolve.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertEquals(0, java.waitFor(), () -> String.join("\n", lines));
    return lines;
  }

  /** Starting the recorder takes a third of a first allocation. */
  @Test
  void allocate_withoutARecording_doesNotStartTheFlightRecorder()
      throws IOException, InterruptedException {
    List<String> lines = loaded();
    assertTrue(lines.stream().anyMatch(line -> line.contains(CertifiedSolver.class.getName())));
    assertEquals(
        List.of(), lines.stream().filter(line -> line.contains("jdk.jfr.internal.")).toList());
  }

  /** Each class takes time to load, and a reader's to find out what part it has. */
  @Test
  void allocate_firstProblem_loadsFewClasses() throws IOException, InterruptedException {
    List<String> classes =
        loaded().stream()
            .filter(line -> line.contains(" io.gavel.policies."))
            .filter(line -> !line.contains("$$Lambda") && !line.contains("FirstSolveTest"))
            .toList();
    assertTrue(classes.size() <= 91, () -> String.join("\n", classes));
  }
}
