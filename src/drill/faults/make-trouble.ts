import { type FaultPlan } from '../../simulator/faults/fault-plan.ts';
import { makeMischief } from '../../simulator/faults/make-mischief.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type Oracle } from '../oracle/oracle.ts';
import { type DrillWorld } from '../world/drill-world.ts';
import { type FaultSwitch } from './fault-switch.ts';

interface TroubledParts {
  readonly plan: DrillDayPlan;
  readonly world: DrillWorld;
  readonly oracle: Oracle;
  readonly faults: FaultSwitch;
}

/** Enters into the agenda what others do on the account: orders of theirs, and second ones under our tags. */
export function makeTrouble(
  faultPlan: FaultPlan,
  { plan, world, oracle, faults }: TroubledParts,
): void {
  const { machine, simulator, market, listing, changing } = world;
  const { truth } = oracle.facts;
  const isOurs = (tag: string): boolean => truth.durableIntents.has(tag);
  for (const mischief of faultPlan.mischief(plan.startMs, plan.endMs)) {
    machine.at(mischief.atMs, () => {
      oracle.lookAtExchange();
      const done = makeMischief(mischief, { ...simulator, market, listing, changing, isOurs });
      if (done === null) return;
      const untilMs = done.kind === 'contracts-changed' ? done.untilMs : mischief.atMs;
      faults.addLasting({ ...mischief, untilMs });
      if (done.kind !== 'order-placed') return;
      truth.forgedOrderIds.add(done.order.orderId);
      truth.meddledSymbols.add(done.order.symbol);
    });
  }
}
