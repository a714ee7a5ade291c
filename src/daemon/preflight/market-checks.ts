import { istClock } from '../../model/time/ist.ts';
import { CALENDAR_NEXT } from '../../notices/day.ts';
import { endingTables } from '../../loading/tables/table-states.ts';
import { seriesOf } from './contract-snapshot.ts';
import { type DriftQuestion, expectedChanges, findDrift } from './find-drift.ts';
import { type CheckAnswer, go, noGo, notChecked } from './finding.ts';
import { type PreflightSight } from './sight.ts';

/** Polls of contracts may fail for so long before entries are kept back: single answers get lost. */
const CONTRACTS_FAIL_MS_MAX = 30_000;
/** Sentences of one finding that are shown; the rest is counted. */
const SHOWN_MAX = 5;

/** Whether the contracts of every watched underlying are listed today. */
export function checkContracts({ contracts, day, nowMs }: PreflightSight): CheckAnswer {
  if (contracts.size === 0) return notChecked('no contracts were polled yet');
  const wrong: string[] = [];
  const right: string[] = [];
  const open: string[] = [];
  for (const [underlying, sight] of contracts) {
    if (sight.state === 'failed') {
      const isLong = nowMs - sight.sinceMs >= CONTRACTS_FAIL_MS_MAX;
      (isLong ? wrong : open).push(`${underlying}: ${sight.detail}`);
      continue;
    }
    const listed = sight.contracts.filter(({ expiry }) => expiry >= day.date).length;
    if (listed > 0) right.push(`${underlying} ${String(listed)}`);
    else wrong.push(`${underlying}: none expires on ${day.date} or later`);
  }
  if (wrong.length > 0) {
    const next = 'sauda contracts UNDERLYING shows the list; look at the platform';
    return noGo(brief(wrong), 'contracts that expire today or later', next);
  }
  return open.length > 0 ? notChecked(brief(open)) : go(`listed: ${right.join(', ')}`);
}

/** Whether lots, ticks, freeze quantities and expiries are as the tables and the day before have them. */
export function checkDrift(sight: PreflightSight): CheckAnswer {
  const questions = driftQuestions(sight);
  if (questions.length === 0) return notChecked('no contracts are known yet');
  const drifts = questions.flatMap(findDrift);
  if (drifts.length > 0) {
    const next =
      'Compare with the circulars, then: sauda tables update FILE; with "preflight.leaveOut: [drift]" entries go all the same';
    return noGo(brief(drifts), 'what the market tables say', next);
  }
  const changes = questions.flatMap(expectedChanges);
  if (sight.earlier === null) return go('as the market tables say; no earlier day is known');
  const since = `since ${sight.earlier.date}`;
  if (changes.length === 0) return go(`as the market tables say; nothing changed ${since}`);
  return go(`as the market tables say; changed ${since}: ${brief(changes)}`);
}

function driftQuestions({
  contracts,
  earlier,
  day,
  knowledge,
}: PreflightSight): readonly DriftQuestion[] {
  return [...contracts].flatMap(([underlying, sight]): DriftQuestion[] => {
    if (sight.state !== 'listed') return [];
    const before = earlier?.underlyings[underlying] ?? null;
    const { rules } = knowledge;
    const series = seriesOf(sight.contracts);
    return [{ underlying, date: day.date, series, earlier: before, rules }];
  });
}

/** Which hours the exchange has today. Special ones are shown; they keep nothing back unless they are not verified in live. */
export function checkHours({ day, mode }: PreflightSight): CheckAnswer {
  const hours = day.sessions
    .map(({ startMs, endMs }) => `${shortClock(startMs)} to ${shortClock(endMs)}`)
    .join(' and ');
  if (day.occasion === null) return go(`${hours} IST`);
  const found = `special hours: ${day.occasion}, ${hours === '' ? 'hours unknown' : `${hours} IST`}`;
  if (day.isVerified || mode !== 'live') return go(found);
  return noGo(`${found}, not verified`, 'verified hours', CALENDAR_NEXT);
}

function shortClock(atMs: number): string {
  return istClock(atMs).slice(0, 5);
}

/** Whether calendar and tables cover today. Tables that have ended are shown and keep nothing back: they may still be right. */
export function checkCoverage({ day, mode, knowledge }: PreflightSight): CheckAnswer {
  const { verifiedThrough } = knowledge.calendar;
  if (!day.isVerified) {
    const found = `the calendar is not verified for ${day.date}`;
    if (mode !== 'live') return go(`${found}: hours may be wrong`);
    return noGo(found, `dates through ${verifiedThrough}`, CALENDAR_NEXT);
  }
  const over = endingTables(knowledge.tables, day.date).filter(({ isOver }) => isOver);
  const tables = over.map(
    ({ tables: names, through }) => `${names.join(', ')} ended on ${through}`,
  );
  const calendar = `calendar verified through ${verifiedThrough}`;
  return go(tables.length === 0 ? calendar : `${calendar}; ${tables.join('; ')}`);
}

/** A few of many sentences. */
export function brief(sentences: readonly string[]): string {
  const shown = sentences.slice(0, SHOWN_MAX).join('; ');
  const left = sentences.length - SHOWN_MAX;
  return left > 0 ? `${shown}; and ${String(left)} more` : shown;
}
