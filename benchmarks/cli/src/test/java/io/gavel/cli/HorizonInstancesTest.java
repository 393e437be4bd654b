package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.input.HorizonReader;
import io.gavel.input.ProblemReader;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.program.StagedSolver;
import io.gavel.policies.program.Horizon;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Proof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plans of committed problems have the optima that HiGHS has for the programs written out. */
final class HorizonInstancesTest {

  private static final Path FOLDER = Path.of("src", "test", "resources", "horizons");

  @TestFactory
  Stream<DynamicTest> plans_ofAllProblems_areOptimal() throws IOException {
    JsonNode expected =
        JsonMapper.builder().build().readTree(FOLDER.resolve("expected.json").toFile());
    return expected.properties().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> check(entry.getKey(), entry.getValue())));
  }

  private static void check(String name, JsonNode expected) {
    Horizon horizon =
        HorizonReader.read(
            FOLDER.resolve(name + "-slots.json"),
            ProblemReader.read(FOLDER.resolve(name + ".json")).problem());
    requireOptimal(
        horizon.program().maximize(horizon.earliness()), expected.path("earliness").asDouble());
    Horizon all = horizon.completingAll();
    requireOptimal(
        all.program().minimize(Objective.sum(all.total("gCO2"))), expected.path("gCO2").asDouble());
  }

  private static void requireOptimal(Program program, double optimum) {
    Solution solution = program.solve(StagedSolver.create());
    assertEquals(optimum, solution.objective(0), 1e-8 * Math.abs(optimum));
    Proof proof = Proof.of(solution.allocation());
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof.toString());
  }
}
