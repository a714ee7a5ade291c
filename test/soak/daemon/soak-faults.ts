import { ok } from '../../../src/base/result.ts';
import { type FaultName, REQUEST_FAULTS } from '../../../src/simulator/faults/fault-catalogue.ts';
import { createFaultPlan } from '../../../src/simulator/faults/fault-plan.ts';
import { readFaultScript } from '../../../src/simulator/faults/read-fault-script.ts';
import { type SimulatorFaults } from '../../../src/venues/simulated-world.ts';

/** Share of the requests that each fault befalls. */
const RATE = 0.0005;
/**
 * Not these: they last for real seconds, which are hours of a day that is sped up. An order that arrives an hour late is
 * beyond what any quiet period covers.
 */
const TOO_LONG: ReadonlySet<FaultName> = new Set(['F5', 'F9', 'F20']);
/** Logins are few, so that a share would befall none of them. */
const LOGINS = [
  { nth: 2, fault: 'F6;variant=502-before' },
  { nth: 5, fault: 'F32;variant=fails' },
  { nth: 9, fault: 'F4' },
  { nth: 14, fault: 'F7;variant=bare-before' },
  { nth: 19, fault: 'F32;variant=fails' },
  { nth: 25, fault: 'F1' },
];

/**
 * A share of all requests meet faults of all kinds, by a seed; some logins too. Null: none do.
 *
 * @throws {TypeError} when the script of the logins cannot be read
 */
export function soakFaults(seed: string | null): SimulatorFaults {
  const kinds = seed === null ? [] : REQUEST_FAULTS.filter((name) => !TOO_LONG.has(name));
  const rates = Object.fromEntries(kinds.map((name) => [name, RATE]));
  const mix = createFaultPlan({ seed: seed ?? '', rates, readsBy: 'number' });
  const lines = LOGINS.map((of) => JSON.stringify({ route: 'POST /login', ...of })).join('\n');
  const script = seed === null ? ok(null) : readFaultScript(lines, 'logins');
  if (!script.ok) throw new TypeError(script.error);
  const { value: logins } = script;
  return { ...mix, faultOf: (request) => logins?.faultOf(request) ?? mix.faultOf(request) };
}

/**
 * Days that a program gave up, where no fault had a login refused. A refused password ends a day's first login at once, as accounts
 * lock; whether that day was traded all the same is judged beside.
 */
export function lostWithout(met: Iterable<string>, lost: readonly string[]): readonly string[] {
  return [...met].some((fault) => fault.startsWith('F32')) ? [] : lost;
}
