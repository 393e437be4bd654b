package io.gavel.kubernetes.plan;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * States a moment as a problem of the library: flavours are worker types, cluster queues are
 * entities with quotas, and workloads are jobs.
 *
 * <p>The weight of a queue is divided among its workloads, so that a queue gains nothing from
 * having many.
 *
 * <p>A queue is guaranteed, of its nominal quota, what its workloads can use of all flavours at the
 * same time, each first where it is fastest. So the guarantees can always hold together.
 */
final class ShareProblem {

  private final Moment moment;
  private final AllocationProblem.Builder problem;

  private ShareProblem(Moment moment) {
    this.moment = moment;
    problem =
        AllocationProblem.builder(
            Cluster.of(
                moment.flavors().stream()
                    .map(flavor -> new WorkerType(flavor, moment.capacity(flavor)))
                    .toList()));
  }

  static AllocationProblem of(Moment moment) {
    ShareProblem statement = new ShareProblem(moment);
    Map<String, List<Contender>> byTeam = new HashMap<>();
    for (Contender contender : moment.contenders()) {
      byTeam.computeIfAbsent(contender.team(), team -> new ArrayList<>()).add(contender);
    }
    for (Team team : moment.teams()) {
      List<Contender> own = byTeam.getOrDefault(team.name(), List.of());
      double all = own.stream().mapToDouble(Contender::weight).sum();
      own.forEach(contender -> statement.add(contender, team.weight() * contender.weight() / all));
    }
    for (Team team : moment.teams()) {
      List<Contender> own = byTeam.get(team.name());
      if (own != null) {
        statement.problem.entity(new Entity(team.name(), team.weight(), Discipline.FAIRNESS));
      }
      if (byTeam.size() > (own == null ? 0 : 1)) {
        statement.addQuotas(team, own == null ? List.of() : own);
      }
    }
    return statement.problem.build();
  }

  private void add(Contender contender, double weight) {
    double[] speeds = moment.flavors().stream().mapToDouble(contender::speed).toArray();
    Job job =
        Job.builder(contender.id())
            .entity(contender.team())
            .scaleFactor(contender.workers())
            .weight(weight)
            .build();
    problem.job(job, speeds);
  }

  private void addQuotas(Team team, List<Contender> own) {
    Map<String, Double> due = due(team, own);
    Quota quota = Quota.of(team.name());
    for (String flavor : moment.flavors()) {
      FlavorQuota rule = team.quotas().getOrDefault(flavor, new FlavorQuota(0, 0, 0));
      double workers = due.getOrDefault(flavor, 0.0);
      if (workers > 0) {
        quota = quota.guaranteeing(flavor, workers);
      }
      if (!own.isEmpty() && rule.most() < moment.capacity(flavor)) {
        quota = quota.limitedTo(flavor, rule.most());
      }
      if (rule.kept() > 0) {
        LinearForm others = LinearForm.workers().onTypes(flavor);
        if (!own.isEmpty()) {
          others = others.minus(LinearForm.workers().ofEntity(team.name()).onTypes(flavor));
        }
        problem.constraint(
            Constraint.named("kept:%s:%s".formatted(team.name(), flavor))
                .that(others)
                .atMost(moment.capacity(flavor) - rule.kept()));
      }
    }
    if (!own.isEmpty()) {
      problem.quota(quota);
    }
  }

  private static Map<String, Double> due(Team team, List<Contender> own) {
    Map<String, Double> due = new HashMap<>();
    for (Contender contender : own) {
      List<String> fastest =
          contender.speeds().keySet().stream()
              .filter(team.quotas()::containsKey)
              .sorted((a, b) -> Double.compare(contender.speed(b), contender.speed(a)))
              .toList();
      double time = 1;
      for (String flavor : fastest) {
        double held = due.getOrDefault(flavor, 0.0);
        int nominal = requireNonNull(team.quotas().get(flavor)).nominal();
        double part = Math.min(time, (nominal - held) / contender.workers());
        due.put(flavor, Math.min(nominal, held + part * contender.workers()));
        time -= part;
      }
    }
    return due;
  }
}
