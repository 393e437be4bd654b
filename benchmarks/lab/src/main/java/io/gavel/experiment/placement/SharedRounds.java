package io.gavel.experiment.placement;

import io.gavel.experiment.JobSource;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import io.gavel.input.ClusterSpec;
import io.gavel.legacy.OriginalFifo;
import io.gavel.legacy.OriginalLoop;
import io.gavel.legacy.OriginalSharing;
import io.gavel.legacy.OriginalSimulation;
import io.gavel.legacy.ZeroPriority;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.util.Map;

/**
 * The comparison of two placements of shares of GPUs in a fork of Gavel's simulator. One fifth of
 * the jobs takes one GPU, the remaining jobs 200 to 700 thousandths of one. Immutable.
 *
 * @param cluster {@code TYPE=N/WORKERS_PER_SERVER,...}
 * @param jobsPerHour mean arrival rate; 0 = all at time 0
 * @param jobs number of jobs
 * @param queue how jobs that wait are taken
 */
public record SharedRounds(String cluster, double jobsPerHour, int jobs, Queue queue) {

  /** Average completion time with the emptiest GPU first, in seconds. */
  public static final String STRIDED = "strided";

  /** Average completion time with {@link LeastPartlyFree}, in seconds. */
  public static final String FGD = "fgd";

  /** How much earlier jobs complete by {@link #FGD}, on average, per cent. */
  public static final String REDUCTION = "reduction";

  private static final double MIN_RESET = 1920;

  /** How the fork takes jobs that wait. */
  public enum Queue {
    /** FIFO counts whole GPUs; all other jobs are placed where they fit. */
    FILLED,
    /** FIFO counts shares; no other jobs are placed. */
    IN_SHARES
  }

  /**
   * Runs both placements with the jobs of a seed.
   *
   * @param publishedData the published data
   * @param seed seed of all draws
   * @return {@link #STRIDED}, {@link #FGD} and {@link #REDUCTION}
   */
  public RunFigures run(PublishedData publishedData, long seed) {
    double strided = averageJct(publishedData, seed, PlacementStrategies.worstFit());
    double fgd = averageJct(publishedData, seed, new LeastPartlyFree());
    return RunFigures.of(Map.of(STRIDED, strided, FGD, fgd, REDUCTION, 100 * (1 - fgd / strided)));
  }

  private double averageJct(PublishedData publishedData, long seed, PlacementStrategy strategy) {
    ThroughputTable table = publishedData.simulated();
    Cluster numbered = OriginalLoop.numbered(ClusterSpec.parse(cluster, "").types());
    boolean filled = queue == Queue.FILLED;
    SimulationSetup setup =
        SimulationSetup.builder(
                numbered, table, filled ? new OriginalFifo(seed) : OriginalFifo.inShares(seed))
            .minResetSeconds(MIN_RESET)
            .build();
    OriginalSharing sharing =
        new OriginalSharing(strategy, filled ? ZeroPriority.SELECTED : ZeroPriority.SKIPPED);
    Workload workload = Workload.published(jobsPerHour).withShares();
    SimulationResult result =
        OriginalSimulation.run(
            setup, sharing, seed, JobSource.of(workload, jobs).jobs().of(publishedData, seed));
    return result.averageJctSeconds().orElse(Double.NaN);
  }
}
