package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The cases of a session, in which one job of a hundred is replaced between problems. */
final class SessionCases {

  private static final int TYPES = 3;

  private SessionCases() {}

  static List<BenchCase> all() {
    return ofSize(100_000);
  }

  private static List<BenchCase> ofSize(int jobs) {
    String name = "session-" + jobs;
    return List.of(
        new BenchCase(
            name + "-scratch",
            title("max-min and what the level leaves, from scratch, n = %,d", jobs),
            "session",
            Target.ms(400),
            () -> BenchCatalog.policy(MaxMinFairness.create(), part(jobs, 0))),
        new BenchCase(
            name,
            title("the same in a session, one job in a hundred replaced each time, n = %,d", jobs),
            "session",
            Target.times(0.25, name + "-scratch"),
            () -> session(jobs)));
  }

  private static String title(String text, int jobs) {
    return String.format(Locale.ROOT, text, jobs);
  }

  /** Solves two problems in turn, which differ in one job of a hundred. */
  private static Task session(int jobs) {
    Session session = Session.of(MaxMinFairness.create()::withSolver);
    AllocationProblem first = part(jobs, 0);
    Deque<AllocationProblem> turns = new ArrayDeque<>(List.of(first, part(jobs, jobs / 100)));
    session.allocate(first);
    return Task.ofAnswer(
        first,
        () -> {
          turns.add(turns.remove());
          return Answer.of(session.allocate(turns.element()));
        });
  }

  private static AllocationProblem part(int jobs, int from) {
    return Instances.jobs(
        Instances.of(2 * jobs, TYPES, 4).workersPerJob(0.5 / TYPES).gangs().distinct().build(),
        from,
        from + jobs);
  }
}
