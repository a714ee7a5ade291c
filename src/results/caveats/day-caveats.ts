import { counted, namedSome } from '../../base/counted.ts';
import { istClock } from '../../model/time/ist.ts';
import { type BacktestDay, type BacktestResult, type DayNote } from '../backtest-result.ts';
import { isOfClosedSources } from './before-figures.ts';

/** Dates that are named; the others are counted. */
const DATES_NAMED_MAX = 5;
/** Different warnings, or different failures, that are listed. */
const TOLD_MAX = 5;

/** What a reader must know of the days before any figure, a sentence each: what did not run, what failed, what is doubtful. */
export function dayCaveats({
  days,
  daysNotReached,
}: Pick<BacktestResult, 'days' | 'daysNotReached'>): readonly string[] {
  const ofStatus = (status: BacktestDay['status']): readonly BacktestDay[] =>
    days.filter((day) => day.status === status);
  const withProblems = ofStatus('ran-with-problems');
  return [
    ...(daysNotReached > 0
      ? [`The backtest was stopped: ${counted(daysNotReached, 'day')} did not run.`]
      : []),
    ...failures(days),
    ...withoutData(days),
    ...told('Could not be run to the end, not included', ofStatus('failed')),
    ...told('Trading days without prices, not included', ofStatus('missing')),
    ...told('Left out', ofStatus('skipped')),
    ...told('Prices with problems, included', withNote(days, 'prices')),
    ...told('Other problems (the list of dates has them), included', [
      ...withProblems.filter(({ notes = [] }) => notes.some(({ kind }) => kind === 'trouble')),
    ]),
    // A result of an older program does not say what its problems are.
    ...told(
      'Problems (the list of dates has them), included',
      withProblems.filter(({ notes }) => notes === undefined),
    ),
    ...told(
      'A limit closed positions or kept entries back, as it should (the list of dates says which)',
      withNote(days, 'limit'),
    ),
    ...silentSources(days),
    ...warnings(days),
  ];
}

function withNote(days: readonly BacktestDay[], kind: DayNote['kind']): readonly BacktestDay[] {
  return days.filter(({ notes = [] }) => notes.some((note) => note.kind === kind));
}

function told(words: string, days: readonly BacktestDay[]): readonly string[] {
  if (days.length === 0) return [];
  const dates = days.map(({ date }) => date);
  return [`${words}: ${namedSome(dates, DATES_NAMED_MAX)}.`];
}

/** Strategies that failed: on how many days, and why the first time. What had been traded by then is counted. */
function failures(days: readonly BacktestDay[]): readonly string[] {
  const ran = days.filter(({ status }) => status !== 'missing' && status !== 'skipped').length;
  const groups = grouped(days, 'strategy-failed', ({ strategy }) => strategy ?? '');
  return listed(
    groups,
    ({ first, date, count }) =>
      `${first.strategy ?? 'A strategy'} failed on ${String(count)} of ${counted(ran, 'day')} that ran, included as far as they went: first on ${date}${clockOf(first)}: ${whyFailed(first)}.`,
  );
}

/** Without the words that say so already. */
function whyFailed({ code, facts, message }: DayNote): string {
  const isFailure = code === 'strategy-failed';
  return (isFailure ? (facts as { readonly detail?: string } | null)?.detail : null) ?? message;
}

/** Strategies that had no data: on how many days, and what was missing the first time. */
function withoutData(days: readonly BacktestDay[]): readonly string[] {
  const groups = grouped(days, 'no-data', ({ strategy }) => strategy ?? '');
  return listed(
    groups,
    ({ first, date, count }) =>
      `${first.strategy ?? 'A strategy'} had no data to trade on, on ${String(count)} of ${counted(days.length, 'day')}, all included: first on ${date}: ${first.message}.`,
  );
}

