import { readFileSync } from 'node:fs';

import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { whyUnreadable } from '../base/why-unreadable.ts';
import { REQUEST_FAULTS } from '../simulator/faults/fault-catalogue.ts';
import { createFaultPlan, type FaultPlan } from '../simulator/faults/fault-plan.ts';
import { readFaultScript } from '../simulator/faults/read-fault-script.ts';

/** Which request of a served simulator meets which fault. */
export type SimulatorFaults = Pick<FaultPlan, 'faultOf' | 'visibilityLagMs'>;

/** Share of the requests that each fault befalls where only a seed is given. */
const RATE = 0.005;

/** Reads `seed:N`, a mix of all faults, or the path of a script. Null: none but those that a request's header names. */
export function readSimulatorFaults(
  source: string | null,
): Result<SimulatorFaults, readonly Problem[]> {
  if (source === null) return ok(createFaultPlan({ seed: '', rates: {} }));
  if (source.startsWith('seed:')) {
    const rates = Object.fromEntries(REQUEST_FAULTS.map((name) => [name, RATE]));
    return ok(createFaultPlan({ seed: source.slice('seed:'.length), rates, readsBy: 'number' }));
  }
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    return fail([problem(`Cannot read the faults "${source}": ${whyUnreadable(error)}`)]);
  }
  const script = readFaultScript(text, source);
  return script.ok ? script : fail([problem(script.error)]);
}
