package io.gavel.reproduction;

import io.gavel.baselines.Partitioned;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.util.Map;

/**
 * The level of max-min fairness when the problem is solved in parts (POP), for jobs of Gavel's mix
 * on a quarter as many workers of each of three types. Immutable.
 *
 * @param parts number of parts
 * @param byType whether jobs of equal type are spread evenly over the parts, instead of at random
 * @param gangs whether jobs use 1, 2, 4 or 8 workers, instead of one
 * @param jobs number of jobs
 */
record PartitionedLevel(int parts, boolean byType, boolean gangs, int jobs) {

  /** Returns the level relative to the exact level, and the relative gap of the certificate. */
  RunFigures run(PublishedData data, long seed) {
    AllocationProblem problem = problem(data.simulated(), seed);
    double exact = MaxMinFairness.create().allocate(problem).certificate().objective();
    Partitioned random = Partitioned.maxMinFairness(parts).withSeed(seed);
    Certificate found = (byType ? random.byClass() : random).allocate(problem).certificate();
    return RunFigures.of(Map.of("level", found.objective() / exact, "gap", found.relativeGap()));
  }

  private AllocationProblem problem(ThroughputTable table, long seed) {
    Workload workload = gangs ? Workload.published(0).withGangs() : Workload.published(0);
    JobGenerator generator = new JobGenerator(workload, table, seed);
    int workers = Math.floorDiv(jobs, 4);
    Cluster cluster =
        Cluster.of(
            new WorkerType("v100", workers),
            new WorkerType("p100", workers),
            new WorkerType("k80", workers));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < jobs; m++) {
      JobKind kind = generator.next().kind();
      problem.job(
          Job.builder(Integer.toString(m))
              .type(kind.jobType())
              .scaleFactor(kind.scaleFactor())
              .build(),
          table.alone(cluster, kind));
    }
    return problem.build();
  }
}
