package io.gavel.cli.demo;

import io.gavel.cli.report.TextTable;
import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.JobKind;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/** Renders the demo as ASCII text for a terminal of 80 to 100 columns. */
final class DemoReport {

  private final StringBuilder text = new StringBuilder();
  private final DemoScenario scenario;
  private final DemoRun aware;
  private final DemoRun agnostic;
  private final List<Double> awareRho;
  private final List<Double> agnosticRho;

  DemoReport(
      DemoScenario scenario,
      DemoRun aware,
      DemoRun agnostic,
      List<Double> awareRho,
      List<Double> agnosticRho) {
    this.scenario = scenario;
    this.aware = aware;
    this.agnostic = agnostic;
    this.awareRho = awareRho;
    this.agnosticRho = agnosticRho;
  }

  String text() {
    cluster();
    throughputs();
    firstAllocation();
    comparison();
    return text.toString();
  }

  private void heading(String words) {
    text.append("\n").append(words).append("\n").append("-".repeat(words.length())).append("\n");
  }

  private void cluster() {
    heading("The cluster");
    TextTable table = new TextTable();
    table.cell("type").cell("GPUs").cell("per server").cell("USD/GPU-hour").endRow();
    for (WorkerType type : scenario.cluster().types()) {
      table.cell(type.name()).cell(String.valueOf(type.workers()));
      table.cell(String.valueOf(type.workersPerServer()));
      table.cell(format("%.2f", type.pricePerHour())).endRow();
    }
    text.append(table);
  }

  private void throughputs() {
    heading("Throughputs on one GPU, steps per second (synthetic, made for this demo)");
    TextTable table = new TextTable().cell("job type");
    scenario.cluster().types().forEach(type -> table.cell(type.name()));
    table.cell("h100 / a100").endRow();
    for (JobKind kind : scenario.table().kinds()) {
      if (kind.scaleFactor() == 1) {
        table.cell(kind.jobType());
        scenario.cluster().types().forEach(type -> table.cell(figure(rate(type.name(), kind))));
        table.cell(format("%.2f", rate("h100", kind) / rate("a100", kind))).endRow();
      }
    }
    text.append(table);
  }

  private double rate(String type, JobKind kind) {
    return scenario.table().stepsPerSecond(type, kind).orElseThrow();
  }

  private static String figure(double rate) {
    return rate == 0 ? "-" : format(rate < 1 ? "%.3f" : rate < 10 ? "%.2f" : "%.1f", rate);
  }

  private void firstAllocation() {
    Allocation allocation = aware.firstAllocation();
    heading("The first allocation, heterogeneity-aware max-min fairness (per cent of time)");
    TextTable table = new TextTable().cell("job");
    scenario.cluster().types().forEach(type -> table.cell(type.name()));
    table.cell("steps/s").cell("on").cell("job type").endRow();
    for (int m = 0; m < allocation.problem().jobCount(); m++) {
      JobKind kind = scenario.jobs().get(m).kind();
      table.cell(allocation.problem().job(m).id());
      for (int j = 0; j < scenario.cluster().typeCount(); j++) {
        table.cell(format("%.1f %%", 100 * allocation.fraction(m, j)));
      }
      table.cell(figure(allocation.effectiveThroughput(m))).cell(kind.scaleFactor() + " GPU");
      table.cell(kind.jobType()).endRow();
    }
    text.append(table);
    Certificate certificate = allocation.certificate();
    text.append(
        format(
            "certificate: least normalised throughput %.6f, at most %.6f possible, gap %.1e,"
                + "\nviolation %.1g\n",
            certificate.objective(),
            certificate.bound(),
            certificate.relativeGap(),
            certificate.maxViolation()));
  }

  private void comparison() {
    heading("The effect of heterogeneity awareness");
    TextTable table = new TextTable();
    table.cell("").cell("aware").cell("agnostic").cell("better by").endRow();
    row(table, "average JCT, hours", run -> statistics(jcts(run)).getMean() / 3600);
    row(table, "90th percentile JCT, hours", run -> statistics(jcts(run)).getPercentile(90) / 3600);
    row(table, "makespan, hours", run -> run.result().makespanSeconds() / 3600);
    row(table, "cost, USD", run -> run.result().cost());
    row(table, "slowdown against isolation, mean", run -> statistics(rho(run)).getMean());
    row(table, "slowdown against isolation, worst", run -> statistics(rho(run)).getMax());
    table.cell("utilisation, per cent");
    table.cell(format("%.1f", 100 * aware.result().utilization().orElseThrow()));
    table.cell(format("%.1f", 100 * agnostic.result().utilization().orElseThrow())).endRow();
    table.cell("jobs completed");
    table.cell(jcts(aware).size() + " of " + scenario.jobs().size());
    table.cell(jcts(agnostic).size() + " of " + scenario.jobs().size()).endRow();
    text.append(table);
    text.append(
        """
        Finish-time fairness is the completion time of a job divided by its completion time when
        every job of the same day has an isolated 1/n share of the cluster; below 1 is a gain.
        """);
  }

  private void row(TextTable table, String name, ToDoubleFunction<DemoRun> measure) {
    double mine = measure.applyAsDouble(aware);
    double other = measure.applyAsDouble(agnostic);
    table.cell(name).cell(format("%.2f", mine)).cell(format("%.2f", other));
    table.cell(format("%.2fx", other / mine)).endRow();
  }

  private static List<Double> jcts(DemoRun run) {
    return run.result().jctSeconds();
  }

  private List<Double> rho(DemoRun run) {
    return run.equals(aware) ? awareRho : agnosticRho;
  }

  private static DescriptiveStatistics statistics(List<Double> values) {
    return new DescriptiveStatistics(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
