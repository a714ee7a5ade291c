import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Repeats } from '../../model/runs/input.ts';
import { type UnusableQuotes } from '../../notices/polls-and-quotes.ts';
import { type RefusedQuote } from '../../ports/prices.ts';
import { type Desk } from '../desk.ts';
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

/** Shows each run those of the quotes that it watches. */
export function observeQuotes(
  desk: Desk,
  quotes: readonly Quote[],
  {
    seen,
    repeats,
  }: {
    readonly seen: Seen;
    readonly repeats: Repeats | null;
  },
): void {
  const further = repeats === null ? {} : { repeats };
  desk.shown.take(quotes);
  for (const run of desk.runs.all()) {
    if (run.state !== 'running') continue;
    const symbols = symbolsOf(desk, run.watches);
    const wanted = desk.shown.of(symbols);
    if (wanted.length === 0) continue;
    run.sawPrices = true;
    run.shown = wanted.length === symbols.size ? run.watches : null;
    desk.outbox.deliver(run.header.runId, {
      kind: 'quotes-observed',
      atMs: desk.nowMs,
      quotes: wanted,
      seen,
      ...further,
    });
  }
}

/** Reports quotes that a poll lacks, or that lost bid and ask: as critical where an open leg goes without for too long. */
export function tellRefusedQuotes(desk: Desk, refused: readonly RefusedQuote[]): void {
  const { refusedQuotes } = desk.polls;
  if (refused.length === 0 && refusedQuotes.any.isAway) return;
  refusedQuotes.take(refused, desk.nowMs);
  const isCritical = tellHeld(desk, refused);
  const key = refused.map(({ symbol, kind }) => `${symbol ?? ''} ${kind}`).sort();
  const telling = refusedQuotes.any.take(key.join('\n'), desk.nowMs);
  if (telling === null || isCritical) return;
  const quotes = unusable(refused);
  if (telling.kind === 'ends' || quotes === null) {
    desk.outbox.notice('quotes-usable', null, {});
    return;
  }
  const { kind, times: polls } = telling;
  desk.outbox.notice('quotes-unusable', null, { ...quotes, polls, isFirst: kind === 'begins' });
}

/** Whether open legs without a usable quote were reported. */
function tellHeld(desk: Desk, refused: readonly RefusedQuote[]): boolean {
  const { nowMs, limits, polls } = desk;
  const { refusedQuotes } = polls;
  const lines = desk.ledger
    .open()
    .filter(({ contract }) => refusedQuotes.forMs(contract.symbol, nowMs) > limits.quoteAgeMsMax);
  const [line] = lines;
  const key = lines.map(({ runId, leg }) => `${runId} ${leg}`).join('\n');
  const telling = refusedQuotes.held.take(key, nowMs);
  if (telling === null || line === undefined) return false;
  const { symbol } = line.contract;
  desk.outbox.notice('held-without-quote', line.runId, {
    symbol,
    seconds: Math.round(refusedQuotes.forMs(symbol, nowMs) / 1_000),
    leg: line.leg,
    moreLegs: lines.length - 1,
    quotes: unusable(refused.filter((one) => one.symbol === symbol)),
  });
  return true;
}

function unusable([first, ...others]: readonly RefusedQuote[]): UnusableQuotes | null {
  if (first === undefined) return null;
  return { symbol: first.symbol ?? null, problem: first.problem, more: others.length };
}
