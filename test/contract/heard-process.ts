import { readFileSync } from 'node:fs';

import { type RefusedDoor } from '../../src/adapters/system/refused-doors.ts';
import { sha256Hex } from '../../src/base/hash.ts';
import { type Json } from '../../src/base/json.ts';
import { ist, tradingDay } from '../../src/host/testing/inputs.ts';
import {
  type ProcessEnded,
  StrategyProcessHost,
  type StrategyProcessOptions,
} from '../../src/loading/strategy-process/strategy-process-host.ts';
import { type RunAnswer, type RunRecipe } from '../../src/ports/run-host.ts';

const START_MS = ist('09:20');

/** A process for one strategy, and what comes of it. `using` ends it. */
export class HeardProcess implements Disposable {
  readonly answers: { readonly runId: string; readonly answer: RunAnswer }[] = [];
  readonly refused: RefusedDoor[] = [];
  readonly #ended = Promise.withResolvers<ProcessEnded>();
  readonly #strategy: string;
  readonly #host: StrategyProcessHost;
  #came = Promise.withResolvers<undefined>();

  constructor(
    strategy: string,
    options: Partial<StrategyProcessOptions> = {},
    open?: ConstructorParameters<typeof StrategyProcessHost>[1],
  ) {
    const { promise, resolve: end } = this.#ended;
    this.ended = promise;
    this.#strategy = strategy;
    const own: StrategyProcessOptions = {
      strategies: [strategy],
      onRefused: (refused) => this.refused.push(refused),
      onEnded: end,
      ...options,
    };
    this.#host = new StrategyProcessHost(own, open);
    this.#host.listen({
      onTurn: (runId, answer) => {
        this.answers.push({ runId, answer });
        this.#came.resolve(undefined);
        this.#came = Promise.withResolvers();
      },
      onOutside: () => undefined,
    });
  }

  readonly ended: Promise<ProcessEnded>;

  start(runId: string, given: Readonly<Record<string, Json>>): void {
    const day = tradingDay();
    const { date } = day;
    const path = this.#strategy;
    const header = { runId, strategy: 's', date, mode: 'paper', account: 'a', seed: 's' } as const;
    const sourceHash = sha256Hex(readFileSync(path, 'utf8'));
    const recipe: RunRecipe = {
      header,
      day,
      path,
      sourceHash,
      given,
      store: {},
      carried: [],
    };
    this.#host.tell(runId, { kind: 'start', atMs: START_MS, recipe });
  }

  advance(runId: string, afterMs: number): void {
    this.#host.tell(runId, { kind: 'advance', atMs: START_MS + afterMs });
  }

  async answered(count: number): Promise<readonly string[]> {
    while (this.answers.length < count) await this.#came.promise;
    return this.answers.map(({ runId }) => runId);
  }

  /** What the machine calls it. */
  get pid(): number {
    return this.#host.pid ?? 0;
  }

  /** What the first run said of what its module tried. */
  async told(): Promise<Readonly<Record<string, Json>>> {
    await this.answered(1);
    const [decided] = this.answers[0]?.answer.turn.commands ?? [];
    const { message = '' } = (decided?.command ?? {}) as { message?: string };
    return JSON.parse(message) as Readonly<Record<string, Json>>;
  }

  [Symbol.dispose](): void {
    this.#host.close();
  }
}
