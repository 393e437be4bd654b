package io.gavel.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;

/**
 * An application whose master runs in this process: it keeps asking for containers on one type of
 * accelerator, runs {@code sleep} in each, and asks for another when one has ended.
 */
final class Application implements AutoCloseable {

  private final YarnClient client;
  private final ApplicationId id;
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<String> unstarted = new CopyOnWriteArrayList<>();
  private final Thread master;
  private volatile boolean ended;
  private final AtomicInteger completed = new AtomicInteger();

  private Application(
      YarnClient client, ApplicationId id, Configuration conf, String type, int containers)
      throws Exception {
    this.client = client;
    this.id = id;
    org.apache.hadoop.security.token.Token<AMRMTokenIdentifier> token = client.getAMRMToken(id);
    UserGroupInformation user = UserGroupInformation.createRemoteUser("master of " + id);
    user.addToken(new Token<>(token));
    master =
        new Thread(
            () -> {
              try {
                user.doAs(
                    (java.security.PrivilegedExceptionAction<Void>)
                        () -> {
                          run(conf, type, containers);
                          return null;
                        });
              } catch (Exception e) {
                if (!ended) {
                  failures.add(e.toString());
                }
              }
            },
            "master of " + id);
    master.start();
  }

  static Application start(
      Configuration conf, String queue, String type, int containers, Map<String, String> properties)
      throws Exception {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    YarnClientApplication application = client.createApplication();
    ApplicationSubmissionContext context = application.getApplicationSubmissionContext();
    context.setApplicationName("sleeps");
    context.setQueue(queue);
    context.setUnmanagedAM(true);
    context.setPriority(Priority.newInstance(0));
    context.setResource(Resource.newInstance(64, 1));
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(), Map.of(), (ByteBuffer) null, Map.of()));
    context.setApplicationSchedulingPropertiesMap(properties);
    client.submitApplication(context);
    ApplicationId id = context.getApplicationId();
    while (client.getApplicationReport(id).getCurrentApplicationAttemptId() == null
        || client
                .getApplicationAttemptReport(
                    client.getApplicationReport(id).getCurrentApplicationAttemptId())
                .getYarnApplicationAttemptState()
            != YarnApplicationAttemptState.LAUNCHED) {
      Thread.sleep(50);
    }
    return new Application(client, id, conf, type, containers);
  }

  private void run(Configuration conf, String type, int containers) throws Exception {
    NMTokenCache tokens = new NMTokenCache();
    AMRMClient<ContainerRequest> scheduler = AMRMClient.createAMRMClient();
    scheduler.setNMTokenCache(tokens);
    NMClient nodes = NMClient.createNMClient();
    nodes.setNMTokenCache(tokens);
    scheduler.init(conf);
    scheduler.start();
    nodes.init(conf);
    nodes.start();
    scheduler.registerApplicationMaster("localhost", 0, "");
    ask(scheduler, type, containers);
    while (!ended) {
      AllocateResponse response = scheduler.allocate(0.1f);
      for (Container container : response.getAllocatedContainers()) {
        scheduler.removeContainerRequest(request(type));
        ask(scheduler, type, 1);
        try {
          nodes.startContainer(
              container,
              ContainerLaunchContext.newInstance(
                  Map.of(), Map.of(), List.of("sleep 5"), Map.of(), (ByteBuffer) null, Map.of()));
        } catch (IOException | YarnException e) { // of a busy machine; another one is asked for
          scheduler.releaseAssignedContainer(container.getId());
          unstarted.add(e.toString());
        }
      }
      for (ContainerStatus status : response.getCompletedContainersStatuses()) {
        completed.incrementAndGet();
        if (status.getExitStatus() != 0 && status.getExitStatus() != ContainerExitStatus.ABORTED) {
          failures.add(status.toString());
        }
      }
      Thread.sleep(100);
    }
    scheduler.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
    scheduler.stop();
    nodes.stop();
  }

  private static ContainerRequest request(String type) {
    Resource resource = Resource.newInstance(64, 1);
    resource.setResourceValue(type, 1);
    return new ContainerRequest(resource, null, null, Priority.newInstance(1));
  }

  private static void ask(AMRMClient<ContainerRequest> scheduler, String type, int count) {
    for (int i = 0; i < count; i++) {
      scheduler.addContainerRequest(request(type));
    }
  }

  /** Containers that have ended. */
  int completed() {
    return completed.get();
  }

  @Override
  public String toString() {
    return "%s has ended %s containers, could not start %s, its master is %s"
        .formatted(id, completed, unstarted, master.getState());
  }

  /** What went wrong so far. */
  List<String> failures() {
    return failures;
  }

  @Override
  public void close() throws IOException, YarnException {
    ended = true;
    try {
      master.join(30_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.killApplication(id);
    client.stop();
  }
}