/** Own sources that said nothing for too long: on how many days, and when the first time. */
function silentSources(days: readonly BacktestDay[]): readonly string[] {
  const ran = days.filter(({ status }) => status !== 'missing' && status !== 'skipped').length;
  const sourceOf = ({ facts }: DayNote): string =>
    (facts as { readonly source?: string } | null)?.source ?? '';
  const keyOf = (note: DayNote): string | null =>
    isSilence(note) ? `${note.strategy ?? ''}\n${sourceOf(note)}` : null;
  return listed(
    grouped(days, 'warning', keyOf),
    ({ first, date, count }) =>
      `Source "${sourceOf(first)}" of ${first.strategy ?? 'a strategy'} was silent while the exchange traded on ${String(count)} of ${counted(ran, 'day')} that ran, included: what is decided by it did nothing meanwhile, exits too; first on ${date}${clockOf(first)}.`,
  );
}

function isSilence({ code }: DayNote): boolean {
  return code === 'source-stale';
}

/** Warnings that did not change a day's status: each once, with its count, and the strategy where several have it. */
function warnings(days: readonly BacktestDay[]): readonly string[] {
  const key = (note: DayNote): string | null =>
    isSilence(note) || isOfClosedSources(note) ? null : `${note.strategy ?? ''}\n${note.message}`;
  const kinds = ['warning', 'alert'] as const;
  const groups = kinds.flatMap((kind) => grouped(days, kind, key));
  return listed(groups, ({ first, date, count, times }) => {
    const { strategy, message } = first;
    const isShared = groups.some(
      (group) => group.first !== first && group.first.message === message,
    );
    const of = isShared && strategy !== null ? `, ${strategy}` : '';
    const often =
      times === 1 ? 'once' : `${String(times)} times on ${counted(count, 'day')}, first`;
    return `${message} (${often} on ${date}${clockOf(first)}${of}).`;
  });
}

interface Group {
  readonly first: DayNote;
  readonly date: string;
  readonly count: number;
  readonly times: number;
}

function grouped(
  days: readonly BacktestDay[],
  kind: DayNote['kind'],
  keyOf: (note: DayNote) => string | null,
): readonly Group[] {
  const groups = new Map<string, Group & { readonly last: string }>();
  for (const { date, notes = [] } of days) {
    for (const note of notes) {
      const key = note.kind === kind ? keyOf(note) : null;
      if (key === null) continue;
      const group = groups.get(key) ?? { first: note, date, count: 0, times: 0, last: '' };
      const count = group.count + (group.last === date ? 0 : 1);
      groups.set(key, { ...group, count, times: group.times + note.times, last: date });
    }
  }
  return [...groups.values()];
}

/** A sentence for each of the first groups, and how many more there are. */
function listed(groups: readonly Group[], say: (group: Group) => string): readonly string[] {
  const unsaid = groups.length - TOLD_MAX;
  return [
    ...groups.slice(0, TOLD_MAX).map(say),
    ...(unsaid > 0 ? [`${String(unsaid)} more like these in the list of dates.`] : []),
  ];
}

function clockOf({ atMs }: DayNote): string {
  return atMs === null ? '' : ` at ${istClock(atMs)}`;
}

/** What stands in place of a net. */
export const NO_DAY_RAN = 'No day ran';

/** Different reasons that are given. */
const REASONS_MAX = 5;
const ORDER: readonly BacktestDay['status'][] = ['failed', 'missing', 'skipped'];

/** Why no day of a result ran, a sentence for each reason, failures first. */
export function whyNoDayRan({
  days,
  daysNotReached,
}: Pick<BacktestResult, 'days' | 'daysNotReached'>): readonly string[] {
  const byReason = Map.groupBy(
    days.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status)),
    ({ status, reason }) => `${status}: ${reason ?? 'no reason given'}`,
  );
  const sentences = [...byReason].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more date')}`;
    return `${first?.date ?? ''}${more}: ${reason}`;
  });
  const unsaid = sentences.length - REASONS_MAX;
  return [
    ...(daysNotReached === 0 ? [] : [`Stopped before ${counted(daysNotReached, 'day')}`]),
    ...sentences.slice(0, REASONS_MAX),
    ...(unsaid > 0 ? [`${counted(unsaid, 'more reason')} in the table of days`] : []),
  ];
}
