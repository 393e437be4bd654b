package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small samples in the published form of each format. */
final class ImportCommandTest {

  private static final Path SAMPLES = Path.of("src", "test", "resources", "imports");
  private static final Path QUEUE =
      Path.of("..", "lab", "src", "main", "resources", "io", "gavel", "sample");

  @TempDir private Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private CommandRun run(Object... words) {
    List<Object> all = new ArrayList<>(List.of("import"));
    all.addAll(List.of(words));
    all.addAll(List.of("--out", out()));
    return CommandRun.of(all.toArray());
  }

  /** Imports; what is written must be valid, and problems must be solved. */
  private CommandRun imported(Object... words) throws IOException {
    CommandRun run = run(words);
    assertEquals(0, run.status(), run.err());
    for (Path file : Files.list(out()).toList()) {
      if (!file.endsWith("cluster.txt")) {
        CommandRun check = CommandRun.of("check", file);
        assertEquals(0, check.status(), check.err());
      }
    }
    if (Files.exists(out().resolve("problem.json"))) {
      for (String policy : List.of("max_min_fairness", "max_min_entities", "fifo_greedy")) {
        CommandRun solve = solve(policy);
        boolean refused = solve.err().matches("(?s).* does not support (constraints|co-gangs).*");
        assertEquals(refused ? 2 : 0, solve.status(), solve.err());
      }
    }
    return run;
  }

  private CommandRun solve(String policy) {
    return CommandRun.of("solve", out().resolve("problem.json"), "--policy", policy, "--json");
  }

  /** Simulates the imported trace; returns the figures. */
  private JsonNode simulated(Object... words) {
    List<Object> all =
        new ArrayList<>(
            List.of(
                "simulate",
                "--trace",
                out().resolve("trace.csv"),
                "--throughputs",
                out().resolve("throughputs.json"),
                "--policy",
                "max_min_fairness",
                "--json"));
    all.addAll(List.of(words));
    CommandRun run = CommandRun.of(all.toArray());
    assertEquals(0, run.status(), run.err());
    return run.json().get(0);
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(out().resolve(name));
  }

  private JsonNode json(String name) throws IOException {
    return JsonMapper.builder().build().readTree(out().resolve(name).toFile());
  }

  private static void assertLeftOut(List<String> expected, CommandRun run) {
    assertEquals(
        expected, run.err().lines().filter(line -> line.startsWith("left out: ")).toList());
  }

  @Test
  void slurm_queue_isAProblemOfRunningJobsAndThenThoseThatCanStart() throws IOException {
    CommandRun run =
        imported(
            "slurm",
            "--squeue",
            QUEUE.resolve("squeue.json"),
            "--sinfo",
            QUEUE.resolve("sinfo.json"));
    assertLeftOut(
        List.of(
            "left out: 1 record of held jobs",
            "left out: 1 record of jobs that wait for other jobs",
            "left out: 1 record of jobs without GPU",
            "left out: 1 record of nodes that are down, drained or reserved"),
        run);
    assertEquals(List.of("a100=16/8,t4=8/4,v100=8/4"), lines("cluster.txt"));
    JsonNode problem = json("problem.json");
    List<String> ids = new ArrayList<>();
    problem.path("jobs").forEach(job -> ids.add(job.path("id").asText()));
    assertEquals(List.of("4711", "4712", "4713", "4714", "4715", "4716", "4717"), ids);
    JsonNode llm = job(problem, "4715");
    assertEquals(16, llm.path("scale_factor").asInt());
    assertEquals("[2.07666,0.0,0.0]", llm.path("throughput").toString());
    assertEquals(2880 * 60, llm.path("seconds_left").asDouble());
    assertEquals("a100", llm.path("seconds_left_on").asText());
    assertEquals("language", llm.path("entity").asText());
    JsonNode bert = job(problem, "4713");
    assertEquals("v100", bert.path("seconds_left_on").asText());
    assertEquals(1440 * 60 - 7200, bert.path("seconds_left").asDouble());
    assertEquals(7300, bert.path("seconds_since_start").asDouble());
    assertFalse(job(problem, "4714").has("seconds_left"));
    assertTrue(run.err().contains("jobs without time limit have no seconds_left"), run.err());
    String assumed = "speeds of data sheets (v100 = 1): a100 2.08, t4 0.430, v100 1.00";
    assertEquals(assumed, problem.path("assumed").asText());
    assertEquals(assumed, solve("max_min_fairness").json().get(0).path("assumed").asText());
  }

