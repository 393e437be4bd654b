package io.gavel.yarn;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.DominantResourceFairnessPolicy;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A policy of the Fair Scheduler that divides accelerators by throughput:
 *
 * <pre>{@code
 * <queue name="root">
 *   <schedulingPolicy>io.gavel.yarn.GavelSchedulingPolicy</schedulingPolicy>
 * </queue>
 * }</pre>
 *
 * <p>The level of a queue is its throughput on the accelerators of its share, divided by its weight
 * and by its mean speed over all accelerators of its parent. Levels are raised together until a
 * queue has its full demand or no level can rise without lowering a smaller one. Shares of memory,
 * cores and other resources, steady shares, and preemption follow dominant resource fairness. The
 * policy of a leaf queue divides among applications, which may state their own speeds in the
 * scheduling property {@value ClaimReader#PROPERTY}.
 *
 * <p>The ResourceManager does not start without a valid table of speeds. A table that is invalid
 * when it is read again is not used; the one before stays in force. If shares cannot be computed,
 * dominant resource fairness applies. All of this is in the log: a warning when the reason changes,
 * and explanations of shares at level {@code DEBUG}.
 *
 * <p>Thread-safe, as the ResourceManager requires.
 */
public class GavelSchedulingPolicy extends DominantResourceFairnessPolicy {

  /** The name in the pages of the ResourceManager. */
  public static final String NAME = "Gavel";

  private static final Logger LOG = LoggerFactory.getLogger(GavelSchedulingPolicy.class);

  /** How long a solve may take, on a thread of its own. */
  private static final long SOLVE_NANOS = 30_000_000_000L;

  /** How long the ResourceManager waits for the first shares. The first solve needs half of it. */
  private static final long FIRST_NANOS = 1_000_000_000;

  /** How long a thread without work stays. */
  private static final long IDLE_SECONDS = 10;

  private final Supplier<SpeedTable> source;
  private final EntitledShares entitlements = new EntitledShares();
  private final Map<String, String> fallbacks = new ConcurrentHashMap<>();

  /** By place. */
  private final Map<String, BackgroundDivision> divisions = new ConcurrentHashMap<>();

  private final Executor executor = oneThread();

  private volatile @Nullable SpeedTable table;
  private @Nullable FSContext context;

  /**
   * Creates the policy with the speeds of {@code gavel-speeds.xml}, read when YARN initialises it.
   */
  public GavelSchedulingPolicy() {
    this(new SpeedFile());
  }

  /**
   * Creates a policy with speeds from elsewhere, such as an estimator. YARN creates policies by the
   * name of their class, so a subclass with a public constructor without parameters passes the
   * source.
   *
   * @param source asked whenever YARN reads its allocation file or creates a queue; it should be
   *     quick if nothing has changed
   */
  protected GavelSchedulingPolicy(Supplier<SpeedTable> source) {
    this.source = requireNonNull(source, "source");
  }

  @Override
  public String getName() {
    return NAME;
  }

  /**
   * Reads the table of speeds.
   *
   * @throws IllegalArgumentException if the scheduler is new and the table is invalid; the
   *     ResourceManager then does not start
   */
  @Override
  public synchronized void initialize(FSContext fsContext) {
    super.initialize(fsContext);
    SpeedTable before = table;
    try {
      SpeedTable read = source.get();
      read.requireTypes(ResourceUtils.getResourceTypes().keySet());
      if (before == null || !read.equals(before)) {
        LOG.info("Speeds: {}", read);
      }
      table = read;
      context = fsContext;
    } catch (RuntimeException e) {
      if (before == null || context != fsContext) { // the ResourceManager is starting
        throw e;
      }
      LOG.error("The speeds before stay in force: {}", e.getMessage());
    }
  }

  @Override
  public Comparator<Schedulable> getComparator() {
    SpeedTable speeds = table;
    Comparator<Schedulable> byDominantResource = super.getComparator();
    return speeds == null
        ? byDominantResource
        : entitlements.order(
            speeds.types(), OfferedNode.freeTypes(speeds.types()), byDominantResource);
  }

  @Override
  public void computeShares(
      Collection<? extends Schedulable> schedulables, Resource totalResources) {
    super.computeShares(schedulables, totalResources);
    if (schedulables.isEmpty()) {
      return;
    }
    String place = placeOf(schedulables.iterator().next());
    // Whatever fails here must not stop the ResourceManager: the shares above are in force.
    try {
      setShares(place, schedulables, totalResources);
      if (fallbacks.remove(place) != null) {
        LOG.info("Shares in {} are by speeds again", place);
      }
    } catch (RuntimeException | LinkageError e) {
      entitlements.forget(schedulables);
      String reason = String.valueOf(e.getMessage());
      if (!reason.equals(fallbacks.put(place, reason))) {
        LOG.warn("Shares in {} are by dominant resource fairness: {}", place, reason);
      }
    }
  }

  /** Returns the queue that is divided, as far as its first part tells. */
  private static String placeOf(Schedulable first) {
    String name = String.valueOf(first.getName());
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "the queue of " + name : name.substring(0, dot);
  }

  private void setShares(
      String place, Collection<? extends Schedulable> schedulables, Resource totalResources) {
    SpeedTable speeds = requireNonNull(table, "the policy is not initialized");
    ClaimReader reader = new ClaimReader(speeds, totalResources);
    List<Claim> claims = reader.read(schedulables);
    Division division =
        divisions
            .computeIfAbsent(place, at -> new BackgroundDivision(this::policy, executor))
            .of(new Demands(speeds.types(), reader.total(), claims), patienceNanos(), FIRST_NANOS);
    double[] none = new double[speeds.types().size()];
    for (Schedulable schedulable : schedulables) {
      reader.setShare(schedulable, new long[none.length]);
      entitlements.put(schedulable, speeds.types(), none);
    }
    for (int m = 0; m < claims.size(); m++) {
      Claim claim = claims.get(m);
      reader.setShare(claim.schedulable(), division.wholeShares(m));
      entitlements.put(claim.schedulable(), speeds.types(), division.shares(m));
      if (LOG.isDebugEnabled()) {
        LOG.debug("{}: {}", claim.schedulable().getFairShare(), division.explain(m));
      }
    }
  }

  /**
   * How long {@link #computeShares} waits for shares of changed demands before it keeps the
   * previous shares until the next call. The ResourceManager schedules nothing meanwhile.
   *
   * @return nanoseconds; half a millisecond
   */
  protected long patienceNanos() {
    return 500_000;
  }

  /**
   * Returns the policy that divides accelerators: water filling, stopped after half a minute. It is
   * not asked if nothing has changed since the last division. It computes on a thread of its own.
   *
   * @return a new policy for one division
   */
  protected Policy policy() {
    long start = System.nanoTime();
    SolveLimits limits =
        SolveLimits.none().withCancellation(() -> System.nanoTime() - start > SOLVE_NANOS);
    return WaterFilling.create().withSolver(CertifiedSolver.standard().with(limits));
  }

  /**
   * Returns a thread that starts with work, ends without, and never keeps the ResourceManager
   * alive.
   */
  private static Executor oneThread() {
    ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread made = new Thread(task, "gavel-shares");
              made.setDaemon(true);
              return made;
            });
    thread.allowCoreThreadTimeOut(true);
    return thread;
  }
}
