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
  final Backfill backfill;
  final JobLog log;

  private Books(Allocation allocation) {
    this.ledger = new Ledger(allocation);
    this.backfill = new Backfill(allocation.problem());
    this.log = new JobLog(allocation.problem().jobCount());
  }

  /** Copies an allocation, which somebody else may have written, and opens books for it. */
  static Books open(Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    int types = problem.cluster().typeCount();
    double[] fractions =
        IntStream.range(0, problem.groupCount() * types)
            .mapToDouble(i -> allocation.fraction(i / types, i % types))
            .toArray();
    return new Books(Allocation.of(problem, fractions, allocation.certificate()));
  }

  /** Takes over the accounts and what is known of the jobs that are still listed. */
  void carryOver(Books old) {
    ledger.carryOver(old.ledger.accounts());
    AllocationProblem problem = ledger.allocation().problem();
    for (int m = 0; m < problem.jobCount(); m++) {
      int before = old.ledger.groups().jobOf(problem.job(m).id());
      if (before >= 0) {
        log.put(m, old.log.peek(before));
        if (old.ledger.isDone(before)) {
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