  private static JsonNode job(JsonNode problem, String id) {
    for (JsonNode job : problem.path("jobs")) {
      if (job.path("id").asText().equals(id)) {
        return job;
      }
    }
    throw new AssertionError(id);
  }

  @Test
  void slurm_whyOnTheImportedProblem_saysThatSpeedsAreAssumed() throws IOException {
    imported(
        "slurm", "--squeue", QUEUE.resolve("squeue.json"), "--sinfo", QUEUE.resolve("sinfo.json"));
    CommandRun why =
        CommandRun.of("why", "4715", out().resolve("problem.json"), "--policy", "fifo_greedy");
    assertEquals(0, why.status(), why.err());
    assertTrue(why.out().contains("Throughputs are assumed: speeds of data sheets"), why.out());
  }

  @Test
  void slurm_accounting_isATraceOfJobsThatRan() throws IOException {
    CommandRun run =
        imported(
            "slurm", "--sacct", QUEUE.resolve("sacct.txt"), "--sinfo", QUEUE.resolve("sinfo.json"));
    assertLeftOut(
        List.of(
            "left out: 1 record of jobs that never started",
            "left out: 1 record of jobs that still run",
            "left out: 1 record of jobs without GPU",
            "left out: 1 record of steps of jobs"),
        run);
    assertEquals(
        List.of(
            "job_id,arrival_s,job_type,duration_s,duration_on,scale_factor,entity",
            "4601,0,any,43200,a100,8,vision",
            "4602,300,on a100,86400,a100,8,language",
            "4603,5400,any,18000,t4,1,ads",
            "4605,7200,any,30600,v100,4,language",
            "4607,10800,any,21600,v100,2,vision"),
        lines("trace.csv"));
    JsonNode figures = simulated("--cluster", out().resolve("cluster.txt"));
    assertEquals(5, figures.path("completed").asInt());
    assertTrue(figures.path("assumed").asText().startsWith("speeds of data sheets"));
  }

