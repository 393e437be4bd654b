package io.gavel.cli.demo;

import io.gavel.plot.GanttSvg;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.simulator.observe.SimulationObserver;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The demo: one day under heterogeneity-aware and heterogeneity-agnostic max-min fairness. */
public final class Demo {

  /** The seed of the bundled day. */
  public static final long SEED = 2020;

  /** The number of simulations of the day. */
  public static final int RUNS = 3;

  private final DemoScenario scenario;
  private final DemoRun aware;
  private final DemoRun agnostic;
  private final DemoRun isolated;

  private Demo(DemoScenario scenario, SimulationObserver progress) {
    Policy maxMin = MaxMinFairness.create();
    int jobs = scenario.jobs().size();
    this.scenario = scenario;
    this.aware = DemoRun.of(scenario, maxMin, progress, 0);
    this.agnostic = DemoRun.of(scenario, HeterogeneityAgnostic.unitRates(maxMin), progress, jobs);
    this.isolated = DemoRun.of(scenario, new IsolatedShare(), progress, 2 * jobs);
  }

  /**
   * Simulates the day {@value #RUNS} times, each time under a different policy.
   *
   * @param scenario the day
   * @param progress notified after each round of any simulation, with all jobs completed so far
   * @return the completed demo
   */
  public static Demo run(DemoScenario scenario, SimulationObserver progress) {
    return new Demo(scenario, progress);
  }

  /**
   * Renders the results as text.
   *
   * @return lines of at most 100 characters that end with a line feed
   */
  public String report() {
    return new DemoReport(scenario, aware, agnostic, rho(aware), rho(agnostic)).text();
  }

  /**
   * Draws both schedules, one above the other.
   *
   * @return an SVG document
   */
  public String svg() {
    return GanttSvg.draw(
        "One day of %s jobs on %s GPUs: the effect of heterogeneity awareness"
            .formatted(scenario.jobs().size(), scenario.cluster().workers()),
        List.of(
            panel("Heterogeneity-aware max-min fairness", aware),
            panel("Heterogeneity-agnostic max-min fairness", agnostic)));
  }

  private GanttSvg.Panel panel(String title, DemoRun run) {
    String figures =
        String.format(
            Locale.ROOT,
            "average job completion time %.2f h, makespan %.1f h; mean slowdown against"
                + " isolation %.2f, worst %.2f",
            run.result().averageJctSeconds().orElseThrow() / 3600,
            run.result().makespanSeconds() / 3600,
            rho(run).stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
            rho(run).stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    return new GanttSvg.Panel(title, figures, run.schedule());
  }

  /** Finish-time fairness of each job: its completion time over that on its isolated share. */
  private List<Double> rho(DemoRun run) {
    return IntStream.range(0, scenario.jobs().size())
        .mapToObj(m -> jct(run, m) / jct(isolated, m))
        .toList();
  }

  private static double jct(DemoRun run, int m) {
    return run.result().jobs().get(m).jctSeconds().orElseThrow();
  }
}
