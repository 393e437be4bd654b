package io.gavel.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A configuration of a job in a problem with known optima. */
record GoldenWay(int job, double workers, JsonNode alongside, JsonNode throughput) {

  /** All configurations, by job and then in the order listed. */
  static List<GoldenWay> of(JsonNode problem) {
    List<GoldenWay> ways = new ArrayList<>();
    for (int m = 0; m < problem.path("jobs").size(); m++) {
      for (JsonNode way : problem.path("jobs").path(m).path("configurations")) {
        double share = way.path("gpu_milli").asInt(1000) / 1000.0;
        double workers = way.path("workers").asInt() * share;
        ways.add(new GoldenWay(m, workers, way.path("alongside"), way.path("throughput")));
      }
    }
    return ways;
  }
}
