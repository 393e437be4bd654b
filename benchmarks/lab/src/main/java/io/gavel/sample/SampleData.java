package io.gavel.sample;

import io.gavel.input.InputText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A synthetic data set: no measurement of any system, free of any licence. It has the shape of the
 * published data, so that every tool runs on it. In the throughput tables, two job types share a
 * worker if their memory fits, and each then loses the throughput of the missing cores.
 */
public final class SampleData {

  private static final List<String> NAMES =
      List.of(
          "problem.json",
          "throughputs.json",
          "throughputs-8.json",
          "trace.csv",
          "recorded-jobs.csv",
          "recorded-rounds.jsonl",
          "prices.csv",
          "servers.csv",
          "tasks.csv",
          "squeue.json",
          "sinfo.json",
          "sacct.txt");

  private SampleData() {}

  /**
   * Returns the data set.
   *
   * @return the files by their names, in the order in which they are explained
   */
  public static Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    NAMES.forEach(name -> files.put(name, InputText.resource(SampleData.class, name)));
    return files;
  }
}
