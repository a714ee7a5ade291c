import { hash32 } from '../../base/random.ts';
import { type FaultName, isFaultName } from '../../simulator/faults/fault-catalogue.ts';

/** A fault that happened, with a key that names it in every run of the same seed. */
export interface FiredFault {
  readonly name: string;
  readonly key: string;
  readonly atMs: number;
  /** Until when it lasts, time of the world. @default it is over at once */
  readonly untilMs?: number;
}

/** Which of the faults of a seed are let through. */
export interface FaultChoice {
  /** Only these, by id; null: all of them. */
  readonly only: ReadonlySet<string> | null;
  readonly without: ReadonlySet<string>;
}

/** Lets every fault through. */
export const EVERY_FAULT: FaultChoice = { only: null, without: new Set() };

/**
 * Decides which faults happen. A decision follows from the seed and the fault's key alone, so that taking one fault out
 * leaves the draws of all others as they were.
 */
export class FaultSwitch {
  readonly #seed: string;
  readonly #choice: FaultChoice;
  readonly #fired: FiredFault[] = [];
  readonly #counts = new Map<string, number>();
  readonly #activeUntilMs: number;

  constructor(seed: string, choice: FaultChoice, activeUntilMs: number) {
    this.#seed = seed;
    this.#choice = choice;
    this.#activeUntilMs = activeUntilMs;
  }

  get fired(): readonly FiredFault[] {
    return this.#fired;
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** A number in [0, 1) that belongs to a key. */
  draw(key: string): number {
    return hash32(`${this.#seed}/${key}`) / 0x1_0000_0000;
  }

  happens(fault: FiredFault, chance: number): boolean {
    if (chance <= 0 || this.draw(`${fault.name}/${fault.key}`) >= chance) return false;
    return this.fires(fault);
  }

  /** Counts a fault that was let through before. */
  add(name: string, id: string, atMs: number): void {
    this.addLasting({ name, id, atMs });
  }

  addLasting({ id, ...fault }: Omit<FiredFault, 'key'> & { readonly id: string }): void {
    this.#note({ ...fault, key: id.slice(fault.name.length + 1) });
  }

  /** Whether a fault that the plan holds is let through; if so, it is counted. */
  fires(fault: FiredFault): boolean {
    if (!this.lets(fault)) return false;
    this.#note(fault);
    return true;
  }

  lets({ name, key, atMs }: FiredFault): boolean {
    return atMs < this.#activeUntilMs && isChosen(this.#choice, faultId({ name, key }), name);
  }

  #note(fault: FiredFault): void {
    this.#fired.push(fault);
    this.#counts.set(fault.name, (this.#counts.get(fault.name) ?? 0) + 1);
  }
}

/** Whether a choice lets a fault through. */
export function isChosen({ only, without }: FaultChoice, id: string, name: string): boolean {
  return (only === null || only.has(id)) && !without.has(id) && !without.has(name);
}

/** The text that names a fault on a command line. */
export function faultId({ name, key }: Pick<FiredFault, 'name' | 'key'>): string {
  return `${name}/${key}`;
}

/** A fault by its number in the catalogue. */
export type DrillFault = FaultName;

/** Whether a text is the number of a fault. */
export function isFault(text: string): text is DrillFault {
  return isFaultName(text);
}
