package io.gavel.input;

import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.Server;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads servers and tasks in CSV with a header line, columns in any order, as in the cluster trace
 * of Weng et al. (ATC 2023).
 *
 * <p>Servers: {@code sn} (a name), {@code cpu_milli}, {@code memory_mib}, {@code gpu} (how many),
 * {@code model} (empty without GPU). Tasks: {@code name}, {@code cpu_milli}, {@code memory_mib},
 * {@code num_gpu}, {@code gpu_milli} (of each GPU); optional {@code gpu_spec} (allowed models with
 * {@code |} between them; empty = any) and, not used, {@code qos}, {@code pod_phase}, {@code
 * creation_time}, {@code deletion_time}, {@code scheduled_time}. As in the trace's own scheduler, a
 * task without CPU gets 100 milli.
 */
public final class PlacementReader {

  private static final int LEAST_CPU_MILLI = 100;
  private static final long MOST_MIB = 1L << 40;

  private PlacementReader() {}

  /**
   * Reads servers.
   *
   * @param file a CSV file
   * @return its servers in the order of the file, at least one with a GPU
   * @throws InvalidInputException naming file, line, value and the allowed values
   */
  public static List<Server> servers(Path file) {
    return InputKind.SERVERS.read(InputText.read(file), input -> servers(input, CsvFile::fail));
  }

  /**
   * Returns the mistakes of a file of servers, at most one a line.
   *
   * @param input the text of a CSV file
   * @return messages with file, line, value and the allowed values; empty if the file is valid
   */
  static List<String> mistakesOfServers(InputText input) {
    return CsvFile.mistakes(mistakes -> servers(input, mistakes));
  }

  private static List<Server> servers(InputText input, Consumer<InvalidInputException> mistakes) {
    List<String> columns = List.of("sn", "cpu_milli", "memory_mib", "gpu", "model");
    List<Server> servers =
        new CsvFile(input, columns, List.of("rack"), mistakes)
            .rows(
                row ->
                    new Server(
                        row.name(),
                        (int) row.number("cpu_milli", Integer.MAX_VALUE),
                        row.number("memory_mib", MOST_MIB),
                        (int) row.number("gpu", 1000),
                        row.text("model"),
                        row.text("rack")));
    if (servers.stream().allMatch(server -> server.gpus() == 0)) {
      throw new InvalidInputException(input.file() + ": no server has a GPU; at least one must");
    }
    return servers;
  }

  /**
   * Reads tasks.
   *
   * @param file a CSV file
   * @return its tasks in the order of the file, at least one of them with a GPU
   * @throws InvalidInputException naming file, line, value and the allowed values
   */
  public static List<PlacementRequest> tasks(Path file) {
    return InputKind.TASKS.read(InputText.read(file), input -> tasks(input, CsvFile::fail));
  }

  /**
   * Returns the mistakes of a file of tasks, at most one a line.
   *
   * @param input the text of a CSV file
   * @return messages with file, line, value and the allowed values; empty if the file is valid
   */
  static List<String> mistakesOfTasks(InputText input) {
    return CsvFile.mistakes(mistakes -> tasks(input, mistakes));
  }

  private static List<PlacementRequest> tasks(
      InputText input, Consumer<InvalidInputException> mistakes) {
    List<PlacementRequest> tasks =
        new CsvFile(
                input,
                List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"),
                List.of(
                    "gpu_spec",
                    "qos",
                    "pod_phase",
                    "creation_time",
                    "deletion_time",
                    "scheduled_time"),
                mistakes)
            .rows(PlacementReader::task);
    if (tasks.stream().allMatch(task -> task.gpus() == 0)) {
      throw new InvalidInputException(input.file() + ": no task requests a GPU; at least one must");
    }
    return tasks;
  }

  private static PlacementRequest task(CsvFile.Row row) {
    int cpuMilli = (int) row.number("cpu_milli", Integer.MAX_VALUE);
    int gpus = (int) row.number("num_gpu", 1000);
    String models = row.text("gpu_spec");
    return new PlacementRequest(
        row.name(),
        cpuMilli == 0 ? LEAST_CPU_MILLI : cpuMilli,
        row.number("memory_mib", MOST_MIB),
        gpus,
        share(row, gpus),
        models.isEmpty() ? List.of() : List.of(models.split("\\|", -1)));
  }

  /** Reads the share of each GPU: any of one GPU, all of several. */
  private static int share(CsvFile.Row row, int gpus) {
    int milli = (int) row.number("gpu_milli", Server.GPU_MILLI);
    String task = "gpu_milli of task \"%s\" is %s; it must be ".formatted(row.name(), milli);
    if (gpus == 0 && milli > 0) {
      throw new IllegalArgumentException(task + "0, because it takes no GPU");
    }
    if (gpus == 1 && milli == 0) {
      throw new IllegalArgumentException(task + "from 1 to 1000, because it takes a GPU");
    }
    if (gpus > 1 && milli < Server.GPU_MILLI) {
      throw new IllegalArgumentException(task + "1000, because it takes %s GPUs".formatted(gpus));
    }
    return milli;
  }
}
