package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.FormCoefficients;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random problems with constraints and quotas that an allocation with time for all jobs keeps. */
final class ConstrainedProblems {

  private final AllocationProblem free;
  private final Random random;
  private final double[][] inside;

  private ConstrainedProblems(AllocationProblem free, Random random) {
    this.free = free;
    this.random = random;
    this.inside = inside();
  }

  static AllocationProblem of(long seed) {
    return constraining(unconstrained(seed), seed);
  }

  /** The problem of a seed without its constraints and quotas. */
  static AllocationProblem unconstrained(long seed) {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES);
    Kind kind = kinds.get((int) (Math.abs(seed) % kinds.size()));
    return Trees.random(Problems.complete(seed, kind), seed);
  }

  static AllocationProblem constraining(AllocationProblem problem, long seed) {
    return constraining(problem, new Random(seed ^ 0xC0257L));
  }

  static AllocationProblem constraining(AllocationProblem problem, Random random) {
    return new ConstrainedProblems(problem, random).constrained();
  }

  private AllocationProblem constrained() {
    AllocationProblem problem = free;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      problem = problem.constraining(constraint("constraint " + i));
    }
    for (Entity entity : free.entities()) {
      problem = random.nextInt(3) > 0 ? problem : problem.constraining(quota(entity));
    }
    return problem;
  }

  private Constraint constraint(String name) {
    LinearForm form = form();
    form = random.nextInt(4) == 0 ? form.minus(form().times(0.5)) : form;
    double value = value(form);
    double slack = (Math.abs(value) + 0.1) * random.nextDouble();
    Constraint.Bounded that = Constraint.named(name).that(form);
    return switch (random.nextInt(5)) {
      case 0, 1 -> that.atMost(value + slack);
      case 2, 3 -> that.atLeast(value - slack);
      default -> that.exactly(value);
    };
  }

  private LinearForm form() {
    LinearForm form =
        switch (random.nextInt(5)) {
          case 0 -> LinearForm.workers();
          case 1 -> LinearForm.time();
          case 2 -> LinearForm.running();
          case 3 -> LinearForm.steps();
          default ->
              LinearForm.amount(random.doubles(free.cluster().typeCount(), 50, 500).toArray());
        };
    form = random.nextBoolean() ? form : form.onTypes(type());
    return switch (random.nextInt(3)) {
      case 0 -> form;
      case 1 -> free.entities().isEmpty() ? form : form.ofEntity(free.entities().get(0).id());
      default -> form.ofJobs(someJobs());
    };
  }

  private String[] someJobs() {
    List<String> ids = new ArrayList<>(free.jobs().stream().map(job -> job.id()).toList());
    Collections.shuffle(ids, random);
    return ids.subList(0, 1 + random.nextInt(ids.size())).toArray(String[]::new);
  }

  private String type() {
    return free.cluster().type(random.nextInt(free.cluster().typeCount())).name();
  }

  private Quota quota(Entity entity) {
    String type = type();
    double held = value(LinearForm.workers().ofEntity(entity.id()).onTypes(type));
    double inAll = value(LinearForm.workers().ofEntity(entity.id()));
    Quota quota = Quota.of(entity.id());
    if (held > 0 && random.nextBoolean()) {
      quota = quota.reserving(type, held * (0.3 + 0.7 * random.nextDouble()));
    }
    if (random.nextBoolean()) {
      quota = quota.limitedTo(type, held * (1 + random.nextDouble()) + 0.01);
    }
    return random.nextBoolean()
        ? quota
        : quota.limitedInAll(inAll * (1 + random.nextDouble()) + 0.01);
  }

  private double value(LinearForm form) {
    FormCoefficients coefficients = form.over(free);
    double sum = 0;
    for (int g = 0; g < inside.length; g++) {
      for (int j = 0; j < inside[g].length; j++) {
        sum += coefficients.at(g, j) * inside[g][j];
      }
    }
    return sum;
  }

  /** Time for every group where it runs, with room everywhere. */
  private double[][] inside() {
    double[][] x = new double[free.groupCount()][free.cluster().typeCount()];
    double[] time = new double[free.jobCount()];
    double[] workers = new double[free.cluster().poolCount()];
    for (int g = 0; g < x.length; g++) {
      Group group = free.group(g);
      for (int j = 0; j < x[g].length; j++) {
        x[g][j] = free.runs(g, j) ? 0.2 + 0.8 * random.nextDouble() : 0;
        workers[free.cluster().poolOf(j)] += free.workers(g) * x[g][j];
        for (int i = 0; i < group.size(); i++) {
          time[group.member(i)] += x[g][j];
        }
      }
    }
    double scale = 1;
    for (double t : time) {
      scale = Math.min(scale, t > 0 ? 1 / t : 1);
    }
    for (int k = 0; k < workers.length; k++) {
      double all = free.cluster().poolWorkers(k);
      scale = Math.min(scale, workers[k] > 0 ? all / workers[k] : 1);
    }
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] *= 0.8 * scale;
      }
    }
    return x;
  }
}
