package io.gavel.yarn;

import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;

/**
 * The Fair Scheduler, which also says to {@link GavelSchedulingPolicy} which node it offers, so
 * that the accelerators of a node go to the queue that is furthest behind on accelerators of that
 * type:
 *
 * <pre>{@code
 * <property>
 *   <name>yarn.resourcemanager.scheduler.class</name>
 *   <value>io.gavel.yarn.GavelFairScheduler</value>
 * </property>
 * }</pre>
 *
 * <p>With the plain Fair Scheduler, the order is over all types, and a queue may be given
 * accelerators that its share does not have. Not for continuous scheduling. Thread-safe, as the
 * ResourceManager requires.
 */
public class GavelFairScheduler extends FairScheduler {

  /** Called by YARN. */
  public GavelFairScheduler() {}

  @Override
  protected void nodeUpdate(RMNode node) {
    OfferedNode.during(getSchedulerNode(node.getNodeID()), () -> super.nodeUpdate(node));
  }
}
