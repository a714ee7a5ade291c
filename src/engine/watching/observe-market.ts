import { counted } from '../../base/counted.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type ComingQuotes, type Quote, type QuotesAhead } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Repeats } from '../../model/runs/input.ts';
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

/** Tells of quotes that were left out of a poll, or lost their bid and ask: as critical where a held leg goes without for too long. */
export function tellRefusedQuotes(desk: Desk, refused: readonly RefusedQuote[]): void {
  const { refusedQuotes } = desk.polls;
  refusedQuotes.take(refused, desk.nowMs);
  const isCritical = tellHeld(desk, refused);
  const key = refused.map(({ symbol, kind }) => `${symbol ?? ''} ${kind}`).sort();
  const telling = refusedQuotes.any.take(key.join('\n'), desk.nowMs);
  if (telling === null || isCritical) return;
  if (telling.kind === 'ends') {
    desk.outbox.notice('info', null, 'All quotes can be used again');
    return;
  }
  const still = telling.kind === 'begins' ? '' : `, in ${counted(telling.times, 'poll')} so far`;
  desk.outbox.notice('warning', null, `Quotes cannot be used${still}: ${inWords(refused)}`);
}

/** Whether held legs without a usable quote were told of. */
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
  const seconds = String(Math.round(refusedQuotes.forMs(symbol, nowMs) / 1_000));
  const why = inWords(refused.filter((one) => one.symbol === symbol));
  const more = lines.length === 1 ? '' : `, and ${counted(lines.length - 1, 'more leg')}`;
  const message = `No usable quote of ${symbol} for ${seconds} s, and leg "${line.leg}" is held in it${more}: ${why}. Stops that rest on the platform stand; exits and limits of loss go by the last price that was known. Look at the feed of prices`;
  desk.outbox.notice('critical', line.runId, message);
  return true;
}

function inWords([first, ...others]: readonly RefusedQuote[]): string {
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : `, and ${String(others.length)} more`;
  return `${first.symbol ?? 'a record without a symbol'} (${first.problem})${more}`;
}
