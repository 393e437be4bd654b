package io.gavel.mechanism.internal.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GangFitTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("other", 1), new WorkerType("v100", 10).withWorkersPerServer(4));

  private static List<Integer> indices(List<Worker> workers) {
    return workers.stream().map(Worker::index).toList();
  }

  @Test
  void place_roomForTheWholeGang_isTheFirstSuchServer() {
    GangFit gangFit = new GangFit(new Workers(CLUSTER), 1);
    gangFit.keep(List.of(new Worker(1, 1, 0), new Worker(1, 2, 0)));
    assertEquals(List.of(4, 5, 6), indices(gangFit.place(0, 3)));
    assertEquals(List.of(0, 3), indices(gangFit.place(0, 2)));
    assertEquals(List.of(8, 9), indices(gangFit.place(0, 2)), "the last server is smaller");
    assertEquals(List.of(new Worker(1, 7, 1)), gangFit.place(0, 1));
  }

  @Test
  void place_noServerWithRoom_spansServersFromTheFirst() {
    GangFit gangFit = new GangFit(new Workers(CLUSTER), 1);
    gangFit.keep(List.of(new Worker(1, 1, 0), new Worker(1, 6, 1)));
    assertEquals(List.of(0, 2, 3, 4, 5), indices(gangFit.place(0, 5)), "larger than any server");
    assertEquals(List.of(7, 8, 9), indices(gangFit.place(0, 3)));
  }

  @Test
  void place_onlyOneLargeServer_fillsIt() {
    Cluster one = Cluster.of(new WorkerType("v100", 3).withWorkersPerServer(Integer.MAX_VALUE));
    GangFit gangFit = new GangFit(new Workers(one), 0);
    assertEquals(List.of(0, 1), indices(gangFit.place(0, 2)));
    assertEquals(List.of(2), indices(gangFit.place(0, 1)));
  }
}
