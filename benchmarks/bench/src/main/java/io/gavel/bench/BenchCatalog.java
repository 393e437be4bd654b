package io.gavel.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.bench.RoundTasks.Sizes;
import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.input.InputText;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.proof.Proof;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The cases of {@code gavel bench}. Their names, titles and targets are in {@code cases.json}, base
 * cases of targets first.
 */
final class BenchCatalog {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private BenchCatalog() {}

  /** Returns all cases, in order. */
  static List<BenchCase> cases() {
    Map<String, Supplier<Task>> tasks = tasks();
    List<BenchCase> cases = new ArrayList<>();
    try {
      for (JsonNode row : MAPPER.readTree(InputText.resource(BenchCatalog.class, "cases.json"))) {
        String name = row.path("name").asText();
        cases.add(
            new BenchCase(
                name,
                row.path("title").asText(),
                row.path("family").asText(),
                Target.of(row),
                requireNonNull(tasks.get(name), name),
                row.path("heap").asText(ChildJvm.HEAP)));
      }
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    return cases;
  }

  /** Returns what creates the task of each case, by the case's name. */
  static Map<String, Supplier<Task>> tasks() {
    Map<String, Supplier<Task>> tasks = new HashMap<>();
    tasks.put("max-min-2048", () -> maxMin(distinct(2_048)));
    tasks.put("max-min-16384", () -> maxMin(distinct(16_384)));
    tasks.put("max-min-65536", () -> maxMin(distinct(65_536)));
    tasks.put("max-min-1048576", () -> maxMin(distinct(1_048_576)));
    tasks.put("max-min-growth", () -> maxMin(distinct(1_048_576)));
    tasks.put("columns-1048576", () -> maxMin(columns(1_048_576)));
    tasks.put("columns-10000000", () -> maxMin(columns(10_000_000)));
    tasks.put("classes-1048576", () -> maxMin(Instances.of(1_048_576, 3, 2).build()));
    tasks.put("level-16384", () -> policy(fairLevel(), weighted(16_384)));
    tasks.put("default-16384", () -> policy(MaxMinFairness.create(), weighted(16_384)));
    tasks.put("level-1048576", () -> policy(fairLevel(), weighted(1_048_576)));
    tasks.put("default-1048576", () -> policy(MaxMinFairness.create(), weighted(1_048_576)));
    tasks.put("repeated-512", () -> maxMin(Instances.of(512, 3, 3).gangs().build()));
    tasks.put("change-1024", () -> change(1_024));
    tasks.put("change-1024-scratch", () -> maxMin(Change.of(1_024).after()));
    tasks.put("session-100000-scratch", () -> SessionTasks.scratch(100_000));
    tasks.put("session-100000", () -> SessionTasks.session(100_000));
    tasks.put("makespan-2048", () -> makespan(finishing()));
    tasks.put("ftf-2048", () -> policy(finishTimeFairness(), finishing()));
    tasks.put("water-filling-2048", () -> policy(WaterFilling.create(), distinctPriorities()));
    tasks.put("water-filling-65536", () -> policy(WaterFilling.create(), priorities()));
    tasks.put("tree-5", () -> policy(WaterFilling.create().overEntities(), tree(5)));
    tasks.put("tree-500", () -> policy(WaterFilling.create().overEntities(), tree(500)));
    tasks.put("tree-20-4096", () -> policy(WaterFilling.create().overEntities(), priorityTree()));
    tasks.put("nash-65536", () -> policy(NashWelfare.create(), distinct(65_536)));
    tasks.put("nash-1000000x4", () -> policy(NashWelfare.create(), uniform(4)));
    tasks.put("nash-1000000x16", () -> policy(NashWelfare.create(), uniform(16)));
    tasks.put("types-456", () -> maxMin(manyTypes()));
    tasks.put("nash-456", () -> policy(NashWelfare.create(), manyTypes()));
    tasks.put("pairs-2048", () -> sharing(2_048, fairLevel(), Answer::of));
    tasks.put("pairs-65536", () -> sharing(65_536, fairLevel(), Answer::of));
    tasks.put("pairs-makespan-2048", () -> sharing(2_048, shortest(), Answer::inverse));
    tasks.put("pairs-ftf-2048", () -> sharing(2_048, finishTimeFairness(), Answer::of));
    tasks.put("pairs-512", () -> maxMin(Instances.of(512, 3, 8).distinct().buildWithPairs()));
    tasks.put(
        "pairs-general-2048", () -> maxMin(Instances.of(2_048, 3, 8).distinct().buildWithPairs()));
    tasks.put("quota-600", () -> OpenTasks.quota(600));
    tasks.put("quota-2048", () -> OpenTasks.quota(2_048));
    tasks.put("quota-65536", () -> OpenTasks.quota(65_536));
    tasks.put("quotas-50", () -> OpenTasks.quotas(16_384));
    tasks.put("elastic-max-min", () -> OpenTasks.elasticMaxMin(10_000));
    tasks.put("elastic-nash", () -> OpenTasks.elasticNash(10_000));
    tasks.put("envy-free-200", () -> OpenTasks.envyFree(200));
    tasks.put("entities-20", () -> OpenTasks.entities(2_000, 20));
    tasks.put("entities-512", () -> OpenTasks.entities(2_048, 512));
    tasks.put("least-cost-2048", () -> OpenTasks.leastCost(2_048));
    tasks.put("least-cost-conflict-2048", () -> OpenTasks.conflict(2_048));
    tasks.put("verify-2048", () -> proof(MaxMinFairness.create(), distinct(2_048)));
    tasks.put("verify-65536", () -> proof(MaxMinFairness.create(), distinct(65_536)));
    tasks.put("verify-1048576", () -> proof(MaxMinFairness.create(), distinct(1_048_576)));
    tasks.put("verify-levels-65536", () -> proof(WaterFilling.create(), priorities()));
    tasks.put(
        "verify-tree-20-4096", () -> proof(WaterFilling.create().overEntities(), priorityTree()));
    tasks.put("rounds-10000", () -> RoundTasks.of(10_000, Sizes.ONE));
    tasks.put("rounds-gangs-10000", () -> RoundTasks.of(10_000, Sizes.GANGS));
    tasks.put("rounds-shares-10000", () -> RoundTasks.of(10_000, Sizes.SHARES));
    tasks.put("rounds-1000000", () -> RoundTasks.of(1_000_000, Sizes.ONE));
    return tasks;
  }

  private static AllocationProblem distinct(int jobs) {
    return Instances.of(jobs, 3, 1).gangs().distinct().build();
  }

  private static AllocationProblem columns(int jobs) {
    return Instances.of(jobs, 3, 1).gangs().distinct().columns().build();
  }

  private static AllocationProblem weighted(int jobs) {
    return Instances.of(jobs, 3, 7).priorities().gangs().distinct().build();
  }

  private static AllocationProblem finishing() {
    return Instances.of(2_048, 3, 5).gangs().distinct().build();
  }

  private static AllocationProblem distinctPriorities() {
    return Instances.of(2_048, 3, 6).gangs().priorities().distinct().build();
  }

  private static AllocationProblem priorities() {
    return Instances.of(65_536, 3, 6).gangs().priorities().build();
  }

  private static AllocationProblem tree(int entities) {
    return Instances.of(2_048, 3, 7).gangs().distinct().entities(entities).build();
  }

  private static AllocationProblem priorityTree() {
    return Instances.of(4_096, 3, 7).gangs().priorities().distinct().entities(20).build();
  }

  private static AllocationProblem uniform(int types) {
    return Instances.uniform(1_000_000, types, 1);
  }

  private static AllocationProblem manyTypes() {
    Instances many = Instances.of(2_000, 456, 7).gangs().distinct().restricted();
    return many.workersPerJob(16_520.0 / 456 / 2_000).build();
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

  private static Task change(int jobs) {
    Change change = Change.of(jobs);
    Prices before = fairLevel().allocate(change.before()).certificate().prices();
    return maxMin(change.after(), CertifiedSolver.standard().startingFrom(before));
  }

  /** Four jobs for three workers, where sharing is worthwhile. */
  private static Task sharing(int jobs, Policy policy, Function<Allocation, Answer> answer) {
    AllocationProblem problem = Instances.of(jobs, 3, 9).workersPerJob(0.25).buildSharingByType();
    return Task.ofAnswer(problem, () -> answer.apply(policy.allocate(problem)));
  }

  /** Exact checks of the certificate of a solved problem; nothing is solved. */
  private static Task proof(Policy policy, AllocationProblem problem) {
    Allocation solved = policy.allocate(problem);
    return Task.ofAnswer(
        problem,
        () -> {
          if (Proof.of(solved) instanceof Proof.Proved proved) {
            return new Answer(solved.certificate().objective(), proved.within().ceil());
          }
          throw new NotMeasuredException(Proof.of(solved).toString());
        });
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

  static Task makespan(AllocationProblem problem) {
    Policy policy = shortest();
    double[] steps = new double[problem.jobCount()];
    for (int m = 0; m < steps.length; m++) {
      steps[m] = problem.job(m).stepsRemaining().orElseThrow();
    }
    return new Task(
        problem,
        () -> Answer.inverse(policy.allocate(problem)),
        () -> AllocationProgram.maximizeMinimum(problem, steps));
  }

  private static Policy shortest() {
    return Makespan.create().withChoice(OptimumChoice.LEVEL_ONLY);
  }

  private static Policy finishTimeFairness() {
    return FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
  }
}
