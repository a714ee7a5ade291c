import { type Watch } from '../model/input.ts';
import { type Desk } from './desk.ts';

/** Symbols whose prices are wanted: by runs, and by the engine for what it has to price. */
export function watchedSymbols(desk: Desk): ReadonlySet<string> {
  const symbols = new Set<string>();
  for (const run of desk.runs.all()) {
    if (run.state !== 'running') continue;
    addSymbols(desk, run.watches, symbols);
  }
  for (const intent of desk.intents.live()) symbols.add(intent.order.contract.symbol);
  for (const line of desk.ledger.all()) {
    if (line.position.netUnits !== 0) symbols.add(line.contract.symbol);
  }
  return symbols;
}

/** Symbols that watches ask for. A chain needs the index first, and gets its options when the level is known. */
export function symbolsOf(desk: Desk, watches: readonly Watch[]): ReadonlySet<string> {
  const symbols = new Set<string>();
  addSymbols(desk, watches, symbols);
  return symbols;
}

function addSymbols(desk: Desk, watches: readonly Watch[], symbols: Set<string>): void {
  for (const watch of watches) {
    if (watch.kind === 'index') symbols.add(watch.underlying);
    if (watch.kind === 'contract') symbols.add(watch.contract.symbol);
    if (watch.kind !== 'chain') continue;
    symbols.add(watch.underlying);
    const spot = desk.quotes.last(watch.underlying);
    if (spot === null) continue;
    for (const { symbol } of desk.contracts.around(watch, spot.lastPaise)) symbols.add(symbol);
  }
}

/** Underlyings whose contracts are wanted by running runs. Sorted. */
export function watchedUnderlyings(desk: Desk): readonly string[] {
  const underlyings = new Set<string>();
  for (const run of desk.runs.running()) {
    for (const watch of run.watches) {
      if (watch.kind === 'contracts' || watch.kind === 'chain') underlyings.add(watch.underlying);
    }
  }
  return [...underlyings].sort();
}

/** Whether a run wants the contracts of an underlying. */
export function wantsContracts(watches: readonly Watch[], underlying: string): boolean {
  return watches.some(
    (watch) =>
      (watch.kind === 'contracts' || watch.kind === 'chain') && watch.underlying === underlying,
  );
}
