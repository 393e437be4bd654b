package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.hadoop.yarn.util.resource.Resources;

/** A ResourceManager and two NodeManagers one with 8 v100 and one with 16 k80, in this process. */
final class YarnRun implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 300_000;

  private final MiniYARNCluster cluster;
  private final YarnConfiguration configuration;

  private YarnRun(MiniYARNCluster cluster, YarnConfiguration configuration) {
    this.cluster = cluster;
    this.configuration = configuration;
  }

  static YarnRun start(Path folder, String rootPolicy, String leafPolicy) throws Exception {
    System.setProperty("test.build.data", folder.toString());
    System.setProperty("test.build.dir", folder.toString());
    Path allocations = folder.resolve("fair-scheduler.xml");
    Files.writeString(
        allocations,
        """
        <?xml version="1.0"?>
        <allocations>
          <queue name="root">
            <schedulingPolicy>%s</schedulingPolicy>
            <queue name="vision"><schedulingPolicy>%s</schedulingPolicy></queue>
            <queue name="speech"><schedulingPolicy>%s</schedulingPolicy></queue>
          </queue>
        </allocations>
        """
            .formatted(rootPolicy, leafPolicy, leafPolicy));
    YarnConfiguration configuration = new YarnConfiguration();
    configuration.set(YarnConfiguration.RM_SCHEDULER, GavelFairScheduler.class.getName());
    configuration.set("yarn.scheduler.fair.allocation.file", allocations.toString());
    configuration.set("yarn.scheduler.fair.assignmultiple", "true");
    configuration.set("yarn.scheduler.fair.dynamic.max.assign", "false");
    configuration.set("yarn.scheduler.fair.max.assign", "4");
    configuration.set("yarn.scheduler.minimum-allocation-mb", "64");
    configuration.set("yarn.scheduler.increment-allocation-mb", "64");
    // Else a request for a type that is taken keeps its node from all other types.
    configuration.set("yarn.scheduler.fair.reservable-nodes", "0");
    configuration.set("yarn.resource-types", "v100,k80");
    configuration.set(YarnConfiguration.NM_VCORES, "64");
    configuration.set(YarnConfiguration.NM_PMEM_MB, "8192");
    configuration.set("yarn.minicluster.fixed.ports", "false");
    configuration.set("yarn.minicluster.yarn.nodemanager.resource.memory-mb", "8192");
    configuration.set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "100");
    configuration.set(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
    ResourceUtils.resetResourceTypes(configuration);
    MiniYARNCluster cluster = new MiniYARNCluster("gavel", 2, 1, 1);
    try {
      cluster.init(configuration);
      cluster.start();
      if (!cluster.waitForNodeManagersToConnect(PATIENCE_MILLIS)) {
        throw new IOException("the NodeManagers did not connect");
      }
    } catch (Exception e) {
      cluster.stop();
      throw e;
    }
    YarnRun run = new YarnRun(cluster, new YarnConfiguration(cluster.getConfig()));
    run.setAccelerators();
    return run;
  }

  /** A MiniYARNCluster starts equal nodes; here each gets accelerators of a type of its own. */
  private void setAccelerators() throws InterruptedException {
    await("nodes", () -> cluster.getResourceManager().getRMContext().getRMNodes().size() == 2);
    RMContext context = cluster.getResourceManager().getRMContext();
    int j = 0;
    for (RMNode node : context.getRMNodes().values()) {
      Resource resource = Resources.clone(node.getTotalCapability());
      resource.setResourceValue(j == 0 ? "v100" : "k80", j == 0 ? 8 : 16);
      context
          .getDispatcher()
          .getEventHandler()
          .handle(
              new RMNodeResourceUpdateEvent(
                  node.getNodeID(), ResourceOption.newInstance(resource, -1)));
      j++;
    }
    await("accelerators", () -> scheduler().getClusterResource().getResourceValue("k80") == 16);
  }

  private FairScheduler scheduler() {
    return (FairScheduler) cluster.getResourceManager().getResourceScheduler();
  }

  /** Runs an application that always asks for as many containers on a type, without end. */
  Application submit(String queue, String type, int containers) throws Exception {
    return Application.start(configuration, queue, type, containers, Map.of());
  }

  /** The same with speeds of its own. */
  Application submit(String queue, String type, int containers, String speeds) throws Exception {
    return Application.start(
        configuration, queue, type, containers, Map.of(ClaimReader.PROPERTY, speeds));
  }

  private FSLeafQueue queue(String name) {
    return scheduler().getQueueManager().getLeafQueue(name, false);
  }

  long share(String queue, String type) {
    return queue(queue).getFairShare().getResourceValue(type);
  }

  long usage(String queue, String type) {
    return queue(queue).getResourceUsage().getResourceValue(type);
  }

  List<FSAppAttempt> applications(String queue) {
    return scheduler().getAppsInQueue(queue).stream().map(scheduler()::getSchedulerApp).toList();
  }

  /** Fails with the state of all queues and applications after five minutes. */
  void await(String what, BooleanSupplier condition, Application... applications)
      throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      for (Application application : applications) {
        assertEquals(List.of(), application.failures(), () -> "waiting for " + what);
      }
      if (System.nanoTime() - start > PATIENCE_MILLIS * 1_000_000) {
        fail("no %s within five minutes: %s".formatted(what, state(applications)));
      }
      Thread.sleep(50);
    }
  }

  private String state(Application... applications) {
    StringBuilder state = new StringBuilder();
    for (FSLeafQueue queue : scheduler().getQueueManager().getLeafQueues()) {
      state.append(
          "%s demands %s, uses %s of its share %s; "
              .formatted(
                  queue.getName(),
                  queue.getDemand(),
                  queue.getResourceUsage(),
                  queue.getFairShare()));
    }
    for (RMNode node : cluster.getResourceManager().getRMContext().getRMNodes().values()) {
      state.append(
          "%s is %s with %s; "
              .formatted(node.getNodeID(), node.getState(), node.getTotalCapability()));
    }
    for (Application application : applications) {
      state.append(application).append("; ");
    }
    return state.toString();
  }

  @Override
  public void close() {
    cluster.stop();
  }
}
