package io.gavel.mechanism.placement;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the {@link Fragmentation} of actual and hypothetical states of servers, fast. Not
 * thread-safe.
 *
 * <p>A class that asks for u milli of one GPU contributes R_g for each GPU with R_g &lt; u, whether
 * it fits or not: if it does not fit for lack of GPU, that holds for every GPU. Let {@code denied}
 * be the weight of the classes that lack model or CPU, or ask for no GPU, and {@code above(r)} the
 * weight of the other classes with {@code u > r}. Together they contribute {@code Σ_g R_g (denied +
 * above(R_g))}: one pass over the classes, one over the requested shares, one over the GPUs.
 * Classes of several entire GPUs are counted one by one.
 */
final class FragmentationGauge {

  /** Classes as columns. */
  private static final class Columns {
    final int[] cpu;
    final int[] gpus;
    final int[] level; // the rank of the requested share among all shares
    final long[] count;

    Columns(List<TaskClass> classes, int[] levelOf) {
      cpu = classes.stream().mapToInt(TaskClass::cpuMilli).toArray();
      gpus = classes.stream().mapToInt(TaskClass::gpus).toArray();
      level = classes.stream().mapToInt(c -> levelOf[c.gpuMilli()] - 1).toArray();
      count = classes.stream().mapToLong(TaskClass::count).toArray();
    }
  }

  private final long total;
  private final int[] levelOf =
      new int[Server.GPU_MILLI + 1]; // by milli: the number of shares that fit
  private final Columns[] byServer;
  private final long[] above; // by level: weight of the classes with this share or a larger one

  FragmentationGauge(Servers servers, TaskMix mix) {
    total = mix.total();
    int[] shares =
        mix.classes().stream()
            .filter(c -> c.gpus() > 0)
            .mapToInt(TaskClass::gpuMilli)
            .sorted()
            .distinct()
            .toArray();
    for (int milli = 0; milli < levelOf.length; milli++) {
      int place = Arrays.binarySearch(shares, milli);
      levelOf[milli] = place < 0 ? -place - 1 : place + 1;
    }
    above = new long[shares.length + 1];
    Map<String, Columns> byModel = new HashMap<>();
    byServer = new Columns[servers.size()];
    for (int s = 0; s < byServer.length; s++) {
      byServer[s] =
          byModel.computeIfAbsent(
              servers.server(s).gpuModel(), model -> new Columns(allowed(mix, model), levelOf));
    }
  }

  private static List<TaskClass> allowed(TaskMix mix, String model) {
    return mix.classes().stream()
        .filter(c -> c.gpus() > 0 && (c.models().isEmpty() || c.models().contains(model)))
        .toList();
  }

  /** Returns the number of tasks of the mix. */
  long total() {
    return total;
  }

  /**
   * Returns the fragmentation times {@link #total()} of a server with the given CPU and GPUs left.
   */
  long weighted(int s, int cpuLeft, int[] gpuLeft) {
    Columns allowed = byServer[s];
    Arrays.fill(above, 0);
    long sum = 0;
    long several = 0; // what classes of several GPUs contribute
    long denied = total;
    int whole = 0;
    long all = 0;
    for (int left : gpuLeft) {
      whole += left == Server.GPU_MILLI ? 1 : 0;
      all += left;
    }
    for (int m = 0; m < allowed.cpu.length; m++) {
      if (allowed.cpu[m] <= cpuLeft) {
        denied -= allowed.count[m];
        if (allowed.gpus[m] == 1) {
          above[allowed.level[m]] += allowed.count[m];
        } else {
          several +=
              allowed.count[m]
                  * (whole >= allowed.gpus[m] ? all - (long) whole * Server.GPU_MILLI : all);
        }
      }
    }
    for (int level = above.length - 2; level >= 0; level--) {
      above[level] += above[level + 1];
    }
    for (int left : gpuLeft) {
      sum += left * (denied + above[levelOf[left]]);
    }
    return sum + several;
  }
}
