package io.gavel.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobKind;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

final class DemoTest {

  private static final DemoScenario SCENARIO = DemoScenario.create(Demo.SEED);

  @Test
  void run_twice_printsAndDrawsTheSameBytes() throws Exception {
    Demo first = Demo.run(SCENARIO, SimulationObserver.none());
    Demo second = Demo.run(DemoScenario.create(Demo.SEED), SimulationObserver.none());
    assertEquals(first.report(), second.report());
    assertEquals(first.svg(), second.svg());
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(first.svg().getBytes(StandardCharsets.UTF_8)));
    assertFitsATerminal(first.report());
    assertTrue(first.report().contains("certificate: least normalised throughput"));
    int jobs = SCENARIO.jobs().size();
    assertTrue(first.report().contains("%s of %s  %s of %s".formatted(jobs, jobs, jobs, jobs)));
  }

  private static void assertFitsATerminal(String report) {
    report
        .lines()
        .forEach(
            line -> {
              assertTrue(line.length() <= 100, line);
              assertTrue(line.chars().allMatch(c -> c >= ' ' && c <= '~'), line);
            });
  }

  @Test
  void scenario_bundled_isAsPromised() {
    assertEquals(12, SCENARIO.cluster().workers());
    assertEquals(3, SCENARIO.cluster().typeCount());
    var kinds = SCENARIO.table().kinds();
    var types = kinds.stream().map(JobKind::jobType).collect(Collectors.toSet());
    assertTrue(types.size() >= 10, "job types: " + types);
    assertEquals(3 * types.size(), kinds.size());
    double most = 0;
    double least = Double.POSITIVE_INFINITY;
    for (JobKind kind : kinds) {
      double slow = SCENARIO.table().stepsPerSecond("t4", kind).orElseThrow();
      if (slow > 0) {
        double speedUp = SCENARIO.table().stepsPerSecond("h100", kind).orElseThrow() / slow;
        most = Math.max(most, speedUp);
        least = Math.min(least, speedUp);
      }
    }
    assertTrue(
        most >= 10 && least >= 1 && least <= 1.05, "speed-ups %s to %s".formatted(least, most));
    for (int m = 1; m < SCENARIO.jobs().size(); m++) {
      assertTrue(
          SCENARIO.jobs().get(m).arrivalSeconds() >= SCENARIO.jobs().get(m - 1).arrivalSeconds());
    }
    assertTrue(SCENARIO.jobs().get(SCENARIO.jobs().size() - 1).arrivalSeconds() < 24 * 3600);
  }

  @Test
  void scenario_otherSeed_isAnotherDay() {
    assertTrue(!DemoScenario.create(Demo.SEED + 1).jobs().equals(SCENARIO.jobs()));
  }
}
