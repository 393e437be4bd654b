package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The cases of {@code gavel bench}; base cases of targets come first. */
final class BenchCatalog {

  private BenchCatalog() {}

  /** Returns all cases, in order. */
  static List<BenchCase> cases() {
    List<BenchCase> cases = new ArrayList<>(maxMin());
    cases.addAll(defaults());
    cases.addAll(changes());
    cases.addAll(SessionCases.all());
    cases.addAll(finishing());
    cases.addAll(filling());
    cases.addAll(pairs());
    cases.addAll(OpenCases.all());
    cases.addAll(ProofCases.all());
    cases.addAll(RoundCases.all());
    cases.addAll(published());
    return cases;
  }

  /** Problems of published methods that have no implementation for the JVM. */
  private static List<BenchCase> published() {
    return List.of(
        uniform(4, 1_200, ChildJvm.HEAP),
        uniform(16, 5_000, "6g"), // the rates alone are 0.3 GB
        new BenchCase(
            "types-456",
            "max-min, 2,000 jobs, a third of them restricted, K = 456, 16,872 workers (DeDe)",
            "types",
            Target.ms(1_000),
            () -> maxMin(manyTypes())),
        new BenchCase(
            "nash-456",
            "Nash welfare of the same 2,000 jobs on 456 types (DeDe)",
            "types",
            Target.ms(5_000),
            () -> policy(NashWelfare.create(), manyTypes())));
  }

  private static AllocationProblem manyTypes() {
    Instances many = Instances.of(2_000, 456, 7).gangs().distinct().restricted();
    return many.workersPerJob(16_520.0 / 456 / 2_000).build();
  }

  private static BenchCase uniform(int types, double targetMs, String heap) {
    return new BenchCase(
        "nash-1000000x" + types,
        "Nash welfare, uniform rates, K = %s, n = 1,000,000 (price discovery)".formatted(types),
        "nash",
        Target.ms(targetMs),
        () -> policy(NashWelfare.create(), Instances.uniform(1_000_000, types, 1)),
        heap);
  }

  private static List<BenchCase> maxMin() {
    List<BenchCase> cases = new ArrayList<>();
    cases.add(
        distinct(
            2_048,
            Target.ms(5)
                .fasterThan(ReferenceSolver.GLOP, 25)
                .fasterThan(ReferenceSolver.OJALGO, 1_000)));
    cases.add(distinct(16_384, Target.ms(50)));
    cases.add(distinct(65_536, Target.ms(250)));
    cases.add(distinct(1_048_576, Target.ms(800)));
    cases.add(
        new BenchCase(
            "columns-1048576",
            "the same 1,048,576 jobs as columns, without an object for each job",
            "max-min",
            Target.times(1.1, "max-min-1048576"),
            () -> maxMin(Instances.of(1_048_576, 3, 1).gangs().distinct().columns().build())));
    cases.add(
        new BenchCase(
            "columns-10000000",
            "max-min, rows distinct, jobs as columns, K = 3, n = 10,000,000, in 8 GiB",
            "max-min",
            Target.ms(15_000),
            () -> maxMin(Instances.of(10_000_000, 3, 1).gangs().distinct().columns().build()),
            "8g"));
    cases.add(
        new BenchCase(
            "max-min-growth",
            "the same 1,048,576 jobs: 64 times 16,384 jobs' time, times 1.3",
            "max-min",
            Target.times(64 * 1.3, "max-min-16384"),
            () -> maxMin(Instances.of(1_048_576, 3, 1).gangs().distinct().build())));
    cases.add(
        new BenchCase(
            "classes-1048576",
            "max-min, 26 types, n = 1,048,576, grouping included",
            "max-min",
            Target.ms(500),
            () -> maxMin(Instances.of(1_048_576, 3, 2).build())));
    return cases;
  }

  private static BenchCase distinct(int jobs, Target target) {
    return new BenchCase(
        "max-min-" + jobs,
        String.format(Locale.ROOT, "max-min, rows distinct, K = 3, n = %,d", jobs),
        "max-min",
        target,
        () -> maxMin(Instances.of(jobs, 3, 1).gangs().distinct().build()));
  }

