package io.gavel.mechanism.placement;

import io.gavel.policies.internal.Require;

/**
 * A server and its capacity. Immutable.
 *
 * @param id the caller's name for the server
 * @param cpuMilli thousandths of a core, {@code >= 0}
 * @param memoryMib memory in MiB, {@code >= 0}
 * @param gpus the number of GPUs, {@code >= 0}
 * @param gpuModel the model of all its GPUs; empty if and only if it has none
 * @param rack the caller's name for its rack; servers without one, that is with the empty name,
 *     count as one rack
 */
public record Server(
    String id, int cpuMilli, long memoryMib, int gpus, String gpuModel, String rack) {

  /** The thousandths of a GPU. */
  public static final int GPU_MILLI = 1000;

  /** The most GPUs of a server. */
  public static final int MOST_GPUS = 1000;

  /**
   * Checks the amounts.
   *
   * @param id not blank
   * @param cpuMilli at least 0
   * @param memoryMib at least 0
   * @param gpus 0 to 1,000
   * @param gpuModel blank if and only if {@code gpus} is 0
   * @param rack may be empty
   * @throws IllegalArgumentException naming the server and the wrong amount
   */
  public Server {
    Require.name(id, "id of a server");
    String where = " of server \"" + id + "\"";
    Require.atLeast(0, cpuMilli, "cpuMilli" + where);
    Require.atLeast(0, memoryMib, "memoryMib" + where);
    Require.plain(gpuModel, "gpuModel" + where);
    Require.plain(rack, "rack" + where);
    Require.between(0, gpus, MOST_GPUS, "gpus" + where);
    if (gpuModel.isBlank() != (gpus == 0)) {
      throw new IllegalArgumentException(
          "gpuModel%s is \"%s\" with %s GPUs; a server has a model if and only if it has GPUs"
              .formatted(where, gpuModel, gpus));
    }
  }

  /**
   * Creates a server without a rack.
   *
   * @param id not blank
   * @param cpuMilli at least 0
   * @param memoryMib at least 0
   * @param gpus 0 to 1,000
   * @param gpuModel blank if and only if {@code gpus} is 0
   * @throws IllegalArgumentException naming the server and the wrong amount
   */
  public Server(String id, int cpuMilli, long memoryMib, int gpus, String gpuModel) {
    this(id, cpuMilli, memoryMib, gpus, gpuModel, "");
  }
}
