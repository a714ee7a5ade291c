import { type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { runName } from '../../model/runs/run.ts';
import { type FactsOf, type Notice, noticeOf } from '../../notices/notice.ts';
import { foldLastDay, type LastDay, type MakeEngine } from './fold-last-day.ts';
import { type LeftUnderAnotherDate } from '../../recovery/carried-over.ts';
import { type ReadableJournal } from '../../ports/journal.ts';

/** Why new risk must wait for the operator, and what is reported of it. */
export interface Unsure {
  /** The reason of the halt, for people. */
  readonly detail: string;
  readonly notice: Notice;
}

/** What a day that was written last is known to have left; or why that is not known. */
export type LeftByDay = Result<LastDay | null, FactsOf<'earlier-day-unreadable'>>;

/**
 * Why the books of a day cannot be trusted after what was written last: it cannot be followed, or it has another date than
 * the days before this one and left something; null where they can. The halt outlasts the day, until the operator resumes.
 */
export function whyUnsure(last: LeftByDay, today: IstDate, isTakenOver = true): Unsure | null {
  if (!last.ok) {
    const { date } = last.error;
    const detail = `the journal of ${date} cannot be followed: what it left open is not known. Look at the broker and the platform`;
    return { detail, notice: noticeOf('earlier-day-unreadable', null, last.error) };
  }
  if (last.value === null || (last.value.date < today && isTakenOver)) return null;
  const { date } = last.value;
  const left = namesLeft(last.value);
  if (left.length === 0) return null;
  const detail = `the journal was last written under ${date}, which left ${left.join(', ')}: a clock was wrong. Look at the broker and the platform`;
  return { detail, notice: noticeOf('left-under-another-date', null, { date, left, isTakenOver }) };
}

/** What a continued day is found with. */
interface FoundContinued {
  readonly left: LeftUnderAnotherDate | null;
  readonly begunAnew: string | null;
}

/** How a continued day is judged, and where it is reported. */
interface Doubting {
  readonly today: IstDate;
  readonly makeEngine: MakeEngine;
  readonly note: (notice: Notice) => void;
}

/** What a day that continues is found with: where another date was written since, it can take over nothing of that. */
export function withDoubt<Found extends FoundContinued>(
  journal: ReadableJournal,
  found: Found,
  { today, makeEngine, note }: Doubting,
): Found {
  if (found.left === null) return found;
  const last = foldLastDay(journal, found.left.date, makeEngine);
  const unsure = whyUnsure(last, today, false);
  if (unsure === null) return found;
  note(unsure.notice);
  return { ...found, begunAnew: found.begunAnew ?? unsure.detail };
}

function namesLeft({ positions, untouched, starts }: LastDay): readonly string[] {
  const legs = positions.map(({ runId, position }) => ({ name: runName(runId), ...position }));
  const before = untouched.flatMap(({ name, positions: of }) =>
    of.map((leg) => ({ name, ...leg })),
  );
  return [
    ...[...legs, ...before].map(({ name, leg, contract, netUnits }) => {
      return `${name}/${leg} (${String(netUnits)} units of ${contract.symbol})`;
    }),
    ...starts.map(({ runId, detail }) => `${runName(runId)}: ${detail}`),
  ];
}
