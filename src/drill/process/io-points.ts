import { type FaultSwitch } from '../faults/fault-switch.ts';
import { type Machine } from './machine.ts';

/** Where a process touches the outside. */
export type IoKind = 'append' | 'send' | 'answer' | 'recover';

/** What befalls a process at such a point. */
export type IoVerdict = 'pass' | 'crash-before' | 'crash-after' | 'torn' | 'error';

/** A verdict for one numbered point: the sweep's way of choosing. */
export interface ScriptedPoint {
  readonly ordinal: number;
  readonly verdict: IoVerdict;
}

/** How likely a process is to be killed at a point of each kind. */
export type CrashChances = Readonly<Record<IoKind, number>>;

/** A point that was passed, for who sweeps through all of them. */
export interface PassedPoint {
  readonly ordinal: number;
  readonly kind: IoKind;
  /** By the world's clock, epoch milliseconds. */
  readonly atMs: number;
}

const CRASHES_MAX = 4;

interface IoPointsParts {
  readonly faults: FaultSwitch;
  readonly machine: Machine;
  readonly chances: CrashChances;
  /** Null draws what happens from the seed; else every point is remembered. */
  readonly script: readonly ScriptedPoint[] | null;
  readonly onVerdict: (kind: IoKind, verdict: IoVerdict) => void;
}

/** Numbers the points at which a process touches the outside, and decides what happens there. */
export class IoPoints {
  readonly #parts: IoPointsParts;
  readonly passed: PassedPoint[] = [];
  #count = 0;
  #crashes = 0;
  #latestMs = -Infinity;
  #atInstant = 0;

  constructor(parts: IoPointsParts) {
    this.#parts = parts;
  }

  next(kind: IoKind): IoVerdict {
    const verdict = this.#verdictOf(kind);
    if (verdict !== 'pass') this.#parts.onVerdict(kind, verdict);
    return verdict;
  }

  #verdictOf(kind: IoKind): IoVerdict {
    this.#count += 1;
    const { script } = this.#parts;
    if (script !== null) {
      this.passed.push({ ordinal: this.#count, kind, atMs: this.#parts.machine.nowMs });
      return script.find(({ ordinal }) => ordinal === this.#count)?.verdict ?? 'pass';
    }
    const { nowMs } = this.#parts.machine;
    this.#atInstant = nowMs === this.#latestMs ? this.#atInstant + 1 : 0;
    this.#latestMs = nowMs;
    if (this.#crashes >= CRASHES_MAX) return 'pass';
    const key = `${kind}-${String(nowMs)}-${String(this.#atInstant)}`;
    const name = kind === 'recover' ? 'F41' : 'F40';
    if (!this.#parts.faults.happens({ name, key, atMs: nowMs }, this.#parts.chances[kind])) {
      return 'pass';
    }
    this.#crashes += 1;
    return this.#howToCrash(kind, key);
  }

  #howToCrash(kind: IoKind, key: string): IoVerdict {
    const draw = this.#parts.faults.draw(`how/${key}`);
    const { nowMs: atMs } = this.#parts.machine;
    const isTorn = (kind === 'append' || kind === 'recover') && draw < 0.33;
    if (isTorn && this.#parts.faults.fires({ name: 'F49', key, atMs })) return 'torn';
    return draw < 0.66 ? 'crash-before' : 'crash-after';
  }
}
