import { type Repeats } from '../../model/runs/input.ts';
import { MINUTE_MS } from '../../model/time/ist.ts';
import { type QuotesOutcome } from '../../ports/prices.ts';
import { movedBy } from '../closing/reprice-exit.ts';
import { type Desk, type Timed } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { type Run } from '../lifecycle/run-book.ts';
import { type PriceBand } from '../judging/order-terms.ts';
import { isEachAwaited } from '../lull.ts';
import { isCalm } from '../polling/held-polls.ts';
import { firstProofMs } from '../reconciling/seek-absence.ts';
import { observeQuotes, tellRefusedQuotes } from './observe-market.ts';
import { symbolsOf, watchedSymbols } from './watched-symbols.ts';

const NO_BANDS: readonly PriceBand[] = [];

/** Says what prices are wanted, whenever that changes. */
export function wantPrices(desk: Desk): void {
  const { wanted } = desk;
  // A look of this very instant that would bring the same counts as made once all else was looked at.
  confirmQuotes(desk, desk.nowMs + 1);
  const { set, sorted } = watchedSymbols(desk);
  wanted.sinceMs = set.size > 0 ? wantedSince(desk) : null;
  const awaited = set.size > 0 ? awaitedBands(desk) : NO_BANDS;
  const isEach = awaited === null;
  const bands = keptBands(wanted.bands, awaited ?? NO_BANDS);
  const leaveOutUntilMs = leadToNothing(desk) ? wanted.leftOutUntilMs : null;
  const symbols = isSame(wanted.symbols, sorted) ? wanted.symbols : sorted;
  const isAsBefore =
    wanted.isEach === isEach &&
    wanted.bands === bands &&
    wanted.leaveOutUntilMs === leaveOutUntilMs;
  if (wanted.symbols === symbols && isAsBefore) return;
  const prices = { symbols, isEach, bands, leaveOutUntilMs };
  Object.assign(wanted, prices);
  desk.outbox.watchPrices({ ...prices, everyMs: desk.limits.quotesPollMs });
}

function wantedSince({ wanted, nowMs }: Pick<Desk, 'wanted' | 'nowMs'>): number {
  return wanted.sinceMs ?? nowMs;
}

/** Takes prices as confirmed for as long as they are known to stand. */
export function confirmQuotes(desk: Pick<Desk, 'quotes' | 'polls'>, nowMs: number): void {
  const atMs = desk.quotes.passTo(nowMs);
  if (atMs === null) return;
  const state = desk.polls.state('quotes');
  state.lastGoodAtMs = atMs;
  state.lastReadAtMs = atMs;
}

/** Takes in what a look at prices brought, and shows it to the runs that do not take it by themselves. */
export function takeQuotes(
  desk: Desk,
  event: Extract<EngineEvent, { kind: 'poll-ended' }> & { readonly subject: 'quotes' },
  { value, refused = [] }: Extract<QuotesOutcome, { kind: 'accepted' }>,
): void {
  const { startedAtMs, isPassedOver = false } = event;
  const repeats = repeatsOf(desk, event.holdsUntilMs);
  desk.wanted.isWhole = value.length === desk.wanted.symbols.length;
  desk.wanted.leftOutUntilMs = repeats === null ? null : leftOutUntilMs(desk, repeats.untilMs);
  desk.wanted.attempts = desk.outbox.attempts;
  tellRefusedQuotes(desk, refused);
  desk.quotes.observe(value, startedAtMs, repeats);
  if (isPassedOver) return;
  const seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - startedAtMs };
  observeQuotes(desk, value, { seen, repeats });
}

/** How further looks would bring the same. Some look of each minute is always made: runs see every price in it. */
function repeatsOf(desk: Timed & Pick<Desk, 'day'>, holdsUntilMs = -Infinity): Repeats | null {
  const { nowMs, day, limits } = desk;
  if (holdsUntilMs <= nowMs) return null;
  const session = day.sessions.find(({ endMs }) => nowMs < endMs);
  const untilMs = Math.min(
    holdsUntilMs,
    (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS,
    session?.endMs ?? -Infinity,
  );
  return untilMs > nowMs ? { everyMs: limits.quotesPollMs, untilMs } : null;
}

/** Looks count for orders that are looked for: they are made again a little before an order may be proven absent. */
function leftOutUntilMs(desk: Timed & Pick<Desk, 'doubts'>, standsUntilMs: number): number | null {
  const untilMs = Math.min(standsUntilMs, firstProofMs(desk) - 2 * desk.limits.quotesPollMs);
  return untilMs > desk.nowMs ? untilMs : null;
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((symbol, place) => symbol === right[place]);
}

/**
 * Which pushes are wanted at their time: those in which a price leaves its band. Null where each is, since it may lead to
 * something here, or a run has to be shown it.
 */
function awaitedBands(desk: Desk): readonly PriceBand[] | null {
  if (!desk.wanted.isWhole || isEachAwaited(desk) || firstProofMs(desk) !== Infinity) return null;
  const isShown = desk.runs.all().some((run) => run.state === 'running' && needsShowing(desk, run));
  if (isShown) return null;
  return desk.squareOffs.active().length === 0 ? NO_BANDS : bandsOfExits(desk);
}

function bandsOfExits(desk: Desk): readonly PriceBand[] | null {
  const bands: PriceBand[] = [];
  for (const intent of desk.intents.live()) {
    if (intent.origin !== 'square-off') continue;
    const moved = movedBy(desk, intent);
    if (moved === 'each') return null;
    if (moved !== 'none') bands.push(moved);
  }
  return bands;
}

/** Those before where they are the same: by them it is known that nothing has changed. */
function keptBands(
  before: readonly PriceBand[],
  bands: readonly PriceBand[],
): readonly PriceBand[] {
  const isSame = bands.every(({ symbol, side, fromPaise, toPaise }, place) => {
    const other = before[place];
    if (other?.symbol !== symbol || other.side !== side) return false;
    return other.fromPaise === fromPaise && other.toPaise === toPaise;
  });
  return isSame && before.length === bands.length ? before : bands;
}

/** Whether looks that bring the same lead to nothing: nothing of ours is under way, or was since the last one. */
function leadToNothing(desk: Desk): boolean {
  return desk.wanted.attempts === desk.outbox.attempts && isCalm(desk);
}

/** A run takes by itself what it was shown last, not what it watches since, nor what the level of its index decides. */
function needsShowing(desk: Desk, run: Run): boolean {
  if (run.watches.some(({ kind }) => kind === 'chain')) return true;
  return run.shown !== run.watches && symbolsOf(desk, run.watches).size > 0;
}
