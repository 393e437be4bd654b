package io.gavel.policies.model;

import io.gavel.policies.internal.Require;
import java.util.Optional;

/**
 * A node of the fairness tree: an organisation, a team, a user (Gavel §4.3). Immutable.
 *
 * @param id the caller's identifier, unique in a problem
 * @param parent the id of the parent entity; empty at the top
 * @param weight the share of the parent's entitlement relative to its siblings, finite and {@code >
 *     0}
 * @param discipline how the entity's entitlement is divided among its jobs or child entities
 */
public record Entity(String id, Optional<String> parent, double weight, Discipline discipline) {

  /** How an entity divides its entitlement among its jobs or child entities. */
  public enum Discipline {
    /** In proportion to weight, among the jobs or entities that can still use more. */
    FAIRNESS,
    /** All of it to the first job or entity in order of arrival that can still use more. */
    FIFO,
    /**
     * Equal finish-time fairness: the jobs that can still use more get equal finish times relative
     * to their isolated share, so a job further behind gets more. Only for entities of jobs. Each
     * job must state its steps remaining; weights are ignored.
     */
    FINISH_TIME_FAIRNESS
  }

  /**
   * Checks id and weight.
   *
   * @param id not blank
   * @param parent the id of the parent entity
   * @param weight finite and {@code > 0}
   * @param discipline how the entitlement is divided
   * @throws IllegalArgumentException naming the entity, the value and the allowed values
   */
  public Entity {
    Require.name(id, "id of an entity");
    Require.positive(weight, "weight of entity", id);
  }

  /**
   * Creates an entity at the top of the tree.
   *
   * @param id the caller's identifier
   * @param weight finite and {@code > 0}
   * @param discipline how it divides its entitlement
   */
  public Entity(String id, double weight, Discipline discipline) {
    this(id, Optional.empty(), weight, discipline);
  }
}
