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

/** Numbers the points at which a process touches the outside, and decides what happens there. */
export class IoPoints {
  readonly #faults: FaultSwitch;
  readonly #machine: Machine;
  readonly #chances: CrashChances;
  readonly #script: readonly ScriptedPoint[];
  readonly #keepsAll: boolean;
  readonly #onVerdict: (kind: IoKind, verdict: IoVerdict) => void;
  readonly passed: PassedPoint[] = [];
  #count = 0;
  #crashes = 0;
  #latestMs = -Infinity;
  #atInstant = 0;

  constructor(parts: {
    readonly faults: FaultSwitch;
    readonly machine: Machine;
    readonly chances: CrashChances;
    readonly script: readonly ScriptedPoint[] | null;
    readonly onVerdict: (kind: IoKind, verdict: IoVerdict) => void;
  }) {
    this.#faults = parts.faults;
    this.#machine = parts.machine;
    this.#chances = parts.chances;
    this.#script = parts.script ?? [];
    this.#keepsAll = parts.script !== null;
    this.#onVerdict = parts.onVerdict;
  }

  next(kind: IoKind): IoVerdict {
    const verdict = this.#verdictOf(kind);
    if (verdict !== 'pass') this.#onVerdict(kind, verdict);
    return verdict;
  }

  #verdictOf(kind: IoKind): IoVerdict {
    this.#count += 1;
    if (this.#keepsAll) {
      this.passed.push({ ordinal: this.#count, kind, atMs: this.#machine.nowMs });
      return this.#script.find(({ ordinal }) => ordinal === this.#count)?.verdict ?? 'pass';
    }
    const { nowMs } = this.#machine;
    this.#atInstant = nowMs === this.#latestMs ? this.#atInstant + 1 : 0;
    this.#latestMs = nowMs;
    if (this.#crashes >= CRASHES_MAX) return 'pass';
    const key = `${kind}-${String(nowMs)}-${String(this.#atInstant)}`;
    const name = kind === 'recover' ? 'F41' : 'F40';
    if (!this.#faults.happens({ name, key, atMs: nowMs }, this.#chances[kind])) return 'pass';
    this.#crashes += 1;
    return this.#howToCrash(kind, key);
  }

  #howToCrash(kind: IoKind, key: string): IoVerdict {
    const draw = this.#faults.draw(`how/${key}`);
    const { nowMs: atMs } = this.#machine;
    const isTorn = (kind === 'append' || kind === 'recover') && draw < 0.33;
    if (isTorn && this.#faults.fires({ name: 'F49', key, atMs })) return 'torn';
    return draw < 0.66 ? 'crash-before' : 'crash-after';
  }
}
