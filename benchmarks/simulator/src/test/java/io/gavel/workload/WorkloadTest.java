package io.gavel.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {

  private static ThroughputTable.Builder own() {
    return ThroughputTable.builder()
        .alone("a100", new JobKind("small", 1), 8)
        .alone("a100", new JobKind("large", 1), 0)
        .alone("t4", new JobKind("small", 1), 2)
        .alone("t4", new JobKind("large", 1), 1)
        .alone("t4", new JobKind("large", 2), 2)
        .alone("t4", new JobKind("large", 4), 4)
        .alone("t4", new JobKind("large", 8), 8)
        .alone("t4", new JobKind("small", 2), 3);
  }

  @Test
  void of_ownTypes_referToTheFirstWorkerTypeThatRunsAll() {
    Workload workload = Workload.of(1, own().build());
    assertEquals("t4", workload.referenceType());
    assertEquals(
        List.of(new JobTemplate("large", true), new JobTemplate("small", false)),
        workload.templates());
  }

  @Test
  void of_v100ThatRunsAll_isTheReference() {
    ThroughputTable table =
        own()
            .alone("v100", new JobKind("small", 1), 4)
            .alone("v100", new JobKind("large", 1), 2)
            .build();
    assertEquals("v100", Workload.of(1, table).referenceType());
  }

  @Test
  void of_onePublishedType_isThePublishedWorkload() {
    ThroughputTable table = own().alone("v100", new JobKind("A3C", 1), 1).build();
    assertEquals(Workload.published(2), Workload.of(2, table));
  }

  @Test
  void of_noWorkerTypeForAll_isRefused() {
    ThroughputTable table =
        ThroughputTable.builder()
            .alone("a100", new JobKind("small", 1), 1)
            .alone("t4", new JobKind("large", 1), 1)
            .build();
    assertTrue(
        assertThrows(InvalidInputException.class, () -> Workload.of(1, table))
            .getMessage()
            .startsWith("no worker type of the throughput table runs all job types"));
  }
}
