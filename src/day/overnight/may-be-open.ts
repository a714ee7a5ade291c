import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { engineOfJournal } from '../journal/replay-journal.ts';
import { foldLastDay } from './fold-last-day.ts';

/** Whether what a journal was last written with leaves positions or starts open, or cannot be followed. Steps an engine through a day. */
export function mayBeOpen(
  journal: ReadableJournal,
  knowledge: Pick<MarketKnowledge, 'calendar'>,
): boolean {
  const date = journal.lastDate();
  if (date === null) return false;
  const last = foldLastDay(journal, date, () => engineOfJournal(journal, date, knowledge));
  if (!last.ok) return true;
  const { positions = [], untouched = [], starts = [] } = last.value ?? {};
  return positions.length + untouched.length + starts.length > 0;
}
