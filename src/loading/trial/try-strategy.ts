import { asTurn } from '../../adapters/system/turn-watch.ts';
import { kept } from '../../base/kept.ts';
import { type Problem, problem } from '../../base/problem.ts';
import { createRun, type StrategyRun } from '../../host/run.ts';
import { createListing } from '../../market/listing.ts';
import { type Listing } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Input, type Watch } from '../../model/runs/input.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { unknownUnderlyingText } from '../../notices/runs.ts';
import { type Turn } from '../../ports/run-host.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { NO_HISTORY } from '../../streams/warmup.ts';
import { UnknownUnderlyings } from '../known-underlyings.ts';
import { type LoadedStrategy } from '../load-strategy.ts';

/** What a strategy is tried with. */
export interface TrialOptions {
  readonly knowledge: MarketKnowledge;
  readonly day: CalendarDay;
  readonly mode: Mode;
  /** When it starts, epoch ms: then only its start is tried, and nothing of the day. @default the whole day */
  readonly onlyStartAtMs?: number;
}

/** What a trial found. */
export interface Trial {
  readonly problems: readonly Problem[];
  /** What went wrong and may be due to the made-up prices alone. */
  readonly warnings: readonly string[];
  /** Whether it looks at prices of an index or an option. */
  readonly needsPrices: boolean;
  /** Whose contracts or prices it watches. */
  readonly underlyings: readonly string[];
  /** Most lots of an entry, and of the entries of one command; 0 when it asked for none. */
  readonly lots: LotsAsked;
}

/** How much a strategy asks for at once, whole lots. */
export interface LotsAsked {
  readonly ofOrder: number;
  readonly ofCommand: number;
}

/** Of a trial that never came to its strategy. */
export const NOTHING_SEEN: Trial = {
  problems: [],
  warnings: [],
  needsPrices: false,
  underlyings: [],
  lots: { ofOrder: 0, ofCommand: 0 },
};

const MINUTE_MS = 60_000;
/** Watches start before the first session, as on a real day. */
const BEFORE_OPEN_MS = 15 * MINUTE_MS;

/**
 * Runs a strategy over a whole day of made-up prices in virtual time: its orders go nowhere and nothing fills. Code that
 * never returns is not ended here: a module is tried by `TrialThread`.
 */
export function tryStrategy(
  { strategy, params, path }: Pick<LoadedStrategy, 'strategy' | 'params' | 'path'>,
  { knowledge, day, mode, onlyStartAtMs }: TrialOptions,
): Trial {
  const { name } = strategy;
  const runId = `${name}@${day.date}/check`;
  const header = { runId, strategy: name, date: day.date, mode, account: 'check', seed: 'check' };
  const watches: Watch[] = [];
  const run = createRun({ strategy, params, header, day, history: NO_HISTORY });
  const market = new TrialMarket(knowledge, day);
  const commands: Command[] = [];
  const stage = { name, day, market, watches, commands };
  const failure =
    onlyStartAtMs === undefined
      ? playDay(run, stage)
      : (playTurn(stage, () => run.start(onlyStartAtMs)).failure ?? null);
  asTurn(name, () => {
    run.stop();
  });
  const unknown = new UnknownUnderlyings(knowledge.rules.underlyings);
  const unknowns = unknown
    .among(runId, watches)
    .map((of) =>
      problem(unknownUnderlyingText(of), { file: path, allowed: 'an underlying of the tables' }),
    );
  const isOfPrices = failure?.startsWith('SelectionError') === true;
  const failed =
    failure === null || isOfPrices
      ? []
      : [problem(`Strategy "${name}" fails: ${failure}`, { file: path })];
  const warnings = isOfPrices ? [`On made-up prices it fails: ${failure}`] : [];
  return {
    problems: [...failed, ...unknowns],
    warnings,
    needsPrices: watches.some(({ kind }) => kind !== 'contracts'),
    underlyings: [...new Set(watches.map(underlyingOf))],
    lots: lotsAsked(commands),
  };
}

function underlyingOf(watch: Watch): string {
  return watch.kind === 'contract' ? watch.contract.underlying : watch.underlying;
}

function lotsAsked(commands: readonly Command[]): LotsAsked {
  const ofEach = commands.map((command) =>
    (command.kind === 'place' ? command.orders : [])
      .filter(({ role }) => role === 'entry')
      .map(({ quantityUnits, contract }) => quantityUnits / contract.lotSizeUnits),
  );
  const sums = ofEach.map((lots) => lots.reduce((sum, one) => sum + one, 0));
  return { ofOrder: Math.max(0, ...ofEach.flat()), ofCommand: Math.max(0, ...sums) };
}

interface Stage {
  readonly name: string;
  readonly day: CalendarDay;
  readonly market: TrialMarket;
  readonly watches: Watch[];
  readonly commands: Command[];
}

