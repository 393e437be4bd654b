package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A name that is null is refused by what it should have named. */
class NullNamesTest {

  private static void assertNull(String what, Executable call) {
    assertEquals(
        what + " is null; it must be a name",
        assertThrows(NullPointerException.class, call).getMessage());
  }

  @Test
  void new_nullName_isNamed() {
    assertNull("id of a job", () -> Job.of(null));
    assertNull("id of an entity", () -> new Entity(null, 1, Discipline.FIFO));
    assertNull("name of a worker type", () -> new WorkerType(null, 1));
    assertNull("pool of type \"v100\"", () -> new WorkerType("v100", 1).withPool(null));
    double[] rate = {1};
    assertNull("job type", () -> PairThroughputs.builder(1).pair(null, "b", 1, rate, rate));
  }
}
