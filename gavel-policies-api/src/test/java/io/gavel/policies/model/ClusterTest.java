package io.gavel.policies.model;

import static io.gavel.policies.Errors.assertOutside;
import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusterTest {

  private static final WorkerType V100 = new WorkerType("v100", 4);
  private static final WorkerType SPREAD = new WorkerType("v100-spread", 4).withPool("v100");
  private static final WorkerType K80 = new WorkerType("k80", 2);

  @Test
  void of_twoTypes_hasAPoolForEach() {
    Cluster cluster = Cluster.of(V100, K80);
    assertEquals(List.of(V100, K80), cluster.types());
    assertEquals(K80, cluster.type(1));
    assertEquals(2, cluster.typeCount());
    assertEquals(2, cluster.poolCount());
    assertEquals(1, cluster.poolOf(1));
    assertEquals("k80", cluster.poolName(1));
    assertEquals(6, cluster.workers());
    assertEquals(1, cluster.indexOf("k80"));
  }

  @Test
  void of_sharedPool_countsItsWorkersOnce() {
    Cluster cluster = Cluster.of(SPREAD, K80, V100);
    assertEquals(2, cluster.poolCount());
    assertEquals(0, cluster.poolOf(0));
    assertEquals(1, cluster.poolOf(1));
    assertEquals(0, cluster.poolOf(2));
    assertEquals("v100", cluster.poolName(0));
    assertEquals(4, cluster.poolWorkers(0));
    assertEquals(2, cluster.poolWorkers(1));
    assertEquals(6, cluster.workers());
  }

  @Test
  void workers_hugePools_doNotOverflow() {
    Cluster cluster =
        Cluster.of(new WorkerType("a", Integer.MAX_VALUE), new WorkerType("b", Integer.MAX_VALUE));
    assertEquals(2L * Integer.MAX_VALUE, cluster.workers());
  }

  @Test
  void of_listChangedLater_keepsItsTypes() {
    List<WorkerType> types = new ArrayList<>(List.of(V100));
    Cluster cluster = Cluster.of(types);
    types.add(K80);
    assertEquals(1, cluster.typeCount());
    assertEquals(List.of(V100), cluster.types());
    assertThrows(UnsupportedOperationException.class, () -> cluster.types().add(K80));
  }

  @Test
  void of_noType_isRejected() {
    assertRejected("number of worker types is 0; it must be at least 1", Cluster::of);
  }

  @Test
  void of_nameTwice_isRejected() {
    assertRejected(
        "worker type \"v100\" is listed twice; names must be unique",
        () -> Cluster.of(V100, K80, V100));
  }

  @Test
  void of_sharedPoolStatedDifferently_isRejected() {
    for (WorkerType other :
        List.of(
            new WorkerType("x", 5).withPool("v100"),
            new WorkerType("x", 4).withPool("v100").withPricePerHour(1),
            new WorkerType("x", 4).withPool("v100").withWorkersPerServer(2))) {
      assertRejected(
          "types "
              + V100
              + " and "
              + other
              + " share pool \"v100\"; they must state the same workers, price and servers",
          () -> Cluster.of(V100, other));
    }
  }

  @Test
  void indexOf_unknownName_listsTheKnown() {
    assertRejected(
        "there is no worker type \"h100\"; known: v100, k80",
        () -> Cluster.of(V100, K80).indexOf("h100"));
  }

  @Test
  void indexOf_unknownAmongMany_listsTen() {
    Cluster cluster =
        Cluster.of(IntStream.range(0, 11).mapToObj(i -> new WorkerType("t" + i, 1)).toList());
    assertRejected(
        "there is no worker type \"h100\"; known: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, …"
            + " (11 in all)",
        () -> cluster.indexOf("h100"));
  }

  @Test
  void index_outside_isNamed() {
    Cluster cluster = Cluster.of(V100, K80);
    assertOutside("worker type index 2 is outside 0..1", () -> cluster.type(2));
    assertOutside("worker type index -1 is outside 0..1", () -> cluster.poolOf(-1));
    assertOutside("pool index 2 is outside 0..1", () -> cluster.poolName(2));
    assertOutside("pool index -1 is outside 0..1", () -> cluster.poolWorkers(-1));
  }

  @Test
  void equals_typesInOrder_decide() {
    assertEquals(Cluster.of(V100, K80), Cluster.of(List.of(V100, K80)));
    assertEquals(Cluster.of(V100, K80).hashCode(), Cluster.of(V100, K80).hashCode());
    assertNotEquals(Cluster.of(V100, K80), Cluster.of(K80, V100));
    assertNotEquals(Cluster.of(V100), (Object) V100);
  }

  @Test
  void toString_always_showsTheTypes() {
    assertEquals("Cluster[" + V100 + ", " + K80 + "]", Cluster.of(V100, K80).toString());
  }
}
