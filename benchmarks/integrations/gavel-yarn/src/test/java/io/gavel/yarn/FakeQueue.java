package io.gavel.yarn;

import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;
import org.apache.hadoop.yarn.util.resource.Resources;

/** A queue as a ResourceManager hands it over, with any numbers. */
final class FakeQueue implements Schedulable {

  private final String name;
  float weight = 1;
  Resource demand = resource(100, 100);
  Resource usage = resource(0, 0);
  Resource minShare = Resources.clone(Resources.none());
  Resource maxShare = Resources.unbounded();
  private Resource fairShare = resource(0, 0);

  FakeQueue(String name) {
    this.name = name;
  }

  static Resource resource(long v100, long k80) {
    Resource resource = Resources.createResource(8192, 16); // as YARN does
    resource.setResourceValue("v100", v100);
    resource.setResourceValue("k80", k80);
    return resource;
  }

  FakeQueue demanding(long v100, long k80) {
    demand = resource(v100, k80);
    return this;
  }

  FakeQueue using(long v100, long k80) {
    usage = resource(v100, k80);
    return this;
  }

  FakeQueue weighing(float newWeight) {
    weight = newWeight;
    return this;
  }

  long share(String type) {
    return fairShare.getResourceValue(type);
  }

  String shares() {
    return name + " " + share("v100") + " " + share("k80");
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public Resource getDemand() {
    return demand;
  }

  @Override
  public Resource getResourceUsage() {
    return usage;
  }

  @Override
  public Resource getMinShare() {
    return minShare;
  }

  @Override
  public Resource getMaxShare() {
    return maxShare;
  }

  @Override
  public float getWeight() {
    return weight;
  }

  @Override
  public long getStartTime() {
    return 0;
  }

  @Override
  public Priority getPriority() {
    return Priority.newInstance(1);
  }

  @Override
  public void updateDemand() {}

  @Override
  public Resource assignContainer(FSSchedulerNode node) {
    return Resources.none();
  }

  @Override
  public Resource getFairShare() {
    return fairShare;
  }

  @Override
  public void setFairShare(Resource newShare) {
    fairShare = newShare;
  }

  @Override
  public boolean isPreemptable() {
    return true;
  }
}
