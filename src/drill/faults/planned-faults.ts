import { type Random } from '../../base/random.ts';
import { type FaultName } from '../../simulator/faults/fault-catalogue.ts';
import { type FiredFault } from './fault-switch.ts';

/** A fault with a time of its own: of the clock, the process, the disk or the operator. */
export interface ScheduledFault extends FiredFault {
  readonly name: FaultName;
  /** For clocks: by how much. For stalls and repairs: how long, milliseconds. */
  readonly byMs: number;
  /** In [0, 1): what is left to choose. */
  readonly draw: number;
}

interface Stretch {
  readonly random: Random;
  readonly names: readonly FaultName[];
  readonly startMs: number;
  readonly endMs: number;
}

const SCHEDULED: Readonly<
  Partial<Record<FaultName, { readonly most: number; readonly byMs: readonly [number, number] }>>
> = {
  F34: { most: 2, byMs: [-7_200_000, 7_200_000] },
  F35: { most: 2, byMs: [5_000, 900_000] },
  F36: { most: 12, byMs: [1_000, 30_000] },
  F40: { most: 4, byMs: [500, 120_000] },
  F42: { most: 3, byMs: [0, 0] },
  F43: { most: 2, byMs: [1_000, 60_000] },
  F45: { most: 2, byMs: [0, 0] },
  F46: { most: 2, byMs: [30_000, 900_000] },
  F47: { most: 3, byMs: [1, 120] },
  F48: { most: 6, byMs: [1, 4] },
  F50: { most: 2, byMs: [1_000, 120_000] },
  F51: { most: 2, byMs: [1, 120] },
  F57: { most: 4, byMs: [0, 0] },
  F58: { most: 2, byMs: [1_000, 120_000] },
};

/** Instants of the schedule at which being late hurts, as parts of the day's last minutes and first ones. */
const EDGE_SHARE = 0.4;

/** Draws the faults that have times of their own. */
export function planScheduledFaults(stretch: Stretch): readonly ScheduledFault[] {
  const { names, random } = stretch;
  return names
    .flatMap((name) => drawn(name, random.fork(name), stretch))
    .sort((left, right) => left.atMs - right.atMs);
}

function drawn(name: FaultName, random: Random, { startMs, endMs }: Stretch): ScheduledFault[] {
  const kind = SCHEDULED[name];
  if (kind === undefined) return [];
  const count = 1 + random.below(kind.most);
  return Array.from({ length: count }, (_, index) => {
    const [least, most] = kind.byMs;
    const at = startMs + random.below(Math.max(1, endMs - startMs));
    // Some fall right before a full minute, where schedules have their edges.
    const atMs =
      random.next() < EDGE_SHARE ? Math.ceil(at / 60_000) * 60_000 - random.below(3_000) : at;
    return {
      name,
      key: `${String(index)}@${String(atMs)}`,
      atMs,
      byMs: least + random.below(most - least + 1),
      draw: random.next(),
    };
  });
}