  /** Returns the default choice: weights 1–8, a level, and then the largest total above it. */
  private static List<BenchCase> defaults() {
    MaxMinFairness both = MaxMinFairness.create();
    return List.of(
        weighted("level-16384", 16_384, Target.ms(40), fairLevel()),
        weighted("default-16384", 16_384, Target.times(2, "level-16384"), both),
        weighted("level-1048576", 1_048_576, Target.ms(1_000), fairLevel()),
        weighted("default-1048576", 1_048_576, Target.ms(1_600), both));
  }

  private static BenchCase weighted(String name, int jobs, Target target, Policy policy) {
    return new BenchCase(
        name,
        String.format(
            Locale.ROOT, "%s: max-min, weights 1–8, n = %,d", name.replaceFirst("-.*", ""), jobs),
        "default",
        target,
        () -> policy(policy, Instances.of(jobs, 3, 7).priorities().gangs().distinct().build()));
  }

  /** Small problems that are solved repeatedly. */
  private static List<BenchCase> changes() {
    return List.of(
        new BenchCase(
            "repeated-512",
            "max-min, 26 types × 4 scale factors, n = 512, grouping included",
            "repeated",
            Target.ms(0.5),
            () -> maxMin(Instances.of(512, 3, 3).gangs().build())),
        new BenchCase(
            "change-1024",
            "one job out, one in, rows distinct, earlier prices given, n = 1,024",
            "change",
            Target.ms(1),
            () -> {
              Change change = Change.of(1_024);
              return maxMin(
                  change.after(),
                  CertifiedSolver.standard()
                      .startingFrom(fairLevel().allocate(change.before()).certificate().prices()));
            }),
        new BenchCase(
            "change-1024-scratch",
            "the same from scratch: no more than twice as many jobs take",
            "change",
            Target.times(1, "max-min-2048"),
            () -> maxMin(Change.of(1_024).after())));
  }

  /**
   * A problem before and after one departure and one arrival.
   *
   * @param before jobs 0 to n - 1
   * @param after jobs 1 to n
   */
  private record Change(AllocationProblem before, AllocationProblem after) {
    static Change of(int jobs) {
      AllocationProblem all = Instances.of(jobs + 1, 3, 4).gangs().distinct().build();
      return new Change(Instances.jobs(all, 0, jobs), Instances.jobs(all, 1, jobs + 1));
    }
  }

  private static List<BenchCase> finishing() {
    Supplier<AllocationProblem> problem = Instances.of(2_048, 3, 5).gangs().distinct()::build;
    return List.of(
        new BenchCase(
            "makespan-2048",
            "makespan, rows distinct, n = 2,048",
            "makespan",
            Target.times(4, "max-min-2048"),
            () -> makespan(problem.get())),
        new BenchCase(
            "ftf-2048",
            "finish-time fairness, rows distinct, n = 2,048",
            "ftf",
            Target.times(4, "max-min-2048"),
            () -> finishTimeFairness(problem.get())));
  }

  private static List<BenchCase> filling() {
    return List.of(
        new BenchCase(
            "water-filling-2048",
            "water filling, scale factors and priorities 1–8, rows distinct, n = 2,048",
            "filling",
            Target.ms(150),
            () ->
                policy(
                    WaterFilling.create(),
                    Instances.of(2_048, 3, 6).gangs().priorities().distinct().build())),
        new BenchCase(
            "water-filling-65536",
            "water filling, scale factors and priorities 1–8, 26 types, n = 65,536",
            "filling",
            Target.ms(1_500),
            () ->
                policy(
                    WaterFilling.create(),
                    Instances.of(65_536, 3, 6).gangs().priorities().build())),
        tree(5),
        tree(500),
        new BenchCase(
            "tree-20-4096",
            "entity tree of 20, scale factors and priorities 1–8, rows distinct, n = 4,096",
            "tree",
            Target.ms(2_000),
            () ->
                policy(
                    WaterFilling.create().overEntities(),
                    Instances.of(4_096, 3, 7)
                        .gangs()
                        .priorities()
                        .distinct()
                        .entities(20)
                        .build())),
        new BenchCase(
            "nash-65536",
            "Nash welfare, rows distinct, K = 3, n = 65,536",
            "nash",
            Target.times(2, "max-min-65536"),
            () ->
                policy(
                    NashWelfare.create(), Instances.of(65_536, 3, 1).gangs().distinct().build())));
  }

