import { type EngineView } from '../../engine/engine-view.ts';
import { type Halt } from '../../model/halt.ts';

/** How an account stands, for people and for `--json`. */
export interface DayStatus {
  /** Of the last event; null when the day has none. */
  readonly atMs: number | null;
  readonly halt: Halt;
  readonly runs: readonly {
    readonly runId: string;
    readonly state: string;
    readonly detail: string;
  }[];
  /** Orders that may exist though nobody saw them, and entries that wait for the operator. */
  readonly unresolved: readonly {
    readonly tag: string;
    readonly runId: string;
    readonly leg: string;
    readonly role: string;
    readonly state: string;
    readonly symbol: string;
    readonly quantityUnits: number;
    readonly detail: string;
  }[];
  readonly positions: readonly {
    readonly runId: string;
    readonly leg: string;
    readonly symbol: string;
    readonly netUnits: number;
  }[];
  readonly locks: EngineView['locks'];
}

/** The part of an engine's picture that an operator decides by. */
export function statusOf(view: EngineView): DayStatus {
  return {
    atMs: view.atMs,
    halt: view.halt,
    runs: view.runs.map(({ runId, state, detail }) => ({ runId, state, detail })),
    unresolved: view.intents
      .filter(
        ({ state, isUnresolved }) => isUnresolved || state === 'unknown' || state === 'absent',
      )
      .map(({ tag, runId, leg, role, state, symbol, quantityUnits, detail }) => {
        return { tag, runId, leg, role, state, symbol, quantityUnits, detail };
      }),
    positions: view.positions
      .filter(({ netUnits }) => netUnits !== 0)
      .map(({ runId, leg, contract, netUnits }) => {
        return { runId, leg, symbol: contract.symbol, netUnits };
      }),
    locks: view.locks,
  };
}
