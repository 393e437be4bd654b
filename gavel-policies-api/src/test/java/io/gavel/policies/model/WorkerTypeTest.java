package io.gavel.policies.model;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerTypeTest {

  private final WorkerType v100 = new WorkerType("v100", 4);

  @Test
  void new_nameAndWorkers_defaultsTheRest() {
    assertEquals(new WorkerType("v100", 4, 0, 1, "v100"), v100);
  }

  @Test
  void with_eachComponent_changesThatOneOnly() {
    assertEquals(new WorkerType("v100", 4, 2.48, 1, "v100"), v100.withPricePerHour(2.48));
    assertEquals(new WorkerType("v100", 4, 0, 8, "v100"), v100.withWorkersPerServer(8));
    assertEquals(new WorkerType("v100", 4, 0, 1, "gpus"), v100.withPool("gpus"));
  }

  @Test
  void new_noWorkers_isAllowed() {
    assertEquals(0, new WorkerType("v100", 0).workers());
  }

  @Test
  void equals_oneComponentDiffers_isFalse() {
    assertEquals(v100.hashCode(), new WorkerType("v100", 4).hashCode());
    assertNotEquals(v100, new WorkerType("p100", 4));
    assertNotEquals(v100, new WorkerType("v100", 5));
    assertNotEquals(v100, v100.withPricePerHour(1));
    assertNotEquals(v100, v100.withWorkersPerServer(2));
    assertNotEquals(v100, v100.withPool("gpus"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY})
  void withPricePerHour_noPrice_isNamed(double price) {
    assertRejected(
        "price per hour of type \"v100\" is " + price + "; it must be finite and ≥ 0",
        () -> v100.withPricePerHour(price));
  }

  @Test
  void new_wrongComponent_isNamed() {
    assertRejected(
        "name of a worker type is blank; it must be a name", () -> new WorkerType(" ", 1));
    assertRejected(
        "number of workers of type \"v100\" is -1; it must be at least 0",
        () -> new WorkerType("v100", -1));
    assertRejected(
        "workers per server of type \"v100\" is 0; it must be at least 1",
        () -> v100.withWorkersPerServer(0));
    assertRejected("pool of type \"v100\" is blank; it must be a name", () -> v100.withPool("\t"));
  }
}
