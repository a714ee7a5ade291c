import { assertMove, invariant, type Life } from '../../base/invariant.ts';
import { type Watch } from '../../model/runs/input.ts';
import { type RunBroker } from '../../model/runs/run-broker.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type RunHeader } from '../../model/runs/run.ts';

/**
 * A run as the engine knows it.
 *
 * `running` takes commands and inputs. `completed` takes neither; its orders and positions stay as they are.
 * `failed` takes neither; it is squared off. `held` takes neither until the operator decides.
 */
export interface Run {
  readonly header: RunHeader;
  readonly policies: RunPolicies;
  /** Where all its orders go, for as long as it lives; null for the account's own connection. */
  readonly broker: RunBroker | null;
  state: 'running' | 'completed' | 'failed' | 'held';
  /** Held because its code must not run, which only a start of the program can change. */
  isQuarantined: boolean;
  detail: string;
  /** Commands so far; the number of the next one. */
  commands: number;
  orders: number;
  /** Refusals of what it asked for: for missing or old data, and for any other reason. */
  readonly refusals: { forData: number; other: number };
  /** Whether it ever watched prices, and whether it was ever shown one. */
  watchedPrices: boolean;
  sawPrices: boolean;
  watches: readonly Watch[];
  /** Its watches when it was last shown a price of all that they ask for; null when one was missing. */
  shown: readonly Watch[] | null;
}

const RUN_LIFE: Life<Run['state']> = {
  running: ['completed', 'failed', 'held'],
  held: ['running', 'completed', 'failed', 'held'],
  completed: [],
  failed: [],
};

/** Moves a run; `detail` says why, for people. */
export function moveRun(run: Run, to: Run['state'], detail: string): void {
  assertMove(RUN_LIFE, [run.state, to], `Run "${run.header.runId}"`);
  run.state = to;
  run.detail = detail;
  if (to !== 'held') run.isQuarantined = false;
}

/** The day's runs in the order in which they started. */
export class RunBook {
  readonly #runs = new Map<string, Run>();
  readonly #inOrder: Run[] = [];

  start(header: RunHeader, policies: RunPolicies, broker: RunBroker | null = null): Run {
    invariant(!this.#runs.has(header.runId), `Run started twice: "${header.runId}"`);
    const run: Run = {
      header,
      policies,
      broker,
      state: 'running',
      isQuarantined: false,
      detail: '',
      commands: 0,
      orders: 0,
      refusals: { forData: 0, other: 0 },
      watchedPrices: false,
      sawPrices: false,
      watches: [],
      shown: null,
    };
    this.#runs.set(header.runId, run);
    this.#inOrder.push(run);
    return run;
  }

  /** A run that must have started. */
  get(runId: string): Run {
    const run = this.#runs.get(runId);
    invariant(run !== undefined, `Event of a run that never started: "${runId}"`);
    return run;
  }

  orders(): number {
    let orders = 0;
    for (const run of this.#inOrder) orders += run.orders;
    return orders;
  }

  /** The run of an identifier, which somebody else wrote. */
  find(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  all(): readonly Run[] {
    return this.#inOrder;
  }

  running(): readonly Run[] {
    return this.#inOrder.filter((run) => run.state === 'running');
  }

  isRunning(runId: string): boolean {
    return this.#runs.get(runId)?.state === 'running';
  }
}

/** Which command of which run. */
export interface CommandRef {
  readonly runId: string;
  readonly commandIndex: number;
}
