package io.gavel.mechanism.placement;

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
   * @return thousandths of a GPU, from 0 to all that is idle
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

  /**
   * Returns the sum of count times F(m): the fragmentation times the number of tasks of the mix.
   */
  static long weighted(Servers servers, int s, TaskMix mix) {
    long sum = 0;
    for (TaskClass taskClass : mix.classes()) {
      sum += taskClass.count() * of(servers, s, taskClass);
    }
    return sum;
  }

  private static long of(Servers servers, int s, TaskClass taskClass) {
    boolean fits =
        taskClass.gpus() > 0
            && (taskClass.models().isEmpty()
                || taskClass.models().contains(servers.server(s).gpuModel()))
            && servers.cpuLeft(s) >= taskClass.cpuMilli()
            && servers.gpusWith(s, taskClass.gpuMilli()) >= taskClass.gpus();
    if (!fits) {
      return servers.gpuLeft(s);
    }
    long tooSmall = 0;
    for (int left : servers.gpusLeft(s)) {
      tooSmall += left < taskClass.gpuMilli() ? left : 0;
    }
    return tooSmall;
  }
}
