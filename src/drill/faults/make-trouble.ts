import { type FaultPlan } from '../../simulator/faults/fault-plan.ts';
import { makeMischief } from '../../simulator/faults/make-mischief.ts';
import { type Truth } from '../oracle/truth.ts';
import { type DrillWorld } from '../world/drill-world.ts';
import { type FaultSwitch } from './fault-switch.ts';

/** Who meddles with the account, and who must know it. */
export interface TroubleParts {
  readonly world: DrillWorld;
  readonly plan: FaultPlan;
  readonly truth: Truth;
  readonly look: () => void;
  readonly faults: FaultSwitch;
  readonly startMs: number;
  readonly endMs: number;
}

/** Enters into the agenda what others do on the account: orders of theirs, and second ones under our tags. */
export function makeTrouble(parts: TroubleParts): void {
  const { world, plan, truth, look, faults, startMs, endMs } = parts;
  const { machine, simulator, market, listing, changing } = world;
  const { exchange, positions, brokerId } = simulator;
  const isOurs = (tag: string): boolean => truth.durableIntents.has(tag);
  for (const mischief of plan.mischief(startMs, endMs)) {
    machine.at(mischief.atMs, () => {
      look();
      const done = makeMischief(mischief, {
        exchange,
        positions,
        market,
        listing,
        changing,
        brokerId,
        isOurs,
      });
      if (done === null) return;
      const untilMs = done.kind === 'contracts-changed' ? done.untilMs : mischief.atMs;
      faults.addLasting({ ...mischief, untilMs });
      if (done.kind !== 'order-placed') return;
      truth.forgedOrderIds.add(done.order.orderId);
      truth.meddledSymbols.add(done.order.symbol);
    });
  }
}
