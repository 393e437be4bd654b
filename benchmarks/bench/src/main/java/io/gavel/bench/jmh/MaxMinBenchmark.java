package io.gavel.bench.jmh;

import io.gavel.bench.Instances;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Max-min fairness from problem to certified allocation, level only, by the number of jobs and
 * worker types. Jobs have 26 types and 4 scale factors, or distinct throughputs. There are as many
 * workers as jobs, for which gangs contend, or four workers of each type per job.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MaxMinBenchmark {

  /** The similarity of jobs. */
  public enum Rows {
    /** 26 job types on 1, 2, 4 or 8 workers. */
    CLASSES,
    /** Every job has its own throughputs. */
    DISTINCT
  }

  /** The scarcity of workers. */
  public enum Load {
    /** As many workers as jobs. */
    CONTENDED,
    /** Four workers of each type for each job. */
    IDLE
  }

  /** The number of jobs. */
  @Param({"64", "256", "1024", "4096", "16384", "65536", "262144", "1048576"})
  public int jobs;

  /** The number of worker types. */
  @Param({"3", "8", "16"})
  public int workerTypes;

  /** The similarity of jobs. */
  @Param public Rows rows = Rows.DISTINCT;

  /** The scarcity of workers. */
  @Param public Load load = Load.CONTENDED;

  private final Policy policy = MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
  private AllocationProblem problem = Instances.of(0, 1, 1).build();

  /** Creates the benchmark; JMH sets its parameters. */
  public MaxMinBenchmark() {}

  /** Builds the problem. */
  @Setup(Level.Trial)
  public void makeProblem() {
    Instances instances = Instances.of(jobs, workerTypes, 1).gangs();
    instances = rows == Rows.DISTINCT ? instances.distinct() : instances;
    problem = (load == Load.IDLE ? instances.workersPerJob(4) : instances).build();
  }

  /**
   * Allocates.
   *
   * @return the allocation
   */
  @Benchmark
  public Allocation level() {
    return policy.allocate(problem);
  }
}
