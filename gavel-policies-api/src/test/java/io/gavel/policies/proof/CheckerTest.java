package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker in Python of the documentation, which shares no code with the library. */
final class CheckerTest {

  private static final int MOST_LINES = 340;

  @TempDir Path directory;

  @Test
  void checker_isShort() throws IOException {
    assertTrue(Files.readAllLines(PythonChecker.FILE).size() <= MOST_LINES);
  }

  @Test
  void checker_filesThatAreNoCertificates_areNotProved() throws IOException, InterruptedException {
    Path other = Files.writeString(directory.resolve("other.txt"), "something else");
    List<String> verdicts =
        PythonChecker.ofFiles(List.of(directory.resolve("missing.txt"), other), directory);
    assertTrue(verdicts.get(0).startsWith("not proved: [Errno 2] "), verdicts.get(0));
    assertTrue(verdicts.get(0).contains("missing.txt"), verdicts.get(0));
    assertEquals("not proved: unknown format", verdicts.get(1));
  }

  /** Tangents of logarithms and powers, means of them, and ratios. */
  @Test
  void checker_agreesOnUtilitiesAndRatios() throws IOException, InterruptedException {
    AllocationProblem problem =
        AllocationProblem.of(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)),
            List.of(Job.of("a"), Job.of("b \"quoted\"")),
            ThroughputMatrix.builder(2).job(4, 1).job(3, 3).build());
    double[] best = {1, 0, 0, 1};
    List<Allocation> all = new ArrayList<>();
    for (double power : new double[] {0, 0.5, -1, -8, 0.3}) {
      Goal.Welfare sum = Goal.welfare(new double[] {1, 2}, power).withOffset(power == 0 ? 0.25 : 0);
      double[] slope = {Math.pow(4, power - 1), 2 * Math.pow(3, power - 1)};
      Prices prices = Prices.of(new double[2], new double[2], slope);
      for (Goal goal : List.of(sum, sum.asMean(3))) {
        Allocation x = Certifier.certify(problem, best, Statement.of(goal), prices, 0);
        Certificate c = x.certificate();
        all.add(x);
        all.add(claiming(x, c.objective(), c.bound() - 1e-9));
        all.add(claiming(x, c.objective() + 1e-9, c.bound()));
      }
    }
    Goal ratio = Goal.ratio(new double[] {4, 1, 3, 3}, new double[] {3, 1, 3, 1});
    Prices none = Prices.zero(problem);
    Allocation x =
        Certifier.certify(problem, new double[] {0, 0, 0, 1}, Statement.of(ratio), none, 3);
    all.add(x);
    all.add(claiming(x, 3, Math.nextDown(3.0)));
    all.add(claiming(x, Math.nextUp(3.0), 4));
    List<String> verdicts = PythonChecker.verdicts(all, directory);
    for (int i = 0; i < all.size(); i++) {
      String expected = i % 3 == 0 ? "proved within " : "not proved: the ";
      assertEquals(expected, verdicts.get(i).substring(0, expected.length()), "certificate " + i);
      boolean proved = Proof.of(all.get(i)) instanceof Proof.Proved;
      assertEquals(i % 3 == 0, proved, () -> Proof.of(x).toString());
    }
  }

  private static Allocation claiming(Allocation x, double objective, double bound) {
    Certificate c = x.certificate();
    Certificate claim = new Certificate(objective, bound, 0, c.prices());
    return Allocation.of(
        x.problem(), x.fractions(), claim.withStatement(c.statement().orElseThrow()));
  }
}
