package io.gavel.mechanism.placement;

import io.gavel.mechanism.placement.TaskMix.TaskClass;
import java.util.stream.IntStream;

/**
 * The amount of idle GPU that expected tasks cannot use (Weng et al., "Beware of Fragmentation:
 * Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent", ATC 2023).
 *
 * <p>A class m of tasks asks for CPU {@code c_m} and {@code k_m} GPUs with {@code u_m} milli each,
 * and makes up the part {@code p_m} of the mix. On a server with {@code R_g} milli left of GPU g,
 * the fragmentation F is
 *
 * <pre>
 *   F(m) = Σ_g R_g                     if no task of class m fits, or the class asks for no GPU
 *        = Σ of R_g where R_g &lt; u_m    otherwise
 *   F    = Σ_m p_m F(m)
 * </pre>
 *
 * <p>A class fits if the server has an allowed GPU model, enough CPU, and {@code k_m} GPUs with
 * {@code u_m} milli left each; memory is ignored. The sum of p_m F(m) is computed in integers, so
 * it does not depend on the order of the classes. Stateless and thread-safe.
 */
public final class Fragmentation {

  private Fragmentation() {}

  /**
   * Returns the fragmentation of one server.
   *
   * @param servers the servers
   * @param s the server's index
   * @param mix the expected tasks
   * @return thousandths of a GPU, from 0 to the idle amount
   */
  public static double ofServer(Servers servers, int s, TaskMix mix) {
    return (double) weighted(servers, s, mix) / mix.total();
  }

  /**
   * Returns the fragmentation of all servers.
   *
   * @param servers the servers
   * @param mix the expected tasks
   * @return thousandths of a GPU, the sum over the servers
   */
  public static double ofAll(Servers servers, TaskMix mix) {
    double sum = 0;
    for (int s = 0; s < servers.size(); s++) {
      sum += ofServer(servers, s, mix);
    }
    return sum;
  }

  /**
   * Returns the part of the GPU capacity that is fragmented.
   *
   * @param servers the servers
   * @param mix the expected tasks
   * @return 0 to 1; 0 without GPUs
   */
  public static double ratioOfAll(Servers servers, TaskMix mix) {
    long capacity = 0;
    for (int s = 0; s < servers.size(); s++) {
      capacity += (long) servers.server(s).gpus() * Server.GPU_MILLI;
    }
    return capacity == 0 ? 0 : ofAll(servers, mix) / capacity;
  }

  /**
   * Returns the part of the idle GPU capacity that is fragmented.
   *
   * @param servers the servers
   * @param mix the expected tasks
   * @return 0 to 1; 0 if nothing is idle
   */
  public static double ratioOfIdle(Servers servers, TaskMix mix) {
    long idle = 0;
    for (int s = 0; s < servers.size(); s++) {
      idle += servers.gpuLeft(s);
    }
    return idle == 0 ? 0 : ofAll(servers, mix) / idle;
  }

  static long weighted(Servers servers, int s, TaskMix mix) {
    return weighted(servers.server(s), servers.cpuLeft(s), servers.gpusLeft(s), mix);
  }

  /**
   * Returns the fragmentation of a server times {@link TaskMix#total()}.
   *
   * @param gpuLeft the free thousandths of each of its GPUs
   */
  static long weighted(Server server, int cpuLeft, int[] gpuLeft, TaskMix mix) {
    long all = IntStream.of(gpuLeft).asLongStream().sum();
    long sum = 0;
    for (TaskClass taskClass : mix.classes()) {
      boolean allowed =
          taskClass.gpus() > 0
              && cpuLeft >= taskClass.cpuMilli()
              && (taskClass.models().isEmpty() || taskClass.models().contains(server.gpuModel()));
      int large = 0;
      long tooSmall = 0;
      for (int g = 0; allowed && g < gpuLeft.length; g++) {
        large += gpuLeft[g] >= taskClass.gpuMilli() ? 1 : 0;
        tooSmall += gpuLeft[g] < taskClass.gpuMilli() ? gpuLeft[g] : 0;
      }
      sum += taskClass.count() * (allowed && large >= taskClass.gpus() ? tooSmall : all);
    }
    return sum;
  }
}
