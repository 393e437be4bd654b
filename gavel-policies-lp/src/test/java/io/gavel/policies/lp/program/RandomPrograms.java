package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Program.Purchasable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small random problems with constraints, SLOs, teams, and workers to buy. */
final class RandomPrograms {

  private final Random random;
  private final int types;

  RandomPrograms(long seed) {
    random = new Random(seed);
    types = 1 + random.nextInt(3);
  }

  /** Numbers that are exact in decimal, so that ties occur. */
  private double number(int most) {
    return (1 + random.nextInt(4 * most)) / 4.;
  }

  AllocationProblem problem() {
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] = new WorkerType("type" + j, random.nextInt(5));
    }
    columns[0] = new WorkerType("type0", 1 + random.nextInt(4));
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(columns))
            .entity(new Entity("red", number(3), Entity.Discipline.FAIRNESS))
            .entity(new Entity("blue", 1, Entity.Discipline.FAIRNESS));
    int jobs = 2 + random.nextInt(5);
    List<Integer> sizes = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      int size = 1 << Math.max(0, random.nextInt(4) - 1);
      sizes.add(size);
      Job.Builder job =
          Job.builder("job" + m).scaleFactor(size).weight(number(3)).stepsRemaining(100);
      if (random.nextInt(4) > 0) {
        job.entity(random.nextBoolean() ? "red" : "blue");
      }
      if (random.nextInt(3) == 0) {
        job.sloSeconds(100 / (number(2) / size));
      }
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        rates[j] = random.nextInt(6) == 0 ? 0 : number(8);
      }
      builder.job(job.build(), rates);
    }
    if (types > 1 && random.nextBoolean()) {
      builder.forbid("job0", "type" + (types - 1));
    }
    for (int m = 1; m < jobs && random.nextInt(3) == 0; m++) {
      if (sizes.get(m).equals(sizes.get(m - 1))) {
        builder.pair("job" + (m - 1), "job" + m, rates(), rates());
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      builder.constraint(constraint("rule" + i));
    }
    return builder.build();
  }

  private double[] rates() {
    double[] rates = new double[types];
    for (int j = 0; j < types; j++) {
      rates[j] = number(3);
    }
    return rates;
  }

  private Constraint constraint(String name) {
    double[] amounts = new double[types];
    for (int j = 0; j < types; j++) {
      amounts[j] = number(3);
    }
    LinearForm form =
        switch (random.nextInt(4)) {
          case 0 -> LinearForm.workers().ofEntity("red");
          case 1 -> LinearForm.time().onTypes("type0");
          case 2 -> LinearForm.steps().ofJobs("job0", "job1");
          default -> LinearForm.amount(amounts);
        };
    return random.nextInt(4) == 0
        ? Constraint.named(name).that(form).atLeast(number(1) / 2)
        : Constraint.named(name).that(form).atMost(number(4));
  }

  List<Purchasable> purchasables() {
    List<Purchasable> all = new ArrayList<>();
    for (int j = 0; j < types; j++) {
      if (random.nextInt(3) > 0) {
        all.add(new Purchasable("type" + j, random.nextInt(5), number(4)));
      }
    }
    return all;
  }
}
