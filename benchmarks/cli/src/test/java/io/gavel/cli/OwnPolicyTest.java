package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policy of the template project, compiled apart, in the tools. */
final class OwnPolicyTest {

  private static final Path TEMPLATE =
      Path.of("..", "consumers", "src", "it", "own-policy", "src", "main");
  private static final Path DATA = Path.of("..", "..", "docs", "tutorial", "data");
  private static final String NAME = "class:com.example.LeastWorkLeft";

  @TempDir private static Path classes;
  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path source = TEMPLATE.resolve("java/com/example/LeastWorkLeft.java");
    String[] words = {"-d", classes.toString(), "-proc:none", source.toString()};
    assertEquals(0, compiler.run(null, null, null, words));
    String service = "META-INF/services/io.gavel.policies.Policy";
    Files.createDirectories(classes.resolve("META-INF/services"));
    Files.copy(TEMPLATE.resolve("resources").resolve(service), classes.resolve(service));
  }

  private CommandRun simulate(String policy) {
    return CommandRun.of(
        "simulate",
        "--policy=" + policy,
        "--classpath=" + classes,
        "--cluster=v100=1,k80=1",
        "--throughputs=" + DATA.resolve("throughputs.json"),
        "--trace=" + DATA.resolve("jobs.csv"));
  }

  @Test
  void simulate_classAndService_areTheSamePolicy() {
    CommandRun byClass = simulate(NAME);
    CommandRun byService = simulate("least_work_left");
    assertEquals(0, byClass.status(), byClass.err());
    assertEquals(0, byService.status(), byService.err());
    assertEquals(jct(byClass), jct(byService));
    assertTrue(!jct(byClass).equals(jct(simulate("max_min_fairness"))), byClass.out());
  }

  /** A policy under which one worker of all may run. */
  public static final class OneWorker implements Policy {
    @Override
    public Allocation allocate(AllocationProblem problem) {
      return MaxMinFairness.create()
          .allocate(
              problem.constraining(Constraint.named("one").that(LinearForm.workers()).atMost(1)));
    }
  }

  @Test
  void simulate_policyWithLimits_keepsThem() {
    CommandRun run = simulate("class:" + OneWorker.class.getName());
    assertEquals(0, run.status(), run.err());
    assertTrue(!jct(run).equals(jct(simulate("max_min_fairness"))), run.out());
  }

  private static String jct(CommandRun run) {
    return run.out()
        .lines()
        .filter(line -> line.startsWith("average"))
        .map(line -> line.replaceAll(" +", " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void solve_ownPolicy_isNotCalledOptimal() {
    CommandRun run =
        CommandRun.of(
            "solve",
            "--policy=max_min_fairness," + NAME,
            "--classpath=" + classes,
            DATA.resolve("problem.json"));
    assertEquals(0, run.status(), run.err());
    List<String> heads = run.out().lines().filter(line -> line.startsWith("three-jobs")).toList();
    assertTrue(heads.get(0).contains("max_min_fairness: optimal in"), heads.get(0));
    assertTrue(heads.get(1).contains("LeastWorkLeft: solved in"), heads.get(1));
  }

  @Test
  void policies_classpath_listsTheProvider() {
    CommandRun run = CommandRun.of("policies", "--classpath=" + classes);
    assertTrue(run.out().contains("least_work_left"), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class:me.Missing | class \"me.Missing\" cannot be loaded",
        "class:java.lang.String | must implement io.gavel.policies.Policy",
        "class:java.util.Optional | a public constructor without parameters",
      })
  void simulate_classThatIsNoPolicy_isRefused(String policy, String complaint) {
    CommandRun run = simulate(policy);
    assertEquals(2, run.status());
    assertTrue(run.err().contains(complaint), run.err());
  }

  /** Throws what no policy should. */
  public static final class Throwing implements Policy {
    @Override
    public Allocation allocate(AllocationProblem problem) {
      throw new IllegalStateException("empty queue");
    }
  }

  /** Returns what no policy may. */
  public static final class Returning implements Policy {
    @Override
    @SuppressWarnings("NullAway") // on purpose
    public Allocation allocate(AllocationProblem problem) {
      return null;
    }
  }

  @Test
  void allocate_faultOfAnOwnPolicy_isToldAsItsOwn() {
    String throwing = Throwing.class.getName();
    String returning = Returning.class.getName();
    CommandRun run = simulate("class:" + throwing);
    assertEquals(1, run.status());
    String fault =
        "own policy %s failed: java.lang.IllegalStateException: empty queue at %s.allocate("
            .formatted(throwing, throwing);
    assertTrue(run.err().contains(fault), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    CommandRun both =
        CommandRun.of(
            "solve",
            "--policy=class:%s,class:%s,isolated".formatted(throwing, returning),
            DATA.resolve("problem.json"));
    assertEquals(1, both.status());
    assertEquals(2, both.err().lines().count(), both.err());
    assertTrue(both.err().contains("returned null; it must return an allocation"), both.err());
    assertTrue(both.out().contains("isolated: solved"), both.out());
  }

  private CommandRun sweep(String classpath) {
    return CommandRun.of(
        "sweep",
        "--policy=max_min_fairness,least_work_left",
        "--classpath=" + classpath,
        "--cluster=v100=1,k80=1",
        "--throughputs=" + DATA.resolve("throughputs.json"),
        "--trace=" + DATA.resolve("jobs.csv"),
        "--out=" + folder.resolve("runs.jsonl"));
  }

  @Test
  void sweep_ownPolicy_isComparedWithTheBaseline() throws IOException {
    CommandRun run = sweep(classes.toString());
    assertEquals(0, run.status(), run.err());
    assertEquals(2, Files.readAllLines(folder.resolve("runs.jsonl")).size());
    assertTrue(run.out().contains("least_work_left"), run.out());
  }

  @Test
  void sweep_otherContentOfTheClasspath_isRunAgain() throws IOException {
    Path more = Files.createDirectory(folder.resolve("more"));
    String both = more + File.pathSeparator + classes;
    assertTrue(sweep(both).out().contains("2 runs, 2 of them now"));
    assertTrue(sweep(both).out().contains("2 runs, 0 of them now"));
    Files.writeString(more.resolve("weights.txt"), "2");
    assertTrue(sweep(both).out().contains("2 runs, 2 of them now"));
  }
}
