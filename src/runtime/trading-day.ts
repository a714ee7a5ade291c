import { monotonicMs } from '../adapters/system/wait.ts';
import { Engine } from '../engine/engine.ts';
import { type EngineLimits } from '../engine/engine-limits.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { openSources } from '../host/open-sources.ts';
import { createRun } from '../host/run.ts';
import { type CalendarDay } from '../model/calendar.ts';
import { type Input } from '../model/input.ts';
import { type Mode, type RunHeader } from '../model/run.ts';
import { type Clock } from '../ports/clock.ts';
import { type CommandLog } from './command-log.ts';
import { type DayResult, type OwnOrder, reckonDay } from './day-ledger.ts';
import { Kernel } from './kernel.ts';
import { type LoadedStrategy } from './load-strategy.ts';
import { type MarketKnowledge } from './market-knowledge.ts';
import { type Notice } from './notice.ts';
import { NoticeBoard } from './notice-board.ts';
import { type StrategyStores } from './strategy-stores.ts';
import { UnknownUnderlyings } from './unknown-underlyings.ts';
import { type Venue } from './venue.ts';
import { type StepWatch, watched } from './watch-steps.ts';

/** What one day of one account is made of. */
export interface TradingDayOptions {
  readonly day: CalendarDay;
  readonly mode: Mode;
  readonly account: string;
  readonly brokerId: string;
  readonly seed: string;
  readonly strategies: readonly LoadedStrategy[];
  readonly knowledge: MarketKnowledge;
  readonly venue: Venue;
  /** What a run may wait for. @default what the market's tables know */
  readonly underlyings?: readonly string[];
  readonly clock: Clock;
  readonly requests: 'at-once' | 'in-order';
  readonly limits: Partial<EngineLimits>;
  readonly stores: StrategyStores;
  readonly log: CommandLog;
  readonly onNotice: (notice: Notice) => void;
  readonly onAnswer?: () => void;
  /** Looks on at the engine's steps. */
  readonly onStep?: StepWatch['take'];
}

/**
 * One account's trading day: an engine, the runs of its strategies, and what is known of them.
 *
 * States: made (nothing runs), started (runs take inputs until they end), stopped (nothing fires any more; the
 * figures stay readable).
 */
export class TradingDay {
  readonly kernel: Kernel;
  readonly #options: TradingDayOptions;
  readonly #engine: Engine;
  readonly #headers: RunHeader[] = [];
  readonly #closeSources: (() => void)[] = [];
  readonly #startedRealMs = monotonicMs();
  readonly #board = new NoticeBoard();
  #refusals = 0;
  #firstFillAfterRealMs: number | null = null;

