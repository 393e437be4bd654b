package io.gavel.mechanism.placement;

/**
 * The scores of the strategies that fragmentation descent is compared with, as in their published
 * implementation: integers from 0 to 100, truncated, not rounded. Defined for servers that have
 * room.
 *
 * <p>CPU and GPUs are relative to the largest server, C* and R*. Symbols: c, k, u are the CPU, GPUs
 * and milli per GPU requested; C and R_g the CPU and milli per GPU left; R the sum of R_g; G the
 * number of the server's GPUs.
 */
enum ServerScore {
  /** 0 for all. */
  NONE {
    @Override
    int of(Servers servers, int s, PlacementRequest request) {
      return 0;
    }
  },

  /** {@code 100 (1 - (C - c) / 2C* - (R - ku) / 2R*)}: prefers the least left afterwards. */
  BEST_FIT {
    @Override
    int of(Servers servers, int s, PlacementRequest request) {
      double cpu = part(servers.cpuLeft(s) - request.cpuMilli(), servers.maxCpuMilli());
      double gpu = part(servers.gpuLeft(s) - request.totalGpuMilli(), servers.maxGpuMilli());
      return (int) (100 * (1 - 0.5 * cpu - 0.5 * gpu));
    }
  },

  /** The opposite: prefers the most left afterwards. */
  WORST_FIT {
    @Override
    int of(Servers servers, int s, PlacementRequest request) {
      return 100 - BEST_FIT.of(servers, s, request);
    }
  },

  /** {@code 100 (1 - (C/C* c/C* + R/R* ku/R*) / 2)}: prefers the least aligned. */
  DOT_PRODUCT {
    @Override
    int of(Servers servers, int s, PlacementRequest request) {
      double cpu =
          part(servers.cpuLeft(s), servers.maxCpuMilli())
              * part(request.cpuMilli(), servers.maxCpuMilli());
      double gpu =
          part(servers.gpuLeft(s), servers.maxGpuMilli())
              * part(request.totalGpuMilli(), servers.maxGpuMilli());
      return (int) (100 * (1 - (cpu + gpu) / 2));
    }
  },

  /** Shared GPUs before free GPUs of busy servers before idle servers. */
  PACKING {
    @Override
    int of(Servers servers, int s, PlacementRequest request) {
      if (request.gpus() == 0) {
        return 0;
      }
      int gpus = servers.server(s).gpus();
      if (servers.gpuLeft(s) == (long) gpus * Server.GPU_MILLI) {
        return Math.max(33 - gpus, gpus);
      }
      int free = 0;
      int percent = 0;
      for (int gpu : GpuChoice.FULLEST.of(servers, s, request)) {
        free += servers.gpuLeft(s, gpu) == Server.GPU_MILLI ? 1 : 0;
        percent += servers.gpuLeft(s, gpu) * 100 / Server.GPU_MILLI;
      }
      return free > 0 ? Math.max(50 - free, 33) : Math.max(100 - percent / 10, 50);
    }
  },

  /** Servers with tasks of the same number of GPUs first, servers with only other tasks last. */
  CLUSTERING {
    @Override
    int of(Servers servers, int s, PlacementRequest request) {
      if (request.gpus() == 0) {
        return 0;
      }
      int[] hosted = servers.hosted(s);
      int own = request.isShared() ? 0 : request.gpus();
      boolean others = false;
      for (int kind = 0; kind < hosted.length; kind++) {
        others |= kind != own && hosted[kind] > 0;
      }
      // The GPUs that a server lacks compared with the largest server count as used.
      long used = servers.maxGpuMilli() - servers.gpuLeft(s);
      int base = (int) (25 * used / servers.maxGpuMilli());
      return base + (hosted[own] > 0 ? 50 : 0) + (others ? 0 : 25);
    }
  };

  abstract int of(Servers servers, int s, PlacementRequest request);

  private static double part(long amount, long whole) {
    return whole == 0 ? 0 : (double) amount / whole;
  }
}
