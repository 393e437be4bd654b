package io.gavel.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every problem with known optima by every policy of the catalogue. Feasibility and objective are
 * recomputed here from the printed fractions and the file, without the library.
 */
final class GoldenInstancesTest {

  private static final Path SHARED = Path.of("..", "..", "shared", "golden");

  @TestFactory
  Stream<DynamicTest> solve_bundledProblems_areOptimal() throws IOException {
    return tests(Path.of("src", "test", "resources", "golden"));
  }

  @TestFactory
  Stream<DynamicTest> solve_allProblems_areOptimal() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(SHARED), "skipped: there is no " + SHARED);
    return tests(SHARED);
  }

  private static Stream<DynamicTest> tests(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    assertTrue(files.size() >= 5, "too few problems in " + folder);
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files) {
      JsonNode problem = JsonMapper.builder().build().readTree(file.toFile());
      for (String policy : PolicyCatalog.keys()) {
        if (problem.path("expected").has(policy)) {
          String name = problem.path("name").asText() + " " + policy;
          tests.add(dynamicTest(name, () -> check(file, problem, policy)));
        }
      }
    }
    return tests.stream();
  }

  private static void check(Path file, JsonNode problem, String policy) {
    CommandRun run = CommandRun.of("solve", "--policy", policy, "--json", file);
    assertEquals(0, run.status(), run.err());
    JsonNode answer = run.json().get(0);
    double[][] x = matrix(answer.path("allocation"));
    requireFeasible(problem, x);
    JsonNode expected = problem.path("expected").path(policy);
    double tolerance = expected.path("tol").asDouble();
    if (expected.has("throughput")) {
      for (int m = 0; m < problem.path("jobs").size(); m++) {
        double value = expected.path("throughput").path(m).asDouble();
        assertEquals(value, answer.path("throughput").path(m).asDouble(), tolerance * value);
      }
    } else {
      double value = expected.path("objective").asDouble();
      assertEquals(value, level(problem, x, policy.endsWith("_agnostic")), tolerance * value);
      assertEquals(value, answer.path("objective").asDouble(), tolerance * value);
      assertTrue(
          answer.path("bound").asDouble() >= value * (1 - 1e-9), "a bound below the optimum");
    }
    assertTrue(answer.path("relative_gap").asDouble() <= 1e-6, answer.toString());
    assertEquals(0, answer.path("max_violation").asDouble());
  }

  private static void requireFeasible(JsonNode problem, double[][] x) {
    int jobs = problem.path("jobs").size();
    double[] time = new double[jobs];
    double[] used = new double[problem.path("num_workers").size()];
    assertEquals(jobs + problem.path("pairs").size(), x.length);
    for (int c = 0; c < x.length; c++) {
      for (int j = 0; j < used.length; j++) {
        assertTrue(x[c][j] >= 0 && x[c][j] <= 1, "fraction " + x[c][j]);
        used[j] += scaleFactor(problem, member(problem, c, 0)) * x[c][j];
        for (int i = 0; i < size(problem, c); i++) {
          time[member(problem, c, i)] += x[c][j];
        }
      }
    }
    for (int m = 0; m < jobs; m++) {
      assertTrue(time[m] <= 1, "job %d runs %s of the time".formatted(m, time[m]));
    }
    for (int j = 0; j < used.length; j++) {
      assertTrue(
          used[j] <= problem.path("num_workers").path(j).asInt(), "type " + j + " is overbooked");
    }
  }

  /** The least of scale factor times throughput over weight times equal share. */
  private static double level(JsonNode problem, double[][] x, boolean agnostic) {
    int jobs = problem.path("jobs").size();
    double workers = 0;
    for (JsonNode count : problem.path("num_workers")) {
      workers += count.asDouble();
    }
    double[] throughput = new double[jobs];
    double[] equal = new double[jobs];
    for (int c = 0; c < x.length; c++) {
      for (int j = 0; j < x[c].length; j++) {
        for (int i = 0; i < size(problem, c); i++) {
          double rate = agnostic ? 1 : rate(problem, c, i, j);
          throughput[member(problem, c, i)] += rate * x[c][j];
          equal[member(problem, c, i)] +=
              c < jobs ? rate * problem.path("num_workers").path(j).asDouble() / workers : 0;
        }
      }
    }
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < jobs; m++) {
      double weight = problem.path("jobs").path(m).path("weight").asDouble();
      least = Math.min(least, scaleFactor(problem, m) * throughput[m] / (weight * equal[m]));
    }
    return least;
  }

  private static int size(JsonNode problem, int c) {
    return c < problem.path("jobs").size() ? 1 : 2;
  }

  private static int member(JsonNode problem, int c, int i) {
    int jobs = problem.path("jobs").size();
    return c < jobs ? c : problem.path("pairs").path(c - jobs).path("jobs").path(i).asInt();
  }

  private static double rate(JsonNode problem, int c, int i, int j) {
    int jobs = problem.path("jobs").size();
    return c < jobs
        ? problem.path("jobs").path(c).path("throughput").path(j).asDouble()
        : problem.path("pairs").path(c - jobs).path("throughput").path(j).path(i).asDouble();
  }

  private static int scaleFactor(JsonNode problem, int m) {
    return problem.path("jobs").path(m).path("scale_factor").asInt();
  }

  private static double[][] matrix(JsonNode rows) {
    double[][] matrix = new double[rows.size()][];
    for (int c = 0; c < matrix.length; c++) {
      matrix[c] = new double[rows.path(c).size()];
      for (int j = 0; j < matrix[c].length; j++) {
        matrix[c][j] = rows.path(c).path(j).asDouble();
      }
    }
    return matrix;
  }

  @Test
  void level_badAllocation_isLower() throws IOException {
    JsonNode problem = JsonMapper.builder().build().readTree(CommandRun.golden("g05").toFile());
    double[][] swapped = {{1, 0}, {0, 1}}; // the second job runs where it cannot
    assertEquals(0, level(problem, swapped, false));
  }
}
