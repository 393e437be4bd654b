package io.gavel.kubernetes;

import java.util.Optional;

/**
 * The options of the controller. Immutable.
 *
 * @param controllerName the {@code spec.controllerName} of the admission checks that it answers
 * @param resource the resource that is counted
 * @param speedTable namespace and name of a ConfigMap with the speeds of job types, such as {@code
 *     gavel-system/speeds}; empty without one
 * @param allocationSeconds how long shares are used before they are computed again, {@code > 0}
 * @param patienceSeconds how long a workload waits until smaller ones of its queue overtake it no
 *     more, at least 0
 * @param messagesPerSecond how many messages about waiting are written per second at most, {@code >
 *     0}; starts, moves and refusals are written at once
 */
public record AdmissionOptions(
    String controllerName,
    String resource,
    Optional<String> speedTable,
    double allocationSeconds,
    double patienceSeconds,
    double messagesPerSecond) {

  /**
   * Checks the numbers.
   *
   * @param controllerName not blank
   * @param resource not blank
   * @param speedTable a namespace, a slash and a name
   * @param allocationSeconds finite and {@code > 0}
   * @param patienceSeconds at least 0
   * @param messagesPerSecond finite and {@code > 0}
   * @throws IllegalArgumentException naming the option, its value and the allowed values
   */
  public AdmissionOptions {
    if (controllerName.isBlank() || resource.isBlank()) {
      throw new IllegalArgumentException(
          "controller is \"%s\", resource \"%s\"; both must have a name"
              .formatted(controllerName, resource));
    }
    if (!speedTable.map(name -> name.matches("[^/]+/[^/]+")).orElse(true)) {
      throw new IllegalArgumentException(
          "table of speeds is \"%s\"; write namespace/name".formatted(speedTable.orElseThrow()));
    }
    if (!(allocationSeconds > 0) || allocationSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "seconds between allocations are %s; they must be finite and above 0"
              .formatted(allocationSeconds));
    }
    if (!(patienceSeconds >= 0)) {
      throw new IllegalArgumentException(
          "patience is %s seconds; it must be at least 0".formatted(patienceSeconds));
    }
    if (!(messagesPerSecond > 0) || messagesPerSecond == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "messages per second are %s; they must be finite and above 0"
              .formatted(messagesPerSecond));
    }
  }

  /**
   * Checks of {@code gavel.io/admission}, {@code nvidia.com/gpu}, no table, shares every 60
   * seconds, patience of 600 seconds, 10 messages per second.
   *
   * @return the options
   */
  public static AdmissionOptions defaults() {
    return new AdmissionOptions(
        "gavel.io/admission", "nvidia.com/gpu", Optional.empty(), 60, 600, 10);
  }
}
