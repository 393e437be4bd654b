package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckCommandTest {

  @TempDir private Path folder;

  private CommandRun check(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return CommandRun.of("check", file);
  }

  @Test
  void init_files_areAllValidAndNeverOverwritten() throws IOException {
    Path sample = folder.resolve("sample");
    CommandRun init = CommandRun.of("init", sample);
    assertEquals(0, init.status(), init.err());
    List<String> files = init.out().lines().toList();
    assertEquals(12, files.size());
    for (String file : files.subList(9, 12)) {
      assertEquals(
          file + ": was printed by Slurm; gavel import slurm reads it\n",
          CommandRun.of("check", file).err());
    }
    for (String file : files.subList(0, 9)) {
      CommandRun run = CommandRun.of("check", file);
      assertEquals(0, run.status(), run.err());
      assertTrue(run.out().contains("valid "), run.out());
    }
    Path problem = sample.resolve("problem.json");
    Files.writeString(problem, "mine");
    assertEquals(2, CommandRun.of("init", sample).status());
    assertEquals("mine", Files.readString(problem));
  }

  @Test
  void init_aFile_isRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    CommandRun run = CommandRun.of("init", file);
    assertEquals(2, run.status());
    assertEquals(file + ": cannot be written: it is not a folder\n", run.err());
  }

  @Test
  void check_oneMistake_isCountedAsOne() throws IOException {
    CommandRun run =
        check(
            "trace.csv",
            "job_id,arrival_s,job_type,total_steps,scale_factor\n0,0,a,1,1\n1,0,\"a,1,1\n");
    assertTrue(run.out().endsWith("trace.csv: trace with 1 mistake\n"), run.out());
    assertTrue(run.err().contains("trace.csv: line 3: not valid CSV: "), run.err());
    assertTrue(!run.err().contains("Exception"), run.err());
  }

  /** What the commands of the guides do with the sample. */
  @Test
  void init_sample_isUnderstoodByEveryCommand() {
    Path sample = folder.resolve("sample");
    assertEquals(0, CommandRun.of("init", sample).status());
    String throughputs = "--throughputs=" + sample.resolve("throughputs.json");
    List<CommandRun> runs =
        List.of(
            CommandRun.of(
                "solve", "--policy=max_min_fairness_packed", sample.resolve("problem.json")),
            CommandRun.of(
                "simulate",
                "--policy=max_min_fairness",
                "--cluster=h100=2,t4=4",
                "--prices=" + sample.resolve("prices.csv"),
                "--throughputs=" + sample.resolve("throughputs-8.json"),
                "--trace=" + sample.resolve("trace.csv")),
            CommandRun.of(
                "sweep",
                "--policy=fifo_greedy,isolated",
                "--cluster=v100=2,k80=2",
                throughputs,
                "--rate=0.5",
                "--jobs=5",
                "--gangs",
                "--out=" + folder.resolve("runs.jsonl")),
            CommandRun.of("estimate", throughputs, "--seed=0", "--method=ridge"),
            CommandRun.of(
                "place",
                "--placement=bestfit",
                "--nodes=" + sample.resolve("servers.csv"),
                "--pods=" + sample.resolve("tasks.csv")));
    runs.forEach(run -> assertEquals(0, run.status(), run.err()));
  }

  @Test
  void check_problem_listsAllMistakesWithTheirPlaces() throws IOException {
    CommandRun run =
        check(
            "problem.json",
            """
            {"schema": "cluster-scheduling-golden-1",
             "name": "wrong",
             "worker_types": ["v100", "k80"],
             "num_workers": [2, -4],
             "jobs": [
               {"id": "a", "throughput": [4], "weight": 0},
               {"id": "b", "throughput": [4, "x"], "colour": 1},
               {"throughput": [4, 1]}
             ]}
            """);
    assertEquals(2, run.status());
    List<String> expected =
        List.of(
            "line 4 column 21: num_workers[1] is -4; it must be an integer of at least 0",
            "line 6 column 45: jobs[0].weight is 0; it must be a finite number greater than 0",
            "line 6 column 30: jobs[0].throughput has length 1; it must have length 2",
            "line 7 column 50: jobs[1].colour is not a key",
            "line 7 column 34: jobs[1].throughput[1] is \"x\"; it must be a finite number",
            "line 8 column 4: jobs[2].id is missing");
    for (String mistake : expected) {
      assertTrue(run.err().contains(mistake), mistake + "\n" + run.err());
    }
    assertEquals(expected.size(), run.err().lines().count(), run.err());
  }

  @Test
  void check_trace_listsAMistakeOfEachLine() throws IOException {
    CommandRun run =
        check(
            "trace.csv",
            """
            job_id,arrival_s,job_type,total_steps,scale_factor
            a,0,bert,100,1
            a,1,bert,100,1
            b,x,bert,100,1
            c,0,bert,0,1
            """);
    assertEquals(2, run.status());
    assertEquals(3, run.err().lines().count(), run.err());
    for (String place :
        List.of("line 3: job_id is a", "line 4: arrival_s", "line 5: total_steps")) {
      assertTrue(run.err().contains(place), run.err());
    }
  }

  @Test
  void check_table_listsAllMistakes() throws IOException {
    CommandRun run =
        check(
            "table.json",
            """
            {"v100": {"('a', 1)": {"null": -1}, "b": {"null": 1}, "('c', 1)": {}}}
            """);
    assertEquals(2, run.status());
    assertEquals(3, run.err().lines().count(), run.err());
  }

  /** A pipe gives its text only once. */
  @Test
  void solveAndCheck_pipe_readItOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process made;
    try {
      made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    } catch (IOException e) {
      Assumptions.abort("there are no pipes: " + e);
      return;
    }
    assertEquals(0, made.waitFor());
    String text = Files.readString(CommandRun.golden("g01"));
    for (List<Object> words :
        List.<List<Object>>of(
            List.of("check", pipe), List.of("solve", "--policy=isolated", pipe))) {
      var writing =
          CompletableFuture.runAsync(() -> assertDoesNotThrow(() -> Files.writeString(pipe, text)));
      CommandRun run =
          assertTimeoutPreemptively(
              Duration.ofSeconds(20), () -> CommandRun.of(words.toArray()), "reads it again");
      assertEquals(0, run.status(), run.err());
      writing.get();
    }
  }

  @Test
  void check_wrongLineOfTheOnlyServerWithAGpu_saysNothingOfTheOthers() throws IOException {
    CommandRun run =
        check("servers.csv", "sn,cpu_milli,memory_mib,gpu,model\na,1000,10,x,V100\nb,1,1,0,\n");
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("line 2: gpu is \"x\""), run.err());
  }

  @Test
  void check_brokenRecord_isToldByItsPlace() throws IOException {
    CommandRun run =
        check(
            "rounds.jsonl",
            """
            {"policy": "p", "cluster": {"v100": 1}, "gpus_per_server": {"v100": 1}, "round_s": 10, "min_reset_s": -2, "throughputs": "t"}
            {"now": 0}
            {"jct": {}, "lease_extensions": 0}
            """);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("line 1.min_reset_s is -2; it must be"), run.err());
    assertTrue(run.out().contains("recorded run with 1 mistake"), run.out());
  }

  @Test
  void check_emptyObject_isAProblemThatLacksEverything() throws IOException {
    CommandRun run = check("p.json", "{}");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("schema is missing"), run.err());
    assertTrue(run.err().contains("worker_types is missing"), run.err());
    assertTrue(run.out().contains("p.json: problem with "), run.out());
  }

  @Test
  void check_wrongPrices_areListedByLine() throws IOException {
    CommandRun run = check("prices.csv", "worker_type,usd_per_hour\na,1\nb,-1\na,2\nc,x\n");
    assertEquals(2, run.status());
    List<String> lines = run.err().lines().toList();
    assertEquals(3, lines.size(), run.err());
    assertTrue(lines.get(0).contains("line 3: usd_per_hour is -1; it must be a finite"), run.err());
    assertTrue(lines.get(1).contains("line 4: worker_type is a; it must be a name"), run.err());
    assertTrue(lines.get(2).contains("line 5: usd_per_hour is \"x\""), run.err());
    assertTrue(run.out().contains("list of prices with 3 mistakes"), run.out());
  }

  @Test
  void check_otherFile_isRefused() throws IOException {
    assertTrue(check("notes.txt", "a,b\n1,2\n").err().contains("is no problem, snapshot"));
  }

  @Test
  void solve_snapshotAndPlainProblem_needNothingElse() throws IOException {
    Path snapshot = folder.resolve("now.txt");
    Files.writeString(
        snapshot,
        """
        # as an embedder logs it
        problem version=1
          type "v100" workers=1
          type "k80" workers=1
          job "bert" rates=[4,1]
          job "gan" rates=[2,1]
        end problem
        """);
    CommandRun run = CommandRun.of("solve", "--policy=max_min_fairness", snapshot);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("now  max_min_fairness: optimal"), run.out());
    Path plain = folder.resolve("plain.json");
    Files.writeString(
        plain,
        """
        {"schema": "cluster-scheduling-golden-1", "name": "plain", // no more than this
         "worker_types": ["v100", "k80"], "num_workers": [1, 1],
         "jobs": [{"id": "bert", "throughput": [4, 1]}, {"id": "gan", "throughput": [2, 1]}]}
        """);
    CommandRun same = CommandRun.of("solve", "--policy=max_min_fairness", plain);
    assertEquals(0, same.status(), same.err());
    assertEquals(run.out().lines().skip(2).toList(), same.out().lines().skip(2).toList());
  }
}
