import { isInScope } from '../model/orders/command.ts';
import { type FactsOf } from '../notices/notice.ts';
import { type DayNote } from '../results/backtest-result.ts';
import { factsOf } from './day-notes.ts';

/**
 * Notes of a day without the trouble that is none: a bought option that no one bid for before it expired worthless puts nothing at risk.
 * One that had a value, a sold one and one with another left beside it stay trouble.
 *
 * @param worthless - symbols of bought contracts that were settled at nothing
 */
export function notesOfWorthless(
  notes: readonly DayNote[],
  worthless: ReadonlySet<string>,
): readonly DayNote[] {
  if (worthless.size === 0) return notes;
  return notes.map((note) =>
    isOfWorthless(note, { notes, worthless }) ? { ...note, kind: 'warning' } : note,
  );
}

interface Left {
  readonly notes: readonly DayNote[];
  readonly worthless: ReadonlySet<string>;
}

function isOfWorthless(note: DayNote, left: Left): boolean {
  const { worthless } = left;
  const held = factsOf(note, 'held-at-close');
  if (held !== null) return held.units > 0 && worthless.has(held.symbol);
  const notFlat = factsOf(note, 'not-flat');
  if (notFlat !== null) {
    const all = notFlat.legs.flatMap((leg) => leg.held);
    const hasMore = notFlat.legs.some((leg) => leg.held.length === 0 || leg.isPaused);
    return !hasMore && all.every(({ units, symbol }) => units > 0 && worthless.has(symbol));
  }
  const open = factsOf(note, 'not-squared-off-at-close');
  return open?.expires === true && legsLeft(note, open, left).every(Boolean);
}

/** Of each leg of a square-off that is left at the close, whether it is worthless. */
function legsLeft(
  { strategy }: DayNote,
  { scope }: FactsOf<'not-squared-off-at-close'>,
  left: Left,
): readonly boolean[] {
  return left.notes.flatMap((note) => {
    const held = factsOf(note, 'held-at-close');
    const isMeant = held !== null && note.strategy === strategy && isInScope(held.leg, scope);
    return isMeant ? isOfWorthless(note, left) : [];
  });
}
