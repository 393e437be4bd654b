package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards of a sweep, put together, are the file of one machine. */
final class MergeCommandTest {

  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void writeTable() throws IOException {
    table = folder.resolve("table.json");
    String rates =
        JobTemplate.published().stream()
            .map(t -> "\"('%s', 1)\": {\"null\": 2}".formatted(t.jobType()))
            .collect(Collectors.joining(", "));
    Files.writeString(table, "{\"v100\": {%s}}".formatted(rates));
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private CommandRun sweep(String out, String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "sweep",
                "--throughputs=" + table,
                "--cluster=v100=2",
                "--policies=isolated,fifo_greedy",
                "--rates=0.1",
                "--seeds=0..2",
                "--jobs=5",
                "--out=" + file(out)));
    if (List.of(more).contains("--seeds=0")) {
      words.remove("--seeds=0..2");
    }
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private void shards(int count) {
    for (int i = 1; i <= count; i++) {
      CommandRun run = sweep("shard-" + i, "--shard=" + i + "/" + count);
      assertEquals(0, run.status(), run.err());
    }
  }

  private CommandRun merge(Object... shards) {
    List<Object> words = new ArrayList<>(List.of("sweep", "merge", "--out=" + file("merged")));
    for (Object shard : shards) {
      words.add(file("shard-" + shard));
    }
    return CommandRun.of(words.toArray());
  }

  private static void assertRefused(CommandRun run, String what) {
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(what), run.err());
  }

  @Test
  void merge_allShardsInAnyOrder_isTheFileOfOneMachine() throws IOException {
    assertEquals(0, sweep("whole").status());
    shards(4); // of 2, 2, 1 and 1 runs
    assertTrue(sweep("shard-2", "--shard=2/4").out().contains("2 of 6 runs, 0 of them now"));
    CommandRun run = merge(3, 1, 4, 2, 1);
    assertEquals(0, run.status(), run.err());
    assertEquals(Files.readString(file("whole")), Files.readString(file("merged")));
  }

  @Test
  void merge_moreShardsThanRuns_isTheFileOfOneMachine() throws IOException {
    assertEquals(0, sweep("whole").status());
    shards(7);
    assertEquals("", Files.readString(file("shard-7")));
    assertEquals(0, merge(1, 2, 3, 4, 5, 6, 7).status());
    assertEquals(Files.readString(file("whole")), Files.readString(file("merged")));
  }

  @Test
  void merge_shardThatEndedEarly_isRefusedUntilItIsRepeated() throws IOException {
    shards(2);
    String second = Files.readString(file("shard-2"));
    Files.writeString(file("shard-2"), second.substring(0, second.length() - 30));
    assertRefused(merge(1, 2), "1 of 6 runs are missing, the first of them is run 6");
    assertFalse(Files.exists(file("merged")));
    assertEquals(0, sweep("shard-2", "--shard=2/2").status());
    assertEquals(second, Files.readString(file("shard-2")));
    assertEquals(0, merge(1, 2).status());
  }

  @Test
  void merge_otherFiles_areRefused() throws IOException {
    shards(2);
    assertRefused(merge(1, 3), "there is no such file");
    assertEquals(0, sweep("shard-3").status());
    assertRefused(merge(1, 3), "line 1 is not a run of gavel sweep --shard");
    assertEquals(0, sweep("shard-4", "--shard=2/2", "--seeds=0").status());
    assertRefused(merge(1, 4), "line 1 is of a sweep of 2 runs, lines before are of one of 6 runs");
    String changed =
        Files.readString(file("shard-2")).replaceFirst("\"rounds\":\\d+", "\"rounds\":0");
    Files.writeString(file("shard-5"), changed);
    assertRefused(merge(1, 2, 5), "which is another in");
  }

  @Test
  void sweep_wrongShard_isRefused() throws IOException {
    for (String shard : new String[] {"0/2", "3/2", "1", "a/b", "1/0", "99999999999/1"}) {
      assertRefused(
          sweep("shard-1", "--shard=" + shard), "--shard is " + shard + "; it must be I/N");
    }
    assertRefused(
        sweep("shard-1", "--shard=1/2", "--csv=" + file("a.csv")),
        "a shard has only a part of the runs");
    assertFalse(Files.exists(file("shard-1")));
    shards(2);
    assertRefused(sweep("shard-1", "--shard=2/2"), "line 1 is not a run of this shard");
    assertRefused(sweep("shard-1", "--shard=1/3"), "is not a run of this shard");
  }
}
