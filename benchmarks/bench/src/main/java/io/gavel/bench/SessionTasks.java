package io.gavel.bench;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The tasks of a session, in which one job of a hundred is replaced between problems. */
final class SessionTasks {

  private static final int TYPES = 3;

  private SessionTasks() {}

  static Task scratch(int jobs) {
    return BenchCatalog.policy(MaxMinFairness.create(), part(jobs, 0));
  }

  static Task session(int jobs) {
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
