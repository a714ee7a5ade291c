import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { type Halt } from '../../model/halt.ts';
import { isWorking, type OrderTerms } from '../../model/order.ts';

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
  /** Exits that rest on the platform, stops among them, and what else works. */
  readonly working: readonly {
    readonly tag: string;
    readonly runId: string;
    readonly leg: string;
    readonly role: string;
    readonly side: string;
    readonly symbol: string;
    readonly leftUnits: number;
    readonly terms: OrderTerms | null;
    /** The platform's word; what the engine knows where no poll has shown it. */
    readonly status: string;
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
    working: view.intents.filter(isAtWork).map(workingOf),
    positions: view.positions
      .filter(({ netUnits }) => netUnits !== 0)
      .map(({ runId, leg, contract, netUnits }) => {
        return { runId, leg, symbol: contract.symbol, netUnits };
      }),
    locks: view.locks,
  };
}

function isAtWork({ orders, state }: IntentState): boolean {
  return orders.length === 0 ? state === 'accepted' : orders.some(isWorking);
}

function workingOf(intent: IntentState): DayStatus['working'][number] {
  const { tag, runId, leg, role, side, symbol, quantityUnits, filledUnits, terms, state } = intent;
  const shown = intent.orders.findLast(isWorking);
  const leftUnits = Math.max(0, quantityUnits - filledUnits);
  const status = shown?.statusWord ?? state;
  return { tag, runId, leg, role, side, symbol, leftUnits, terms: shown?.terms ?? terms, status };
}
