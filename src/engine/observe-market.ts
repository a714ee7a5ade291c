import { type Contract } from '../model/contract.ts';
import { type Repeats } from '../model/input.ts';
import { type Seen } from '../model/order-event.ts';
import { type Quote } from '../model/quote.ts';
import { type ComingQuotes, type QuotesAhead } from '../model/coming-quotes.ts';
import { type Desk } from './desk.ts';
import { symbolsOf, wantsContracts } from './watched-symbols.ts';

/** Takes in contracts and shows them to the runs that want them. */
export function observeContracts(
  desk: Desk,
  observed: {
    readonly underlying: string;
    readonly contracts: readonly Contract[];
    readonly seen: Seen;
  },
): void {
  const { underlying, contracts, seen } = observed;
  desk.contracts.observe(underlying, { contracts, seen });
  for (const run of desk.runs.running()) {
    if (wantsContracts(run.watches, underlying)) {
      showContracts(desk, run.header.runId, underlying);
    }
  }
}

/** Shows a run the contracts that are held, with the age that they have. */
export function showContracts(desk: Desk, runId: string, underlying: string): void {
  const held = desk.contracts.of(underlying);
  if (held === undefined) return;
  desk.outbox.deliver(runId, {
    kind: 'contracts-observed',
    atMs: desk.nowMs,
    underlying,
    contracts: held.contracts,
    seen: held.seen,
  });
}

/** Takes in quotes and shows each run those that it watches. */
export function observeQuotes(
  desk: Desk,
  quotes: readonly Quote[],
  {
    seen,
    repeats,
    coming,
    ahead,
  }: {
    readonly seen: Seen;
    readonly repeats: Repeats | null;
    readonly coming: ComingQuotes | null;
    readonly ahead: QuotesAhead | null;
  },
): void {
  desk.quotes.observe(quotes, seen.observedAtMs - seen.ageMsMax, coming);
  const further = {
    ...(repeats === null ? {} : { repeats }),
    ...(ahead === null ? {} : { ahead }),
  };
  for (const run of desk.runs.all()) {
    if (run.state !== 'running') continue;
    const symbols = symbolsOf(desk, run.watches);
    const wanted = quotes.filter(({ symbol }) => symbols.has(symbol));
    if (wanted.length === 0) continue;
    run.sawPrices = true;
    run.foresees = ahead === null ? null : run.watches;
    desk.outbox.deliver(run.header.runId, {
      kind: 'quotes-observed',
      atMs: desk.nowMs,
      quotes: wanted,
      seen,
      ...further,
    });
  }
}
