import { type Effect } from '../../engine/effect.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type Machine } from '../process/machine.ts';
import { type FaultSwitch } from './fault-switch.ts';

/** An operator who reads the notices. */
export interface OperatorParts {
  readonly plan: DrillDayPlan;
  readonly faults: FaultSwitch;
  readonly machine: Machine;
  readonly ask: (request: OperatorRequest) => void;
}

const CHANCE = 0.7;
const THINKS_MS: readonly [number, number] = [5_000, 90_000];

/** On some days the operator resolves held orders (F57). */
export function answerHeld(effects: readonly Effect[], parts: OperatorParts): void {
  const { plan, faults, machine } = parts;
  if (!plan.names.includes('F57')) return;
  for (const effect of effects) {
    if (effect.kind !== 'notice' || effect.notice.code !== 'entry-held') continue;
    const { tag } = effect.notice.facts;
    const key = `resolve-${tag}`;
    const [least, most] = THINKS_MS;
    const atMs = machine.nowMs + Math.round(least + faults.draw(`thinks/${key}`) * (most - least));
    machine.at(atMs, () => {
      if (!faults.happens({ name: 'F57', key, atMs }, CHANCE)) return;
      const as = faults.draw(`as/${key}`) < 0.5 ? 'absent' : 'resend';
      const resends = (plan.resolvedTags.get(tag) ?? 0) + (as === 'resend' ? 1 : 0);
      plan.resolvedTags.set(tag, resends);
      parts.ask({ action: 'resolve', tag, as, reason: 'drill' });
    });
  }
}

/** What an operator asks for, by a number in [0, 1). */
export function requestOf(draw: number): OperatorRequest {
  const reason = 'drill';
  if (draw < 0.2) return { action: 'halt', state: 'reducing', reason };
  if (draw < 0.4) return { action: 'halt', state: 'halted', reason };
  if (draw < 0.8) return { action: 'resume', reason };
  return { action: 'flatten', runId: null, reason };
}
