package io.gavel.bench;

import java.util.List;
import java.util.Locale;

/** The cases of constraints, elastic jobs, envy-freeness, teams and capacity to buy. */
final class OpenCases {

  private OpenCases() {}

  static List<BenchCase> all() {
    return List.of(
        quota(600, Target.ms(10)),
        quota(2_048, Target.times(2, "max-min-2048")),
        quota(65_536, Target.times(2, "max-min-65536")),
        new BenchCase(
            "quotas-50",
            "max-min, 10 entities × 5 types with a limit each, rows distinct, n = 16,384",
            "quotas",
            Target.ms(1_000),
            () -> OpenTasks.quotas(16_384)),
        new BenchCase(
            "elastic-max-min",
            "max-min, 20 configurations a job, K = 3, n = 10,000",
            "elastic",
            Target.ms(1_000),
            () -> OpenTasks.elasticMaxMin(10_000)),
        new BenchCase(
            "elastic-nash",
            "Nash welfare, 20 configurations a job, K = 3, n = 10,000",
            "elastic",
            Target.ms(1_000),
            () -> OpenTasks.elasticNash(10_000)),
        new BenchCase(
            "envy-free-200",
            "the largest total without envy, rows distinct, K = 3, n = 200",
            "envy",
            Target.ms(1_000),
            () -> OpenTasks.envyFree(200)),
        entities(2_000, 20),
        entities(2_048, 512),
        new BenchCase(
            "least-cost-2048",
            "the cheapest workers for SLOs, 8 types to buy, rows distinct, n = 2,048",
            "least-cost",
            Target.ms(50),
            () -> OpenTasks.leastCost(2_048)),
        new BenchCase(
            "least-cost-conflict-2048",
            "a smallest set of the same SLOs that cannot be met with a tenth of the workers",
            "least-cost",
            Target.ms(2_000),
            () -> OpenTasks.conflict(2_048)));
  }

  private static BenchCase entities(int jobs, int teams) {
    return new BenchCase(
        "entities-" + teams,
        String.format(
            Locale.ROOT,
            "max-min over %s teams, rows distinct, K = 3, n = %,d",
            String.valueOf(teams),
            jobs),
        "entities",
        Target.ms(1_000),
        () -> OpenTasks.entities(jobs, teams));
  }

  private static BenchCase quota(int jobs, Target target) {
    return new BenchCase(
        "quota-" + jobs,
        String.format(
            Locale.ROOT,
            "max-min, a quarter of the jobs on at most a tenth of a type, rows distinct, K = 3,"
                + " n = %,d",
            jobs),
        "quota",
        target,
        () -> OpenTasks.quota(jobs));
  }
}
