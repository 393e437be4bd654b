package io.gavel.policies.snapshot;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.constraint.LinearForm.Term.Unit;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes and reads constraints and quotas as lines of a problem's text: a constraint is followed by
 * its terms, a quota by its numbers for worker types.
 */
final class ConstraintCodec {

  private ConstraintCodec() {}

  static void write(SnapshotWriter to, ConstraintSet set) {
    set.constraints().forEach(constraint -> write(to, constraint));
    set.quotas().forEach(quota -> write(to, quota));
    set.penalties().forEach((name, price) -> to.line("soft").name(name).number("penalty", price));
    if (set.scaled()) {
      to.line("scaled");
    }
    set.rights()
        .ifPresent(
            rights -> {
              to.line("rights");
              rights.forEach(right -> write(to, right));
            });
  }

  private static void write(SnapshotWriter to, Constraint constraint) {
    to.line("constraint").name(constraint.name()).word("relation", constraint.relation());
    to.number("bound", constraint.bound().value());
    to.flag("of-capacity", constraint.bound().ofCapacity());
    constraint.holds().ifPresent(stated -> to.word("holds", stated));
    constraint.form().terms().forEach(term -> write(to, term));
  }

  private static void write(SnapshotWriter to, Term term) {
    to.line("term").word("unit", term.unit()).number("factor", term.factor(), 1);
    if (term.unit() == Unit.AMOUNT) {
      to.numbers("amount", term.amount().stream().mapToDouble(Double::doubleValue).toArray());
    }
    if (term.jobs() instanceof JobSelection.Ids jobs) {
      to.flag("jobs", true).names(jobs.ids());
    } else if (term.jobs() instanceof JobSelection.OfEntity inside) {
      to.text("entity", inside.id());
    } else if (term.jobs() instanceof JobSelection.OfType same) {
      to.text("job-type", same.type());
    }
    if (!term.types().isEmpty()) {
      to.flag("on", true).names(term.types());
    }
  }

  private static void write(SnapshotWriter to, Quota quota) {
    to.line("quota").name(quota.entity());
    quota.limitOfAll().ifPresent(most -> to.number("limit", most));
    write(to, "guaranteed", quota.guaranteed());
    write(to, "reserved", quota.reserved());
    write(to, "limit", quota.limits());
    write(to, "lending", quota.lent());
  }

  private static void write(SnapshotWriter to, String keyword, Map<String, Double> workers) {
    workers.forEach((type, number) -> to.line(keyword).name(type).number("workers", number));
  }

  static ConstraintSet read(SnapshotReader from) {
    List<Constraint> constraints = from.lines("constraint", () -> readConstraint(from));
    List<Quota> quotas = from.lines("quota", () -> readQuota(from));
    Map<String, Double> penalties = new HashMap<>();
    from.lines(
        "soft",
        () -> {
          String name = from.name();
          penalties.put(name, from.number("penalty"));
          return name;
        });
    boolean scaled = from.nextIs("scaled");
    if (scaled) {
      from.line("scaled");
    }
    Optional<List<Constraint>> rights =
        from.optional(
            "rights",
            () -> {
              from.line("rights");
              return from.lines("constraint", () -> readConstraint(from));
            });
    return from.checked(() -> new ConstraintSet(constraints, quotas, scaled, rights, penalties));
  }

  private static Constraint readConstraint(SnapshotReader from) {
    String name = from.name();
    Relation relation = from.word("relation", Relation.values());
    Constraint.Bound bound = new Constraint.Bound(from.number("bound"), from.flag("of-capacity"));
    Optional<Constraint.Holds> holds =
        from.has("holds")
            ? Optional.of(from.word("holds", Constraint.Holds.values()))
            : Optional.empty();
    List<Term> terms = from.lines("term", () -> readTerm(from));
    return new Constraint(name, LinearForm.of(terms), relation, bound, holds);
  }

  private static Term readTerm(SnapshotReader from) {
    Unit unit = from.word("unit", Unit.values());
    double factor = from.number("factor", 1);
    List<Double> amount =
        unit == Unit.AMOUNT ? Arrays.stream(from.numbers("amount")).boxed().toList() : List.of();
    JobSelection jobs = readJobs(from);
    return new Term(jobs, from.flag("on") ? from.names() : List.of(), unit, amount, factor);
  }

  private static JobSelection readJobs(SnapshotReader from) {
    if (from.flag("jobs")) {
      return new JobSelection.Ids(from.names());
    }
    if (from.has("entity")) {
      return new JobSelection.OfEntity(from.text("entity"));
    }
    return from.has("job-type")
        ? new JobSelection.OfType(from.text("job-type"))
        : new JobSelection.All();
  }

  private static Quota readQuota(SnapshotReader from) {
    String entity = from.name();
    return new Quota(
        entity,
        from.optionalNumber("limit"),
        readWorkers(from, "guaranteed"),
        readWorkers(from, "reserved"),
        readWorkers(from, "limit"),
        readWorkers(from, "lending"));
  }

  private static Map<String, Double> readWorkers(SnapshotReader from, String keyword) {
    Map<String, Double> workers = new HashMap<>();
    from.lines(
        keyword,
        () -> {
          String type = from.name();
          if (workers.put(type, from.number("workers")) != null) {
            throw new IllegalArgumentException(
                "worker type \"%s\" is listed twice as %s; names must be unique"
                    .formatted(type, keyword));
          }
          return type;
        });
    return workers;
  }
}
