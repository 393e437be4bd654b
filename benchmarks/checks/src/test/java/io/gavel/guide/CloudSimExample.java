package io.gavel.guide;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.cloudsimplus.brokers.DatacenterBroker;
import org.cloudsimplus.brokers.DatacenterBrokerSimple;
import org.cloudsimplus.cloudlets.Cloudlet;
import org.cloudsimplus.cloudlets.CloudletSimple;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.datacenters.DatacenterSimple;
import org.cloudsimplus.hosts.Host;
import org.cloudsimplus.hosts.HostSimple;
import org.cloudsimplus.resources.Pe;
import org.cloudsimplus.resources.PeSimple;
import org.cloudsimplus.schedulers.cloudlet.CloudletSchedulerTimeShared;
import org.cloudsimplus.utilizationmodels.UtilizationModel;
import org.cloudsimplus.utilizationmodels.UtilizationModelFull;
import org.cloudsimplus.vms.Vm;
import org.cloudsimplus.vms.VmSimple;

/**
 * The policies of this library in CloudSim Plus: each worker is a virtual machine, and what a job
 * does under a lease is a cloudlet bound to the machine of the lease. Mutable, for one simulation.
 */
final class CloudSimExample {

  /**
   * A job: the steps that it needs and its throughput on each type of machine. Its id is its place.
   */
  record Work(double steps, List<Double> stepsPerSecond) {}

  private static final double MIPS = 1_000;
  private static final double ROUND_SECONDS = 360;

  private final CloudSimPlus simulation = new CloudSimPlus();
  private final Cluster cluster;
  private final List<Work> works;
  private final List<Vm> machines = new ArrayList<>();
  private final List<Integer> typeOfMachine = new ArrayList<>();
  private final Map<String, Double> finished = new TreeMap<>();

  /** Steps of the jobs that are not complete, in order of arrival. */
  private final Map<String, Double> done = new LinkedHashMap<>();

  private final Set<String> running = new HashSet<>();
  private int allocatedFor;

  CloudSimExample(Cluster cluster, List<Work> works) {
    this.cluster = cluster;
    this.works = works;
    List<Host> hosts = new ArrayList<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      for (int i = 0; i < cluster.type(j).workers(); i++) {
        Pe pe = new PeSimple(MIPS);
        hosts.add(new HostSimple(4096, 10_000, 100_000, List.of(pe)));
        Vm machine = new VmSimple(MIPS, 1, new CloudletSchedulerTimeShared());
        machines.add(machine.setRam(2048).setBw(1000).setSize(1000));
        typeOfMachine.add(j);
      }
    }
    var unused = new DatacenterSimple(simulation, hosts).setSchedulingInterval(10);
  }

  /** How many instructions some steps of a job are on a machine that it runs on so fast. */
  private static long instructions(double steps, double stepsPerSecond) {
    return Math.max(1, Math.round(MIPS * steps / stepsPerSecond));
  }

  private static Cloudlet cloudlet(double steps, double rate) {
    return new CloudletSimple(instructions(steps, rate), 1)
        .setUtilizationModelCpu(new UtilizationModelFull())
        .setUtilizationModelRam(UtilizationModel.NULL)
        .setUtilizationModelBw(UtilizationModel.NULL);
  }

  /** The seconds after which each job is complete, as CloudSim Plus schedules by itself. */
  Map<String, Double> byItsOwnScheduler() {
    IdentityHashMap<Cloudlet, Work> workOf = new IdentityHashMap<>(); // they get their ids later
    DatacenterBroker broker =
        new DatacenterBrokerSimple(simulation) {
          @Override
          protected Vm defaultVmMapper(Cloudlet cloudlet) {
            Vm machine = super.defaultVmMapper(cloudlet);
            Work work = workOf.get(cloudlet);
            int type = typeOfMachine.get(machines.indexOf(machine));
            cloudlet.setLength(instructions(work.steps(), work.stepsPerSecond().get(type)));
            return machine;
          }
        };
    broker.submitVmList(machines);
    for (int m = 0; m < works.size(); m++) {
      Work work = works.get(m);
      String id = Integer.toString(m);
      Cloudlet cloudlet = cloudlet(work.steps(), 1);
      workOf.put(cloudlet, work);
      cloudlet.addOnFinishListener(info -> finished.put(id, info.getTime()));
      broker.submitCloudlet(cloudlet);
    }
    simulation.start();
    return finished;
  }

  // cloudsim: begin
  /**
   * The seconds after which each job is complete if a policy and its rounds place the cloudlets.
   */
  Map<String, Double> by(Policy policy) {
    DatacenterBroker broker = new DatacenterBrokerSimple(simulation).setShutdownWhenIdle(false);
    broker.submitVmList(machines);
    RoundScheduler rounds = RoundScheduler.create(cluster, new RoundOptions(ROUND_SECONDS));
    IntStream.range(0, works.size()).forEach(m -> done.put(Integer.toString(m), 0.0));
    plan(broker, rounds, policy, 0);
    simulation.addOnClockTickListener(
        tick -> {
          if (done.isEmpty()) {
            simulation.terminate();
          } else if (running.isEmpty()) { // all leases are over
            plan(broker, rounds, policy, tick.getTime());
          }
        });
    simulation.start();
    return finished;
  }

  private void plan(DatacenterBroker broker, RoundScheduler rounds, Policy policy, double now) {
    if (allocatedFor != done.size()) { // the first time, and when jobs were completed
      rounds.accept(new SchedulerEvent.AllocationChanged(now, policy.allocate(problem())));
      allocatedFor = done.size();
    }
    rounds.plan(now).leases().forEach(lease -> submit(broker, lease));
  }

  /** What the job does under its lease is a cloudlet on the machine of the lease. */
  private void submit(DatacenterBroker broker, Lease lease) {
    String id = lease.jobIds().get(0);
    Work work = works.get(Integer.parseInt(id));
    double rate = work.stepsPerSecond().get(lease.workerType());
    double before = done.get(id);
    double steps = Math.min(work.steps() - before, rate * ROUND_SECONDS);
    Cloudlet cloudlet = cloudlet(steps, rate);
    cloudlet.setVm(machines.get(machineOf(lease)));
    running.add(id);
    cloudlet.addOnFinishListener(
        info -> {
          running.remove(id);
          done.put(id, before + steps);
          if (before + steps >= work.steps()) {
            done.remove(id);
            finished.put(id, info.getTime());
          }
        });
    broker.submitCloudlet(cloudlet);
  }

  // cloudsim: end

  private int machineOf(Lease lease) {
    int first = IntStream.range(0, lease.workerType()).map(j -> cluster.type(j).workers()).sum();
    return first + lease.workers().get(0).index();
  }

  private AllocationProblem problem() {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    done.forEach(
        (id, steps) -> {
          Work work = works.get(Integer.parseInt(id));
          problem.job(
              Job.builder(id).stepsRemaining(work.steps() - steps).build(),
              work.stepsPerSecond().stream().mapToDouble(Double::doubleValue).toArray());
        });
    return problem.build();
  }
}