  constructor(options: TradingDayOptions) {
    this.#options = options;
    const { mode, account, brokerId, limits, knowledge, venue, clock, requests } = options;
    this.#engine = new Engine({ mode, account, brokerId, calendar: knowledge.calendar, limits });
    const unknown = new UnknownUnderlyings(options.underlyings ?? knowledge.rules.underlyings);
    this.kernel = new Kernel({
      engine:
        options.onStep === undefined
          ? this.#engine
          : watched(this.#engine, { take: options.onStep }),
      venue,
      clock,
      requests,
      journal: null,
      onRecord: options.log.take,
      onInput: (_runId, input) => {
        this.#count(input);
      },
      onNotice: (notice) => {
        this.note(notice);
      },
      onStoreChange: ({ strategy }, change) => {
        options.stores.put(strategy, change);
      },
      onWatches: ({ runId }, watches) => {
        const atMs = clock.nowMs();
        for (const message of unknown.among(runId, watches)) {
          this.note({ atMs, severity: 'warning', runId, message });
        }
      },
      ...(options.onAnswer === undefined ? {} : { onAnswer: options.onAnswer }),
    });
  }

  /** Starts a run for every strategy. With `sources` the authors' own inputs are opened too. */
  start({ sources }: { readonly sources: 'opened' | 'left-closed' }): void {
    for (const loaded of this.#options.strategies) {
      const header = this.#headerFor(loaded);
      this.#headers.push(header);
      const { day, stores } = this.#options;
      const { strategy, params } = loaded;
      const store = stores.of(strategy.name);
      this.kernel.startRun(createRun({ strategy, params, header, day, store }));
      this.#takeSources(loaded, header, sources);
    }
  }

  /** Ends all runs and closes what they had open. */
  stop(): void {
    for (const close of this.#closeSources) close();
    this.kernel.stop();
  }

  /** Adds a notice of the runtime's own, or one that the kernel passed on. */
  note(notice: Notice): void {
    this.#board.add(notice);
    this.#options.onNotice(notice);
  }

  /** Headers of the runs, in the order of the strategies. */
  get runs(): readonly RunHeader[] {
    return this.#headers;
  }

  /** The last notices, oldest first. */
  get notices(): readonly Notice[] {
    return this.#board.recent;
  }

  /** Messages of all warnings and worse, oldest first. */
  get problems(): readonly string[] {
    return this.#board.problems;
  }

  /** Commands that the gate refused. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Real milliseconds from the day's making to the first fill that a run saw. */
  get firstFillAfterRealMs(): number | null {
    return this.#firstFillAfterRealMs;
  }

  /** How the engine stands. */
  view(): EngineView {
    return this.#engine.view();
  }

  /** What the day comes to as it stands. */
  reckon(view: EngineView = this.view()): DayResult {
    const { knowledge, day } = this.#options;
    const lastPaise = new Map(
      view.positions.map(({ contract, lastPaise: last }) => [contract.symbol, last]),
    );
    return reckonDay(ownOrders(view), {
      date: day.date,
      rules: knowledge.rules,
      costTable: knowledge.tables.costs,
      lastPaise: (symbol) => lastPaise.get(symbol) ?? null,
    });
  }

  #count(input: Input): void {
    if (input.kind === 'command-refused') this.#refusals += 1;
    if (input.kind !== 'orders-observed' || this.#firstFillAfterRealMs !== null) return;
    if (input.events.some(({ fillUnits }) => fillUnits > 0)) {
      this.#firstFillAfterRealMs = monotonicMs() - this.#startedRealMs;
    }
  }

  #headerFor({ strategy }: LoadedStrategy): RunHeader {
    const { day, mode, account, seed } = this.#options;
    const before = this.#headers.filter((header) => header.strategy === strategy.name).length;
    // The same strategy twice (with other parameters) makes two runs, numbered in the order of the configuration.
    const name = before === 0 ? strategy.name : `${strategy.name}#${String(before + 1)}`;
    return {
      runId: `${name}@${day.date}/${mode}`,
      strategy: strategy.name,
      date: day.date,
      mode,
      account,
      seed: `${seed}/${name}/${day.date}`,
    };
  }

  #takeSources(loaded: LoadedStrategy, { runId }: RunHeader, sources: string): void {
    const declared = loaded.strategy.sources;
    if (declared.length === 0) return;
    const atMs = this.#options.clock.nowMs();
    const warn = (message: string): void => {
      this.note({ atMs, severity: 'warning', runId, message });
    };
    if (sources === 'left-closed') {
      const names = declared.map(({ name }) => `"${name}"`).join(', ');
      warn(`Sources are not opened in virtual time: ${names}`);
      return;
    }
    const close = openSources(declared, {
      onValue: (source, value) => {
        this.kernel.post({ kind: 'source-value', runId, source, value });
        this.kernel.drain();
      },
      onProblem: (_source, problem) => {
        warn(problem);
      },
    });
    this.#closeSources.push(close);
  }
}

/** Orders of the day's runs, with the leg that each belongs to. */
export function ownOrders(view: EngineView): readonly OwnOrder[] {
  return view.intents.flatMap(({ runId, leg, orders }) =>
    orders.map((order) => ({ runId, leg, order })),
  );
}
