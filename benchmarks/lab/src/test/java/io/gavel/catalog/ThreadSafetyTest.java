package io.gavel.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.snapshot.AllocationSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One instance of each policy of the catalogue, asked by eight threads at once. */
class ThreadSafetyTest {

  private static final int THREADS = 8;
  private static final int PROBLEMS = Boolean.getBoolean("gavel.nightly") ? 200 : 12;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** The exact allocation, or the reason for its absence. */
  private static String answer(Policy policy, AllocationProblem problem) {
    try {
      return AllocationSnapshot.digest(policy.allocate(problem));
    } catch (RuntimeException declined) {
      return declined.toString();
    }
  }

  private static List<String> answers(
      Policy policy, List<AllocationProblem> problems, List<Integer> order) {
    List<String> answers = new ArrayList<>(Collections.nCopies(problems.size(), ""));
    order.forEach(i -> answers.set(i, answer(policy, problems.get(i))));
    return answers;
  }

  @Test
  void policies_askedByManyThreads_answerAsOne() throws InterruptedException, ExecutionException {
    List<AllocationProblem> problems =
        LongStream.range(0, PROBLEMS).mapToObj(RandomProblems::of).toList();
    int answered = 0;
    for (PolicyEntry entry : PolicyCatalog.entries()) {
      Policy shared = entry.policy().apply(OptionalInt.of(0));
      List<Integer> inOrder = LongStream.range(0, PROBLEMS).mapToObj(i -> (int) i).toList();
      List<String> serial = answers(entry.policy().apply(OptionalInt.of(0)), problems, inOrder);
      List<Callable<List<String>>> tasks = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        List<Integer> order = new ArrayList<>(inOrder);
        Collections.shuffle(order, new Random(t));
        tasks.add(() -> answers(shared, problems, order));
      }
      for (Future<List<String>> each : threads.invokeAll(tasks)) {
        assertEquals(serial, each.get(), entry.key());
      }
      answered += (int) serial.stream().filter(text -> text.length() == 64).count();
    }
    int asked = PROBLEMS * PolicyCatalog.entries().size();
    assertTrue(answered > asked / 2, answered + " of " + asked + " were answered");
  }
}
