package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Cluster;
import io.gavel.policies.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlacementTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("other", 1), new WorkerType("v100", 10).withWorkersPerServer(4));

  private static List<Integer> indices(List<Worker> workers) {
    return workers.stream().map(Worker::index).toList();
  }

  @Test
  void place_roomForTheWholeGang_isTheFirstSuchServer() {
    Placement placement = new Placement(new Workers(CLUSTER), 1);
    placement.keep(List.of(new Worker(1, 1, 0), new Worker(1, 2, 0)));
    assertEquals(List.of(4, 5, 6), indices(placement.place(3)));
    assertEquals(List.of(0, 3), indices(placement.place(2)));
    assertEquals(List.of(8, 9), indices(placement.place(2)), "the last server is smaller");
    assertEquals(List.of(new Worker(1, 7, 1)), placement.place(1));
  }

  @Test
  void place_noServerWithRoom_spansServersFromTheFirst() {
    Placement placement = new Placement(new Workers(CLUSTER), 1);
    placement.keep(List.of(new Worker(1, 1, 0), new Worker(1, 6, 1)));
    assertEquals(List.of(0, 2, 3, 4, 5), indices(placement.place(5)), "larger than any server");
    assertEquals(List.of(7, 8, 9), indices(placement.place(3)));
  }

  @Test
  void place_onlyOneLargeServer_fillsIt() {
    Cluster one = Cluster.of(new WorkerType("v100", 3).withWorkersPerServer(Integer.MAX_VALUE));
    Placement placement = new Placement(new Workers(one), 0);
    assertEquals(List.of(0, 1), indices(placement.place(2)));
    assertEquals(List.of(2), indices(placement.place(1)));
  }
}
