package io.gavel.baselines;

import io.gavel.policies.lp.PolicyOptionsTest;
import io.gavel.policies.lp.queue.AlloX;
import io.gavel.policies.lp.share.IsolatedShare;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** The schedulers are values: equal options make equal policies, and no change drops another. */
class BaselineOptionsTest extends PolicyOptionsTest {

  @Override
  protected Set<Class<?>> madeAnew() {
    return Set.of(FairAdmission.class);
  }

  @Override
  protected Stream<Family<?>> families() {
    Executor executor = Runnable::run;
    return Stream.of(
        Family.of(Gandiva::new),
        Family.<Themis>of(Themis::create, p -> p.withFairness(0.1), p -> p.withSeed(1)),
        Family.<Sia>of(Sia::create, p -> p.withPower(-1), p -> p.withRestartSeconds(1)),
        Family.of(Pollux::create, p -> Pollux.of(-2)),
        Family.<Shockwave>of(Shockwave::create, p -> p.withMakespanPrice(2)),
        Family.<Optimus>of(Optimus::create, p -> p.withSlices(3)),
        Family.<Slaq>of(
            Slaq::create,
            p -> p.withCurves(job -> LossCurve.ofWork(9)),
            p -> p.withIntervalSeconds(1),
            p -> p.withSlices(3)),
        Family.of(
            () -> FairAdmission.of(new AlloX(), 0.1),
            p -> FairAdmission.of(new AlloX(), 0.2),
            p -> FairAdmission.of(new IsolatedShare(), 0.1)),
        Family.<Partitioned>of(
            () -> Partitioned.maxMinFairness(2),
            p -> p.on(executor),
            p -> p.withSeed(1),
            Partitioned::stratified,
            p -> p.cuttingGangsAbove(1)),
        Family.of(() -> Partitioned.nashWelfare(2), p -> Partitioned.nashWelfare(3)),
        Family.of(
            () -> GangQueue.of(QueueDiscipline.arrival()),
            p -> GangQueue.of(QueueDiscipline.shortestTime())),
        Family.of(
            () -> GangQueue.of(QueueDiscipline.shortestTime()),
            p -> GangQueue.of(QueueDiscipline.shortestService())),
        Family.<AttainedService>of(
            () -> AttainedService.of(ServiceQueues.standard()), AttainedService::normalized),
        Family.<ServiceQueues>of(() -> ServiceQueues.of(1, 2), p -> p.promotedAfter(3)),
        Family.of(() -> ServiceQueues.of(1, 2), p -> ServiceQueues.of(1, 3)),
        Family.<GittinsIndex>of(
            () -> GittinsIndex.of(1, 2), p -> p.over(ServiceQueues.standard())));
  }
}
