package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Jobs that run on 1 to 8 workers of two types, with rates that grow more slowly than workers. */
class ManySizesProperties {

  private static final int TYPES = 2;
  private static final int SIZES = 8;

  private static AllocationProgram program(RandomGenerator random, int jobs, boolean level) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(new WorkerType("a", 2 * jobs), new WorkerType("b", 1 + jobs / 2)));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("j" + m), random.nextDouble(1, 2), random.nextDouble(2, 4));
    }
    AllocationProblem problem = builder.build();
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    AllocationProgram single =
        level
            ? AllocationProgram.maximizeMinimum(problem, ones)
            : AllocationProgram.maximizeUtility(problem, ones, 0);
    ProgramColumns columns =
        Programs.columns(single).select(new int[0]).resized(jobs * TYPES * SIZES, false);
    for (int c = 0; c < columns.count(); c++) {
      int one = c / (TYPES * SIZES) * TYPES + c % TYPES;
      double workers = 1 + c / TYPES % SIZES;
      columns.entry[c] = c;
      columns.pool[c] = single.pool(one);
      columns.first[c] = single.first(one);
      columns.size[c] = workers;
      columns.rate[c] = single.rate(one) * StrictMath.pow(workers, random.nextDouble(0.5, 0.9));
    }
    return Programs.rewritten(
        single, columns, new double[jobs], c -> 0, single::requirement, single::weight);
  }

  /** The prices of a sample decide the columns of jobs whose sizes differ. */
  @Property(tries = 4)
  void fromSample_manySizes_isOptimalOverAllColumns(@ForAll Draws random, @ForAll boolean level) {
    AllocationProgram program = new Scaling(program(random, 1_100, level)).reduced();
    CertifiedSolution sampled = Samples.solve(program, Samples.NONE).orElseThrow();
    Samples.assertSameOptimum(program, Samples.whole(program), sampled);
  }
}
