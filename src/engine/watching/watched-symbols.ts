import { type Contract } from '../../model/market/contract.ts';
import { type Watch } from '../../model/runs/input.ts';
import { type Desk } from '../desk.ts';
import { type Symbols, type WatchedHistory } from './watched-book.ts';

const NO_OPTIONS: readonly Contract[] = [];
const NONE: readonly (readonly Contract[])[] = [];

/** Symbols whose prices are wanted: by runs, and by the engine for what it has to price. */
export function watchedSymbols(desk: Desk): Symbols {
  const ofWatches = (watches: readonly Watch[]): ReadonlySet<string> => symbolsOf(desk, watches);
  const kept = desk.watched.current(desk, ofWatches);
  if (kept !== null) return kept;
  const causes: unknown[] = [desk.intents.version, desk.ledger.version];
  for (const run of desk.runs.all()) {
    if (run.state === 'running') causes.push(symbolsOf(desk, run.watches));
  }
  const make = (): ReadonlySet<string> => allSymbols(desk);
  return desk.watched.symbols(desk, { causes, symbolsOf: ofWatches, make });
}

/** Symbols that watches ask for. A chain needs the index first, and gets its options when the level is known. */
export function symbolsOf(desk: Desk, watches: readonly Watch[]): ReadonlySet<string> {
  let options: (readonly Contract[])[] | null = null;
  for (const watch of watches) {
    if (watch.kind === 'chain') (options ??= []).push(optionsOf(desk, watch));
  }
  return desk.watched.symbolsOf(watches, options ?? NONE, () => namesIn(watches, options ?? NONE));
}

function allSymbols(desk: Desk): ReadonlySet<string> {
  const symbols = new Set<string>();
  for (const run of desk.runs.all()) {
    if (run.state !== 'running') continue;
    for (const symbol of symbolsOf(desk, run.watches)) symbols.add(symbol);
  }
  for (const intent of desk.intents.live()) symbols.add(intent.order.contract.symbol);
  for (const line of desk.ledger.all()) {
    if (line.position.netUnits !== 0) symbols.add(line.contract.symbol);
  }
  return symbols;
}

function namesIn(
  watches: readonly Watch[],
  chains: readonly (readonly Contract[])[],
): ReadonlySet<string> {
  const symbols = new Set<string>();
  for (const watch of watches) {
    if (watch.kind === 'index' || watch.kind === 'chain') symbols.add(watch.underlying);
    if (watch.kind === 'contract') symbols.add(watch.contract.symbol);
  }
  for (const options of chains) for (const { symbol } of options) symbols.add(symbol);
  return symbols;
}

function optionsOf(desk: Desk, chain: Extract<Watch, { kind: 'chain' }>): readonly Contract[] {
  const spot = desk.quotes.last(chain.underlying);
  return spot === null ? NO_OPTIONS : desk.contracts.around(chain, spot.lastPaise);
}

/** Underlyings whose contracts are wanted by running runs. Sorted. */
export function watchedUnderlyings(desk: Pick<Desk, 'runs' | 'watched'>): readonly string[] {
  return desk.watched.underlyings(desk.runs.all(), () => {
    const underlyings = new Set<string>();
    for (const { watches } of desk.runs.running()) {
      for (const watch of watches) {
        if (watch.kind === 'contracts' || watch.kind === 'chain') underlyings.add(watch.underlying);
      }
    }
    return [...underlyings].sort();
  });
}

/** Bars of the past that running runs want, and which run each. */
export function watchedHistories(desk: Pick<Desk, 'runs' | 'watched'>): readonly WatchedHistory[] {
  return desk.watched.histories(desk.runs.all(), () =>
    desk.runs.running().flatMap(({ header: { runId }, watches }) =>
      watches.flatMap((watch) => {
        if (watch.kind !== 'history') return [];
        const { underlying, minutes, count, beforeMs } = watch;
        return { runId, asked: { underlying, minutes, count, beforeMs } };
      }),
    ),
  );
}

/** Whether a run wants the contracts of an underlying. */
export function wantsContracts(watches: readonly Watch[], underlying: string): boolean {
  return watches.some(
    (watch) =>
      (watch.kind === 'contracts' || watch.kind === 'chain') && watch.underlying === underlying,
  );
}
