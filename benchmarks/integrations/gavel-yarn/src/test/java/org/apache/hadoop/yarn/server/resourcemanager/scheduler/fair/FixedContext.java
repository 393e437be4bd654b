package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import org.apache.hadoop.yarn.api.records.Resource;

/** A cluster of fixed size without a scheduler; its constructor is visible in this package only. */
public final class FixedContext extends FSContext {

  private final Resource total;

  /**
   * A context.
   *
   * @param total all resources
   */
  @SuppressWarnings("NullAway") // no scheduler is asked
  public FixedContext(Resource total) {
    super(null);
    this.total = total;
  }

  @Override
  public Resource getClusterResource() {
    return total;
  }
}
