import { type Desk } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { type Run } from '../lifecycle/run-book.ts';
import { isPriceAwaited } from '../lull.ts';
import { firstProofMs } from '../reconciling/seek-absence.ts';
import { observeQuotes } from './observe-market.ts';
import { symbolsOf, watchedSymbols } from './watched-symbols.ts';

/** Says of what prices are to be pushed, whenever that changes. */
export function wantPushes(desk: Desk): void {
  const { pushes } = desk;
  // A look of this very instant that would bring the same counts as made once all else was looked at.
  desk.quotes.passTo(desk.nowMs + 1);
  const { set, sorted } = watchedSymbols(desk);
  const isEach = set.size > 0 && isEachWanted(desk);
  const symbols = isSame(pushes.symbols, sorted) ? pushes.symbols : sorted;
  if (pushes.symbols === symbols && pushes.isEach === isEach) return;
  pushes.symbols = symbols;
  pushes.isEach = isEach;
  desk.outbox.watchPrices({ symbols, everyMs: desk.limits.quotesPollMs, isEach });
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((symbol, place) => symbol === right[place]);
}

/** Whether each push is wanted at its time: it may lead to something here, or a run has to be shown it. */
function isEachWanted(desk: Desk): boolean {
  if (!desk.pushes.isWhole || isPriceAwaited(desk) || firstProofMs(desk) !== Infinity) return true;
  return desk.runs.all().some((run) => run.state === 'running' && needsShowing(desk, run));
}

/** A run takes by itself what it was shown last, not what it watches since, nor what the level of its index decides. */
function needsShowing(desk: Desk, run: Run): boolean {
  if (run.watches.some(({ kind }) => kind === 'chain')) return true;
  return run.shown !== run.watches && symbolsOf(desk, run.watches).size > 0;
}

/** Takes in prices that were pushed, and shows them to runs that do not take them by themselves. */
export function takePush(desk: Desk, event: Extract<EngineEvent, { kind: 'prices-pushed' }>): void {
  const { quotes, repeats, atMs, isPassedOver = false } = event;
  const state = desk.polls.state('quotes');
  state.lastStartedAtMs = atMs;
  state.lastGoodAtMs = atMs;
  state.lastReadAtMs = atMs;
  desk.pushes.isWhole = quotes.length === desk.pushes.symbols.length;
  desk.profits.isDue = true;
  desk.quotes.observe(quotes, atMs, repeats);
  if (isPassedOver) return;
  observeQuotes(desk, quotes, { seen: { observedAtMs: atMs, ageMsMax: 0 }, repeats });
}
