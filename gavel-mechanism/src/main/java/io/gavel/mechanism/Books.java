package io.gavel.mechanism;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is kept for one allocation: who is owed what, in which order the rest is given away, and
 * what is known of each job. Mutable.
 */
final class Books {

  final Ledger ledger;
  final JobLog log;

  /**
   * Books without balances.
   *
   * @param groups those of the allocation
   */
  Books(Allocation allocation, Groups groups) {
    this.ledger = new Ledger(allocation, groups);
    this.log = new JobLog(allocation.problem().jobCount());
  }

  /** A copy of an allocation, which somebody else may have written. */
  static Allocation copyOf(Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    int types = problem.cluster().typeCount();
    double[] fractions =
        IntStream.range(0, problem.groupCount() * types)
            .mapToDouble(i -> allocation.fraction(i / types, i % types))
            .toArray();
    return Allocation.of(problem, fractions, allocation.certificate());
  }

  /**
   * Takes over the accounts and what is known of the jobs that are still listed.
   *
   * @param before by group, its index in the old books, or -1
   */
  void carryOver(Books old, int[] before) {
    ledger.carryOver(old.ledger, before);
    for (int m = 0; m < ledger.groups().jobCount(); m++) {
      if (before[m] >= 0) {
        log.put(m, old.log.peek(before[m]));
        if (old.ledger.isDone(before[m])) {
          ledger.markDone(m);
        }
      }
    }
  }

  /** The index of a job that the allocation lists; -1 if it does not, or there is none. */
  static int jobOf(@Nullable Books books, String id) {
    return books == null ? -1 : books.ledger.groups().jobOf(id);
  }

  JobLog.Entry entry(int m) {
    JobLog.Entry known = log.peek(m);
    return known != null ? known : log.open(m, ledger.allocation().problem().job(m).id());
  }

  private static Books open(Allocation allocation) {
    return new Books(copyOf(allocation), new Groups(allocation.problem()));
  }

  /** Reads back what {@link SchedulerState} holds; it may be made up by somebody. */
  static @Nullable Books restore(SchedulerState state) {
    Books books = state.allocation().map(Books::open).orElse(null);
    int types = state.cluster().typeCount();
    for (Account account : state.accounts()) {
      boolean listed = books != null && books.ledger.groups().indexOf(account.jobIds()) >= 0;
      require(listed && account.workerType() < types, account, "group or type");
    }
    for (Running part : state.running()) {
      boolean listed = part.jobIds().stream().allMatch(id -> jobOf(books, id) >= 0);
      require(listed && part.workerType() < types, part, "jobs or type");
    }
    for (String id : state.doneJobIds()) {
      require(jobOf(books, id) >= 0, "done job \"" + id + "\"", "job");
    }
    for (JobRecord job : state.jobs()) {
      require(jobOf(books, job.jobId()) >= 0, job, "job");
    }
    if (books != null) {
      books.ledger.carryOver(state.accounts());
      Groups groups = books.ledger.groups();
      state.doneJobIds().forEach(id -> books.ledger.markDone(groups.jobOf(id)));
      for (JobRecord job : state.jobs()) {
        books.log.put(groups.jobOf(job.jobId()), new JobLog.Entry(job));
      }
    }
    return books;
  }

  private static void require(boolean listed, Object what, String missing) {
    if (!listed) {
      throw new IllegalArgumentException(
          "state has %s, but its allocation lists no such %s".formatted(what, missing));
    }
  }
}
