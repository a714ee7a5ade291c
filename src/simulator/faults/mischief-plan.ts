import { hash32 } from '../../base/random.ts';
import { drawFault, type Fault, type FaultName } from './fault-catalogue.ts';
import { mix32, mixInstant, wholeBetween } from './mix.ts';

/** Something that happens at the platform without a request. */
export interface Mischief extends Fault {
  readonly name: (typeof MISCHIEF_NAMES)[number];
  readonly atMs: number;
}

const MISCHIEF_NAMES = ['F26', 'F27', 'F29', 'F59'] as const satisfies readonly FaultName[];
const SLOT_MS = 900_000;

/** The mischief of a stretch of time: in each quarter of an hour, each kind at most once, with its rate. */
export function planMischief(options: {
  readonly seed: string;
  readonly rates: Readonly<Partial<Record<FaultName, number>>>;
  readonly fromMs: number;
  readonly untilMs: number;
}): readonly Mischief[] {
  const { seed, rates, fromMs, untilMs } = options;
  const all: Mischief[] = [];
  for (const name of MISCHIEF_NAMES) {
    const rate = rates[name] ?? 0;
    if (rate === 0) continue;
    const ofName = hash32(`${seed}/mischief/${name}`);
    const firstMs = Math.floor(fromMs / SLOT_MS) * SLOT_MS;
    for (let slotMs = firstMs; slotMs < untilMs; slotMs += SLOT_MS) {
      const word = mixInstant(ofName, slotMs);
      if (word >= rate * 0x1_0000_0000) continue;
      const atMs = slotMs + wholeBetween(mix32(word, 1), [0, SLOT_MS - 1]);
      if (atMs < fromMs || atMs >= untilMs) continue;
      all.push({ ...drawFault(name, `@${String(atMs)}`, word), atMs });
    }
  }
  return all.sort((left, right) => left.atMs - right.atMs);
}