  private static BenchCase tree(int entities) {
    return new BenchCase(
        "tree-" + entities,
        "entity tree of %s, rows distinct, n = 2,048".formatted(entities),
        "tree",
        Target.ms(300),
        () ->
            policy(
                WaterFilling.create().overEntities(),
                Instances.of(2_048, 3, 7).gangs().distinct().entities(entities).build()));
  }

  private static List<BenchCase> pairs() {
    return List.of(
        sharing("pairs-2048", "max-min, space sharing, 26 types", 2_048, 50, BenchCatalog::fair),
        sharing("pairs-65536", "max-min, space sharing, 26 types", 65_536, 100, BenchCatalog::fair),
        sharing(
            "pairs-makespan-2048",
            "makespan, space sharing, 26 types, own steps",
            2_048,
            3_000,
            problem ->
                Answer.inverse(
                    Makespan.create().withChoice(OptimumChoice.LEVEL_ONLY).allocate(problem))),
        sharing(
            "pairs-ftf-2048",
            "finish times, space sharing, 26 types, own steps",
            2_048,
            3_000,
            problem ->
                Answer.of(
                    FinishTimeFairness.create()
                        .withChoice(OptimumChoice.LEVEL_ONLY)
                        .allocate(problem))),
        new BenchCase(
            "pairs-512",
            "max-min, all pairs of distinct rows, n = 512",
            "pairs",
            Target.ms(500),
            () -> maxMin(Instances.of(512, 3, 8).distinct().buildWithPairs())),
        new BenchCase(
            "pairs-general-2048",
            "max-min, all pairs of distinct rows, n = 2,048",
            "pairs",
            Target.ms(10_000),
            () -> maxMin(Instances.of(2_048, 3, 8).distinct().buildWithPairs())));
  }

  /** Four jobs for three workers, where sharing is worthwhile. */
  private static BenchCase sharing(
      String name,
      String title,
      int jobs,
      double targetMs,
      Function<AllocationProblem, Answer> solve) {
    return new BenchCase(
        name,
        String.format(Locale.ROOT, "%s, n = %,d", title, jobs),
        name,
        Target.ms(targetMs),
        () -> {
          AllocationProblem problem =
              Instances.of(jobs, 3, 9).workersPerJob(0.25).buildSharingByType();
          return Task.ofAnswer(problem, () -> solve.apply(problem));
        });
  }

  private static Answer fair(AllocationProblem problem) {
    return Answer.of(
        MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY).allocate(problem));
  }

  static Task policy(Policy policy, AllocationProblem problem) {
    return Task.ofAnswer(problem, () -> Answer.of(policy.allocate(problem)));
  }

  private static MaxMinFairness fairLevel() {
    return MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
  }

  /** Returns the level only: the result of one linear program. */
  static Task maxMin(AllocationProblem problem) {
    return maxMin(problem, CertifiedSolver.standard());
  }

  private static Task maxMin(AllocationProblem problem, CertifiedSolver solver) {
    Policy policy = MaxMinFairness.create().withSolver(solver).withChoice(OptimumChoice.LEVEL_ONLY);
    return new Task(
        problem,
        () -> Answer.of(policy.allocate(problem)),
        () -> AllocationProgram.maximizeMinimum(problem, equalShares(problem)));
  }

  private static double[] equalShares(AllocationProblem problem) {
    return IntStream.range(0, problem.jobCount())
        .mapToDouble(
            m ->
                problem.job(m).weight()
                    * EqualShare.throughput(problem, m)
                    / problem.job(m).scaleFactor())
        .toArray();
  }

  private static Task makespan(AllocationProblem problem) {
    Policy policy = Makespan.create().withChoice(OptimumChoice.LEVEL_ONLY);
    double[] steps = new double[problem.jobCount()];
    for (int m = 0; m < steps.length; m++) {
      steps[m] = problem.job(m).stepsRemaining().orElseThrow();
    }
    return new Task(
        problem,
        () -> Answer.inverse(policy.allocate(problem)),
        () -> AllocationProgram.maximizeMinimum(problem, steps));
  }

  private static Task finishTimeFairness(AllocationProblem problem) {
    return policy(FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY), problem);
  }
}
