package io.gavel.input;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.constraint.LinearForm.Term.Unit;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the constraints and the quotas of a problem file. */
final class ConstraintReader {

  private static final List<String> UNITS =
      Stream.of(Unit.values()).map(unit -> unit.name().toLowerCase(Locale.ROOT)).toList();

  private final List<String> types;
  private final Collection<String> entities;
  private final Function<JsonCursor, String> jobId;

  /** Reads for a cluster; {@code jobId} finds the job at a place. */
  ConstraintReader(
      Cluster cluster, Collection<String> entities, Function<JsonCursor, String> jobId) {
    this.types = cluster.types().stream().map(WorkerType::name).toList();
    this.entities = entities;
    this.jobId = jobId;
  }

  /** Adds the constraints of a list. */
  void constraints(List<JsonCursor> places, AllocationProblem.Builder builder) {
    Set<String> names = new HashSet<>();
    for (JsonCursor place : places) {
      place.object(
          new LinkedHashSet<>(
              List.of(
                  "name", "terms", "relation", "bound", "bound_of_capacity", "holds", "penalty")));
      if (!names.add(place.member("name").text())) {
        throw place.member("name").mustBe("a name that no other constraint has");
      }
      builder.constraint(constraint(place));
      place
          .optional("penalty")
          .ifPresent(price -> builder.softening(place.member("name").text(), price.positive()));
    }
  }

  private Constraint constraint(JsonCursor place) {
    List<JsonCursor> terms = place.member("terms").list();
    if (terms.isEmpty()) {
      throw place.member("terms").mustBe("a list of at least one term");
    }
    boolean ofCapacity = place.optional("bound_of_capacity").isPresent();
    if (ofCapacity && place.optional("bound").isPresent()) {
      throw place.member("bound").complaint("and bound_of_capacity are given; one is allowed");
    }
    return new Constraint(
        place.member("name").text(),
        LinearForm.of(terms.stream().map(this::term).toList()),
        relation(place.member("relation")),
        new Constraint.Bound(
            place.member(ofCapacity ? "bound_of_capacity" : "bound").number(), ofCapacity),
        place.optional("holds").map(ConstraintReader::holds));
  }

  private static Constraint.Holds holds(JsonCursor place) {
    return place.oneOf(List.of("moment", "average")).equals("moment")
        ? Constraint.Holds.MOMENT
        : Constraint.Holds.AVERAGE;
  }

  private static Relation relation(JsonCursor place) {
    return switch (place.oneOf(List.of("<=", ">=", "="))) {
      case "<=" -> Relation.AT_MOST;
      case ">=" -> Relation.AT_LEAST;
      default -> Relation.EXACTLY;
    };
  }

  private Term term(JsonCursor place) {
    place.object(
        new LinkedHashSet<>(List.of("jobs", "entity", "types", "unit", "amount", "factor")));
    Unit unit = Unit.valueOf(place.member("unit").oneOf(UNITS).toUpperCase(Locale.ROOT));
    if (unit != Unit.AMOUNT && place.optional("amount").isPresent()) {
      throw place.member("amount").complaint("is given, and the unit is not \"amount\"");
    }
    List<Double> amount =
        unit != Unit.AMOUNT
            ? List.of()
            : place.member("amount").list(types.size(), "one entry a worker type").stream()
                .map(JsonCursor::number)
                .toList();
    List<String> on = place.optional("types").map(this::typeNames).orElse(List.of());
    double factor = place.optional("factor").map(ConstraintReader::factor).orElse(1.0);
    return new Term(jobs(place), on, unit, amount, factor);
  }

  private static double factor(JsonCursor place) {
    if (place.number() == 0) {
      throw place.mustBe("a finite number other than 0");
    }
    return place.number();
  }

  private List<String> typeNames(JsonCursor place) {
    return distinct(place, "worker type", name -> name.oneOf(types));
  }

  private static List<String> distinct(
      JsonCursor place, String what, Function<JsonCursor, String> read) {
    Set<String> seen = new LinkedHashSet<>();
    for (JsonCursor item : place.list()) {
      if (!seen.add(read.apply(item))) {
        throw item.mustBe("a %s that the list does not name already".formatted(what));
      }
    }
    if (seen.isEmpty()) {
      throw place.mustBe("a list of at least one %s".formatted(what));
    }
    return List.copyOf(seen);
  }

  private JobSelection jobs(JsonCursor term) {
    if (term.optional("jobs").isPresent()) {
      if (term.optional("entity").isPresent()) {
        throw term.member("entity").complaint("and jobs are given; one is allowed");
      }
      return new JobSelection.Ids(distinct(term.member("jobs"), "job", jobId));
    }
    return term.optional("entity").isPresent()
        ? new JobSelection.OfEntity(entity(term.member("entity")))
        : new JobSelection.All();
  }

  private String entity(JsonCursor place) {
    if (!entities.contains(place.text())) {
      throw place.mustBe("the id of an entity of this file");
    }
    return place.text();
  }

  /**
   * Adds the quota of an entity, if its keys state one.
   *
   * @param rights whether guaranteed workers are a right; otherwise they are reserved
   */
  void quota(JsonCursor entity, AllocationProblem.Builder builder, boolean rights) {
    Map<String, Double> limits = workers(entity, "limit", Quota.ANY);
    Double ofAll = types.contains(Quota.ANY) ? null : limits.remove(Quota.ANY);
    Quota quota =
        new Quota(
            entity.member("id").text(),
            ofAll == null ? OptionalDouble.empty() : OptionalDouble.of(ofAll),
            rights ? workers(entity, "guaranteed") : Map.of(),
            workers(entity, rights ? "reserved" : "guaranteed"),
            limits,
            workers(entity, "lent"));
    if (!quota.equals(Quota.of(quota.entity()))) {
      builder.quota(quota);
    }
  }

  private Map<String, Double> workers(JsonCursor entity, String key, String... further) {
    List<String> allowed = Stream.concat(types.stream(), Stream.of(further)).toList();
    Map<String, Double> workers = new LinkedHashMap<>();
    for (Map.Entry<String, JsonCursor> member :
        entity.optional(key).map(JsonCursor::members).orElse(List.of())) {
      if (!allowed.contains(member.getKey())) {
        throw member.getValue().complaint("is of no worker type; known: " + allowed);
      }
      workers.put(member.getKey(), member.getValue().nonNegative());
    }
    return workers;
  }
}