/** Plays a day a minute at a time. Why the strategy failed; null when it did not. */
function playDay(run: StrategyRun, stage: Stage): string | null {
  const { day, market } = stage;
  const firstMs = day.sessions[0]?.startMs ?? 0;
  let turn = playTurn(stage, () => run.start(firstMs - BEFORE_OPEN_MS));
  for (const atMs of minutesOf(day)) {
    for (const input of market.inputsAt(atMs)) playTurn(stage, () => run.deliver(input));
    turn = playTurn(stage, () => run.advanceTo(atMs));
    if (turn.state !== 'running') break;
  }
  return turn.failure ?? null;
}

function playTurn({ name, market, watches, commands }: Stage, play: () => Turn): Turn {
  const turn = asTurn(name, play);
  commands.push(...turn.commands.map(({ command }) => command));
  watches.push(...(turn.watches ?? []));
  if (turn.watches !== null) market.watch(turn.watches);
  return turn;
}

function minutesOf({ sessions }: CalendarDay): readonly number[] {
  return sessions.flatMap(({ startMs, endMs }) =>
    Array.from(
      { length: Math.ceil((endMs - startMs) / MINUTE_MS) },
      (_, minute) => startMs + minute * MINUTE_MS,
    ),
  );
}

/** Level of every index, paise: high enough for the strikes of each. */
const LEVEL_PAISE = 2_450_000;
/** How far it goes up and down within an hour, paise. */
const SWING_PAISE = 15_000;
const PERIOD_MS = 3_600_000;
/** What an option at the money is worth beyond its inner value, paise, and how fast that falls with the distance. */
const TIME_VALUE_PAISE = 15_000;

/** Made once for all strategies that are tried with the same knowledge: it takes longer than the day of most of them. */
const listings = new WeakMap<MarketKnowledge, Listing>();

/** Made-up prices of what a run watches: an index that goes up and down, and options that follow it. Not a model of a market. */
class TrialMarket {
  readonly #listing: Listing;
  readonly #day: CalendarDay;
  readonly #listed = new Set<string>();
  #watches: readonly Watch[] = [];
  #isOpened = false;

  constructor(knowledge: MarketKnowledge, day: CalendarDay) {
    this.#listing = kept(listings, knowledge, () => {
      const { rules, calendar } = knowledge;
      return createListing({ rules, calendar, spotFor: () => LEVEL_PAISE });
    });
    this.#day = day;
  }

  watch(watches: readonly Watch[]): void {
    this.#watches = watches;
  }

  inputsAt(atMs: number): readonly Input[] {
    const inputs: Input[] = [];
    const seen = { observedAtMs: atMs, ageMsMax: 0 };
    if (!this.#isOpened) inputs.push({ atMs, kind: 'session-edge', edge: 'open' });
    this.#isOpened = true;
    for (const watch of this.#watches) {
      if (watch.kind === 'contract' || watch.kind === 'history') continue;
      if (this.#listed.has(watch.underlying)) continue;
      const { underlying } = watch;
      this.#listed.add(underlying);
      const contracts = this.#contracts(underlying);
      inputs.push({ atMs, kind: 'contracts-observed', underlying, contracts, seen });
    }
    const quotes = this.#quotesAt(atMs);
    if (quotes.length > 0) inputs.push({ atMs, kind: 'quotes-observed', quotes, seen });
    return inputs;
  }

  #quotesAt(atMs: number): readonly Quote[] {
    const spotPaise =
      LEVEL_PAISE + Math.round((SWING_PAISE * Math.sin((2 * Math.PI * atMs) / PERIOD_MS)) / 5) * 5;
    const quotes = new Map<string, Quote>();
    for (const watch of this.#watches) {
      for (const [symbol, lastPaise] of this.#pricesOf(watch, spotPaise)) {
        const isIndex = watch.kind === 'index';
        const [bidPaise, askPaise] = isIndex ? [null, null] : [lastPaise - 5, lastPaise + 5];
        quotes.set(symbol, { symbol, bidPaise, askPaise, lastPaise, atMs });
      }
    }
    return [...quotes.values()];
  }

  #pricesOf(watch: Watch, spotPaise: number): readonly (readonly [string, number])[] {
    switch (watch.kind) {
      case 'contracts':
      case 'history':
        return [];
      case 'index':
        return [[watch.underlying, spotPaise]];
      case 'contract':
        return [[watch.contract.symbol, priceOf(watch.contract, spotPaise)]];
      case 'chain':
        return this.#contracts(watch.underlying)
          .filter(({ expiry, kind }) => kind === 'option' && expiry === watch.expiry)
          .map((contract) => [contract.symbol, priceOf(contract, spotPaise)]);
    }
  }

  #contracts(underlying: string): readonly Contract[] {
    return this.#listing.contracts(underlying, this.#day.date);
  }
}

function priceOf({ strikePaise, optionType }: Contract, spotPaise: number): number {
  if (strikePaise === null) return spotPaise;
  const inner = optionType === 'CE' ? spotPaise - strikePaise : strikePaise - spotPaise;
  const away = Math.abs(spotPaise - strikePaise) / (2 * TIME_VALUE_PAISE);
  const worth = Math.max(0, inner) + TIME_VALUE_PAISE * Math.exp(-away);
  return Math.max(10, Math.round(worth / 5) * 5);
}
