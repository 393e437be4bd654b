package io.gavel.sample;

import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A synthetic data set: no measurement of any system, free of any licence. It has the shape of the
 * published data, so that every tool runs on it.
 */
public final class SampleData {

  private static final long SEED = 2020;
  private static final int JOBS = 60;

  /** Jobs of the recorded run, the first of the trace. */
  private static final int RECORDED = 10;

  private static final int SERVERS = 24;
  private static final int TASKS = 400;

  private SampleData() {}

  /**
   * Makes the data set.
   *
   * @return the files by their names, in the order in which they are explained
   */
  public static Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("problem.json", resource("problem.json"));
    files.put("throughputs.json", SampleTable.json(SampleTable.THREE, SEED));
    files.put("throughputs-8.json", SampleTable.json(SampleTable.EIGHT, SEED));
    String trace = trace(new Random(SEED));
    files.put("trace.csv", trace);
    files.put(
        "recorded-jobs.csv",
        trace.lines().limit(1 + RECORDED).collect(Collectors.joining("\n", "", "\n")));
    files.put("recorded-rounds.jsonl", resource("recorded-rounds.jsonl"));
    files.put("prices.csv", prices());
    files.put("servers.csv", servers());
    files.put("tasks.csv", tasks(new Random(SEED)));
    return files;
  }

  /** Jobs of the published types; durations spread over two orders of magnitude. */
  private static String trace(Random random) {
    StringBuilder csv =
        new StringBuilder("job_id,arrival_s,job_type,total_steps,scale_factor,priority_weight\n");
    List<JobTemplate> templates = JobTemplate.published();
    double arrival = 0;
    for (int i = 0; i < JOBS; i++) {
      JobTemplate template = templates.get(random.nextInt(templates.size()));
      int workers =
          template.distributed() && random.nextDouble() < 0.25 ? 1 << (1 + random.nextInt(2)) : 1;
      double steps = 5_000 * Math.pow(10, 2 * random.nextDouble());
      csv.append(
          String.format(
              Locale.ROOT,
              "job-%s,%.0f,%s,%.0f,%s,%s\n",
              i,
              arrival,
              template.jobType(),
              steps,
              workers,
              random.nextDouble() < 0.2 ? 5 : 1));
      arrival += -900 * Math.log(1 - random.nextDouble());
    }
    return csv.toString();
  }

  private static String resource(String name) {
    try (InputStream in = SampleData.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prices grow somewhat slower than speeds. */
  private static String prices() {
    StringBuilder csv = new StringBuilder("worker_type,usd_per_hour\n");
    for (SampleTable.Hardware type : SampleTable.EIGHT) {
      double price = 0.8 * Math.pow(type.speed(), 0.9);
      csv.append(String.format(Locale.ROOT, "%s,%.2f\n", type.name(), price));
    }
    return csv.toString();
  }

  private static String servers() {
    StringBuilder csv = new StringBuilder("sn,cpu_milli,memory_mib,gpu,model\n");
    List<String> models = List.of("V100M16", "T4", "P100");
    for (int i = 0; i < SERVERS; i++) {
      int gpus = i % 8 == 7 ? 0 : i % 2 == 0 ? 8 : 4;
      String model = gpus == 0 ? "" : models.get(i % models.size());
      csv.append("server-%s,%s,%s,%s,%s\n".formatted(i, 96_000, 393_216, gpus, model));
    }
    return csv.toString();
  }

  /** Half of the tasks take a part of a GPU, and a tenth none. */
  private static String tasks(Random random) {
    StringBuilder csv = new StringBuilder("name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n");
    for (int i = 0; i < TASKS; i++) {
      double draw = random.nextDouble();
      int gpus = draw < 0.1 ? 0 : draw < 0.9 ? 1 : 1 << (1 + random.nextInt(3));
      int milli = gpus == 0 ? 0 : draw < 0.6 ? 100 * (1 + random.nextInt(9)) : 1000;
      int cpu = 1000 * (1 + random.nextInt(12));
      String models = random.nextDouble() < 0.15 && gpus > 0 ? "V100M16|P100" : "";
      csv.append(
          "task-%s,%s,%s,%s,%s,%s\n".formatted(i, cpu, 2_048L * cpu / 1000, gpus, milli, models));
    }
    return csv.toString();
  }
}