  @Test
  void slurm_holderOfAnUnnamedType_isOfTheTypeOfItsNodesOrLeftOut() throws IOException {
    Path sinfo = folder.resolve("sinfo.json");
    Files.writeString(
        sinfo,
        """
        {"nodes": [
          {"name": "n1", "state": ["MIXED"], "gres": "gpu:a100:4", "partitions": ["gpu"]},
          {"name": "n2", "state": ["MIXED"], "gres": "gpu:a100:2,gpu:t4:2", "partitions": ["gpu"]}
        ]}
        """);
    String job =
        """
        {"job_id": %s, "name": "j", "account": "ml", "job_state": "RUNNING", "partition": "gpu",
         "node_count": 1, "priority": 1, "submit_time": 1000, "start_time": 2000,
         "time_limit": 100, "tres_per_node": "gres:gpu:1", "nodes": "%s",
         "gres_detail": ["gpu:1"]}
        """;
    Path squeue = folder.resolve("squeue.json");
    Files.writeString(
        squeue,
        "{\"errors\": [], \"last_update\": 3000, \"jobs\": [%s,%s]}"
            .formatted(job.formatted(1, "n1"), job.formatted(2, "n2")));
    CommandRun run = imported("slurm", "--squeue", squeue, "--sinfo", sinfo);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("1 jobs, 8 workers"), run.out());
    assertTrue(
        run.err().contains("1 record of jobs that hold GPUs of a type that squeue"), run.err());
  }

  @Test
  void slurm_heterogeneousJob_isACoGang() throws IOException {
    Path sinfo = folder.resolve("sinfo.json");
    Files.writeString(
        sinfo,
        """
        {"nodes": [
          {"name": "n1", "state": ["MIXED"], "gres": "gpu:a100:4", "partitions": ["gpu"]},
          {"name": "n2", "state": ["MIXED"], "gres": "gpu:h100:4", "partitions": ["gpu"]}
        ]}
        """);
    String component =
        """
        {"job_id": %s, "het_job_id": %s, "name": "serve", "account": "ml", "partition": "gpu",
         "job_state": "PENDING", "node_count": 1, "priority": 9, "submit_time": 1000,
         "time_limit": 100, "tres_per_node": "gres:gpu:%s"}
        """;
    Path squeue = folder.resolve("squeue.json");
    Files.writeString(
        squeue,
        "{\"errors\": [], \"last_update\": 3000, \"jobs\": [%s,%s,%s,%s]}"
            .formatted(
                component.formatted(1, 1, "a100:1"),
                component.formatted(2, 1, "h100:2"),
                component.formatted(3, 3, "a100:1"),
                component.formatted(4, 3, "1")));
    CommandRun run = imported("slurm", "--squeue", squeue, "--sinfo", sinfo);
    assertLeftOut(
        List.of("left out: 1 record of jobs that name the types of only some of their GPUs"), run);
    JsonNode job = json("problem.json").path("jobs").path(0);
    assertEquals(2, job.path("scale_factor").asInt());
    assertEquals("h100", job.path("seconds_left_on").asText());
    assertEquals("{\"a100\":1}", job.path("alongside").toString());
    JsonNode solved = solve("max_min_fairness").json().get(0);
    assertEquals("optimal", solved.path("status").asText());
  }

  @Test
  void slurm_statedSpeeds_replaceDataSheets() throws IOException {
    Path speeds = folder.resolve("speeds.csv");
    Files.writeString(
        speeds, "worker_type,relative_speed,job_type\na100,3,\na100,9,llm\nt4,0.5,\n");
    imported(
        "slurm",
        "--squeue",
        QUEUE.resolve("squeue.json"),
        "--sinfo",
        QUEUE.resolve("sinfo.json"),
        "--assume",
        speeds);
    JsonNode problem = json("problem.json");
    assertEquals("[9.0,0.0,0.0]", job(problem, "4715").path("throughput").toString());
    assertEquals("[3.0,0.5,1.0]", job(problem, "4716").path("throughput").toString());
    assertEquals(
        "speeds of speeds.csv and of data sheets (v100 = 1): a100 3.00, t4 0.500, v100 1.00",
        problem.path("assumed").asText());
  }

  @Test
  void kueue_objects_areAProblemWithQuotas() throws IOException {
    CommandRun run = imported("kueue", SAMPLES.resolve("kueue.json"));
    assertLeftOut(
        List.of(
            "left out: 1 record of finished workloads",
            "left out: 1 record of workloads that are not active",
            "left out: 1 record of workloads whose queue has no nvidia.com/gpu or is not there",
            "left out: 1 record of workloads without nvidia.com/gpu"),
        run);
    assertEquals(List.of("a10=12/4,h100=16/8"), lines("cluster.txt"));
    JsonNode problem = json("problem.json");
    JsonNode train = job(problem, "ml/train");
    assertEquals(8, train.path("scale_factor").asInt());
    assertEquals(5400, train.path("seconds_left").asDouble());
    assertEquals("h100", train.path("seconds_left_on").asText());
    assertEquals("[1.0,3.2]", job(problem, "ml/wait").path("throughput").toString());
    assertEquals(2, job(problem, "ml/wait").path("weight").asDouble());
    assertEquals("[0.816497,0.0]", job(problem, "ml/solo").path("throughput").toString());
    assertEquals(
        "{\"id\":\"vision\",\"weight\":2.0,\"policy\":\"fairness\","
            + "\"limit\":{\"h100\":12,\"a10\":12}}",
        problem.path("entities").get(0).toString());
    assertEquals("{\"a10\":4}", problem.path("entities").get(2).path("limit").toString());
  }

  @Test
  void philly_log_sumsAttemptsAndTellsGpusByMemory() throws IOException {
    Path speeds = folder.resolve("speeds.csv");
    Files.writeString(speeds, "worker_type,relative_speed\ngpu-12gb,0.3\ngpu-24gb,0.35\n");
    CommandRun run =
        imported(
            "philly",
            SAMPLES.resolve("cluster_job_log"),
            "--machines",
            SAMPLES.resolve("cluster_machine_list"),
            "--assume",
            speeds);
    assertLeftOut(
        List.of(
            "left out: 1 record of jobs on machines that --machines lacks",
            "left out: 1 record of jobs that never started",
            "left out: 1 record of jobs with an attempt without start_time or end_time",
            "left out: 1 record with the id of another record"),
        run);
    int both = 74 + (2 * 86400 + 5 * 3600 + 39 * 60 + 42);
    assertEquals(
        List.of(
            "application_1,0,any,%s,gpu-24gb,8,vc1".formatted(both),
            "application_3,4701,any,3600,gpu-12gb,1,vc2"),
        lines("trace.csv").subList(1, 3));
    assertEquals(List.of("gpu-12gb=2/2,gpu-24gb=16/8"), lines("cluster.txt"));
    assertEquals(2, simulated("--cluster", out().resolve("cluster.txt")).path("completed").asInt());
  }

  /** On one type of worker nothing is assumed. */
  @Test
  void philly_withoutMachines_hasOneMeasuredType() throws IOException {
    imported("philly", SAMPLES.resolve("cluster_job_log"), "--slice", "1..3");
    assertEquals(
        List.of("application_3,0,any,3600,gpu,1,vc2", "application_5,9000,any,5400,gpu,2,vc2"),
        lines("trace.csv").subList(1, 3));
    assertFalse(json("throughputs.json").has("assumed"));
    JsonNode figures = simulated("--cluster", "gpu=4");
    assertEquals(3600, figures.path("jobs").get(0).path("completion_s").asDouble());
    assertFalse(figures.has("assumed"));
  }

  @Test
  void slices_areTracesWithCommonThroughputs() throws IOException {
    imported("philly", SAMPLES.resolve("cluster_job_log"), "--slice", "0..1,1..9");
    assertEquals(
        List.of("application_1,0,any,193256,gpu,8,vc1"), lines("trace-0-1.csv").subList(1, 2));
    assertEquals(3, lines("trace-1-9.csv").size());
    assertEquals(3, json("throughputs.json").path("gpu").size());
    assertFalse(Files.exists(out().resolve("trace.csv")));
  }

  @Test
  void helios_log_hasQuotasOfTheLastDay() throws IOException {
    CommandRun run =
        imported(
            "helios",
            SAMPLES.resolve("cluster_log.csv"),
            "--gpus",
            SAMPLES.resolve("cluster_gpu_number.csv"),
            "--type",
            "v100");
    assertLeftOut(
        List.of(
            "left out: 1 record of jobs that ran for 0 s",
            "left out: 1 record of jobs without GPU"),
        run);
    assertEquals(
        List.of("11,0,any,36848,v100,1,vcA", "12,26,any,249,v100,16,vcB"),
        lines("trace.csv").subList(1, 3));
    assertEquals(List.of("v100=24/8"), lines("cluster.txt"));
    JsonNode figures =
        simulated(
            "--cluster", out().resolve("cluster.txt"), "--entities", out().resolve("teams.json"));
    assertEquals(3, figures.path("completed").asInt());
  }

  @Test
  void alibaba_tasks_haveSharesAndAllowedModels() throws IOException {
    Path speeds = folder.resolve("speeds.csv");
    Files.writeString(speeds, "worker_type,relative_speed\nG2,0.8\n");
    CommandRun run =
        imported(
            "alibaba",
            SAMPLES.resolve("openb_pods.csv"),
            "--nodes",
            SAMPLES.resolve("openb_nodes.csv"),
            "--assume",
            speeds);
    assertLeftOut(
        List.of(
            "left out: 1 record of tasks for models that --nodes lacks",
            "left out: 1 record of tasks that never started",
            "left out: 1 record of tasks without GPU"),
        run);
    assertEquals(
        List.of("p0,0,any,12400,1,", "p1,300,on P100 or T4,3600,1,460", "p4,700,any,8100,8,"),
        lines("trace.csv").subList(1, 4));
    JsonNode table = json("throughputs.json");
    assertEquals(0, table.path("G2").path("('on P100 or T4', 1)").path("null").asDouble());
    assertEquals(0.8, table.path("G2").path("('any', 8)").path("null").asDouble());
    assertEquals(3, simulated("--cluster", out().resolve("cluster.txt")).path("completed").asInt());
  }

  /** 782 steps at 0.05 s on 2 GPUs; 512 examples on one GPU are four accumulated parts. */
  @Test
  void sia_workload_hasStepsAndMeasuredRates() throws IOException {
    CommandRun run =
        imported("sia", SAMPLES.resolve("sia/workload.csv"), "--profiles", SAMPLES.resolve("sia"));
    assertLeftOut(
        List.of(
            "left out: 1 record of applications that --profiles lacks, such as bert",
            "left out: 1 record with a batch size that no validation-*.csv has",
            "left out: 1 record without a step time for their GPUs and batch size"),
        run);
    JsonNode table = json("throughputs.json");
    assertEquals(
        20, table.path("dgx").path("('cifar10 (batch size 128)', 2)").path("null").asDouble());
    assertEquals(
        1 / (0.05 + 3 * 0.049),
        table.path("dgx").path("('cifar10 (batch size 512)', 1)").path("null").asDouble(),
        1e-5);
    assertFalse(table.has("assumed"));
    assertEquals("cifar10-0,0,cifar10 (batch size 128),39.1,2", lines("trace.csv").get(1));
    assertEquals(2, simulated("--cluster", "dgx=2,rtx=2").path("completed").asInt());
  }

  @Test
  void gavel_trace_keepsStepsWeightsAndSlos() throws IOException {
    imported("gavel", SAMPLES.resolve("gavel.trace"));
    assertEquals(
        List.of(
            "job_id,arrival_s,job_type,total_steps,scale_factor,priority_weight,slo",
            "0,0,ResNet-18 (batch size 64),1000,1,,",
            "1,95.5,LM (batch size 20),2500,2,5,1.2"),
        lines("trace.csv"));
  }

  @Test
  void gavel_tracesOfShockwave_areNamedAndStateThatBatchSizesChange() throws IOException {
    CommandRun run =
        imported("gavel", SAMPLES.resolve("gavel.trace"), SAMPLES.resolve("shockwave.trace"));
    assertEquals("1,95,LM (batch size 20),2500,2", lines("shockwave.csv").get(2));
    assertEquals(3, lines("gavel.csv").size());
    assertTrue(run.err().contains("batch sizes that change during a run stay"), run.err());
  }

  @ParameterizedTest
  @CsvSource({
    "5, 0, total_steps is \"0\"; it must be a number greater than 0",
    "5, -5, total_steps is \"-5\"; it must be a number greater than 0",
    "5, NaN, total_steps is \"NaN\"; it must be a number greater than 0",
    "6, 0, scale_factor is \"0\"; it must be a whole number of at least 1",
    "6, 1.5, scale_factor is \"1.5\"; it must be a whole number of at least 1",
    "7, 0, priority_weight is \"0\"; it must be a number greater than 0",
    "7, Infinity, priority_weight is \"Infinity\"; it must be a number greater than 0",
    "8, Infinity, SLO is \"Infinity\"; it must be a number; below 0 for none",
    "8, '', SLO is \"\"; it must be a number; below 0 for none",
    "9, -1, arrival_time is \"-1\"; it must be a number from 0 to 1.0E12",
    "9, 1e13, arrival_time is \"1e13\"; it must be a number from 0 to 1.0E12",
    "0, '', job_type is \"\"; it must be a name"
  })
  void gavel_valueOutOfRange_isRefusedByLineAndColumn(int column, String value, String message)
      throws IOException {
    String[] line = "A\trun\twork\t--steps\t1\t100\t1\t1\t-1\t0".split("\t");
    line[column] = value;
    Path trace = folder.resolve("wrong.trace");
    Files.writeString(trace, String.join("\t", line) + "\n");
    CommandRun run = run("gavel", trace);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("line 1: " + message), run.err());
  }

  @Test
  void gavel_commandThatStartsWithAQuote_isRead() throws IOException {
    Path trace = folder.resolve("quoted.trace");
    Files.writeString(trace, "A\t\"run\" it\twork\t--steps\t1\t100\t1\t1\t-1\t0\n");
    imported("gavel", trace);
    assertEquals("0,0,A,100,1", lines("trace.csv").get(1));
  }

  @Test
  void gavel_filesOfOneName_areRefused() throws IOException {
    Path same = Files.createDirectory(folder.resolve("other")).resolve("gavel.trace");
    Files.copy(SAMPLES.resolve("gavel.trace"), same);
    CommandRun run = run("gavel", SAMPLES.resolve("gavel.trace"), same);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("gavel.trace: has the name of another file"), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "slurm | --squeue is required for a problem, and --sacct for a trace",
        "slurm --squeue {T}/squeue.json | --squeue requires --sinfo",
        "slurm --squeue {T}/sinfo.json --sinfo {T}/sinfo.json | sinfo.json: squeue --json: has no"
            + " list \"jobs\"",
        "slurm --squeue {T}/sacct.txt --sinfo {T}/sinfo.json | sacct.txt: squeue --json: is not"
            + " JSON",
        "slurm --sacct {S}/cluster_log.csv | column Submit is missing; found [job_id,user,vc,",
        "kueue {T}/squeue.json | has an object without kind; it must be what kubectl get -o json",
        "philly {S}/kueue.json | is no list of jobs, as cluster_job_log is",
        "philly {S}/cluster_log.csv | is not valid JSON",
        "philly {S}/cluster_job_log --machines {S}/cluster_machine_list | worker type \"gpu-12gb\"",
        "philly {S}/cluster_job_log --slice 9..10 | --slice is \"9..10\"; it must be FROM..TO",
        "helios {S}/openb_pods.csv | column job_id is missing; found [name, cpu_milli",
        "helios {S}/cluster_log.csv --gpus {S}/openb_nodes.csv | column date is missing",
        "alibaba {S}/openb_pods.csv --nodes {S}/openb_nodes.csv | speed of worker type \"G2\" is"
            + " unknown",
        "alibaba {S}/missing.csv --nodes {S}/openb_nodes.csv | missing.csv: cannot be read: there"
            + " is no such file",
        "sia {S}/sia/workload.csv --profiles {S}/missing | is no folder; --profiles is sia-sim",
        "sia {S}/sia/workload.csv --profiles {S} | no job is left to import; left out: 1 record of"
            + " applications",
        "gavel {S}/openb_pods.csv | openb_pods.csv: line 1 must have 10 or 12 columns, divided by"
            + " tabs; it has 1",
        "helios {S}/cluster_log.csv --assume {S}/openb_pods.csv | column worker_type is missing",
      })
  void import_wrongInput_isNamed(String words, String message) {
    String line = words.replace("{S}", SAMPLES.toString()).replace("{T}", QUEUE.toString());
    CommandRun run = run((Object[]) line.split(" "));
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(message), run.err());
    assertFalse(Files.exists(out()), "nothing is written");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application_3\" | 1\", \"x\": \"y\"",
        "2017-10-07 03:00:00 | soon",
        "\"gpu0\" | 17",
        "[ | {",
        "\"attempts\" | \"tries\"",
      })
  void philly_brokenLog_isRefusedOrCounted(String text, String other) throws IOException {
    String log = Files.readString(SAMPLES.resolve("cluster_job_log"));
    Path broken = folder.resolve("log");
    Files.writeString(broken, log.replace(text, other));
    CommandRun run = run("philly", broken);
    assertTrue(run.status() == 0 || run.status() == 2, run.err());
    assertFalse(run.err().contains("Exception"), run.err());
    assertFalse(run.err().isEmpty());
  }

  @Test
  void import_existingFile_isNotReplaced() throws IOException {
    Files.createDirectories(out());
    Files.writeString(out().resolve("trace.csv"), "mine");
    CommandRun run = run("philly", SAMPLES.resolve("cluster_job_log"));
    assertEquals(2, run.status());
    assertTrue(run.err().contains("trace.csv: exists already"), run.err());
    assertEquals(List.of("mine"), lines("trace.csv"));
  }
}
