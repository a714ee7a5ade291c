import { type Json } from '../base/json.ts';
import { idleness } from '../day/left-open.ts';
import { type EngineView, type IntentState } from '../engine/engine-view.ts';
import { type UnservedOrder } from '../exchange/fills/unserved-orders.ts';
import { type Order } from '../model/orders/order.ts';
import { type RunHeader, runName } from '../model/runs/run.ts';
import { type FactsOf, type NoticeCode, noticeKey, noticeOf } from '../notices/notice.ts';
import { type CountedNotice, type ToldNotice, toldText } from '../notices/told-notice.ts';
import { type DayNote } from '../results/backtest-result.ts';

/** Collects what is told while a day is traded, and tells apart what it is about. */
export class DayNotes {
  readonly #closeMs: number;
  readonly #notices: ToldNotice[] = [];

  /** What is only a warning after `closeMs` is not kept: what is carried over the close is meant to be. */
  constructor(closeMs: number) {
    this.#closeMs = closeMs;
  }

  takeNotice(notice: ToldNotice): void {
    const { severity, atMs } = notice;
    const isKept = severity === 'critical' || (severity === 'warning' && atMs < this.#closeMs);
    if (isKept) this.#notices.push(notice);
  }

  /** What was told, in the order in which each was told first. */
  list(runs: readonly Pick<RunHeader, 'runId'>[]): readonly DayNote[] {
    const notes = new Map<string, DayNote>();
    for (const notice of this.#notices) {
      const { runId, atMs } = notice;
      const isOfRun = runs.some((run) => run.runId === runId);
      const strategy = runId !== null && isOfRun ? runName(runId) : null;
      const key = noticeKey(notice);
      const times = (notes.get(key)?.times ?? 0) + 1;
      const first = notes.get(key) ?? dayNote(kindOf(notice), notice, { strategy, atMs });
      notes.set(key, { ...first, times });
    }
    return [...notes.values()];
  }
}

/** A note with the code and the facts of a notice, and its sentence. @param about - default: the day as a whole */
export function dayNote(
  kind: DayNote['kind'],
  notice: CountedNotice,
  about: Pick<DayNote, 'strategy' | 'atMs'> = { strategy: null, atMs: null },
): DayNote {
  const { code, facts } = notice;
  // Facts are plain JSON; their interfaces only lack the index signature that Json asks for.
  const told = { code, facts: facts as unknown as Json };
  return { kind, ...about, message: toldText(notice), times: 1, ...told };
}

/** The facts that a note of {@link dayNote} was made with; null where it is of another code. */
export function factsOf<Code extends NoticeCode>(note: DayNote, code: Code): FactsOf<Code> | null {
  // dayNote writes the facts of a notice beside its code, as they are.
  return note.code === code ? (note.facts as unknown as FactsOf<Code>) : null;
}

/** What a code is about. What is not named is trouble: in a backtest nothing should come about that has no certain outcome. */
const KINDS: Partial<Record<NoticeCode, DayNote['kind']>> = {
  alert: 'alert',
  'entries-locked': 'limit',
  'week-still-locked': 'limit',
  'strategy-failed': 'strategy-failed',
  // Nothing came late: what is half hedged was decided so.
  'short-without-hedge': 'warning',
  // No source can be opened in a backtest.
  'sources-closed': 'warning',
  // What the file of its values says, as a source may live.
  'source-stale': 'warning',
  'table-ends': 'warning',
};

/** A limit that closes does what it is for. Where a cover was lost, a notice of its own says so. */
const SQUARE_OFF_KINDS: Partial<Record<FactsOf<'square-off-started'>['origin'], DayNote['kind']>> =
  {
    failure: 'strategy-failed',
    limit: 'limit',
  };

function kindOf(notice: ToldNotice): DayNote['kind'] {
  // In a backtest nothing locks but limits: no operator is there.
  if (notice.code === 'refused') {
    const { why } = notice.facts;
    return 'rule' in why && why.rule === 'locked' ? 'limit' : 'trouble';
  }
  if (notice.code !== 'square-off-started') return KINDS[notice.code] ?? 'trouble';
  return SQUARE_OFF_KINDS[notice.facts.origin] ?? 'trouble';
}

/** Tells of each strategy that could not do its work on a day for want of data. Those that failed are told of already. */
export function noDataNotes(
  view: Pick<EngineView, 'runs'>,
  told: readonly DayNote[],
): readonly DayNote[] {
  const failed = told.filter(({ kind }) => kind === 'strategy-failed');
  return view.runs.flatMap((run) => {
    const idle = idleness(run, true);
    const strategy = runName(run.runId);
    if (idle === null || failed.some((of) => of.strategy === strategy)) return [];
    const notice = noticeOf('did-not-run', run.runId, idle);
    return dayNote('no-data', notice, { strategy, atMs: null });
  });
}

/** Tells for each strategy how many of its orders were left unserved and why, from oldest to newest orders. */
export function unservedNotes(
  unserved: readonly UnservedOrder[],
  {
    view,
    orderOf,
  }: {
    readonly view: { readonly intents: readonly Pick<IntentState, 'tag' | 'runId'>[] };
    readonly orderOf: (orderId: string) => Pick<Order, 'tag'> | undefined;
  },
): readonly DayNote[] {
  const runIds = new Map(view.intents.map(({ tag, runId }) => [tag, runId]));
  const notes = new Map<string, DayNote>();
  for (const { orderId, atMs, why } of unserved) {
    const runId = runIds.get(orderOf(orderId)?.tag ?? '') ?? null;
    const strategy = runId === null ? null : runName(runId);
    const key = `${why} ${strategy ?? ''}`;
    const { times = 0, atMs: firstMs } = notes.get(key) ?? {};
    const notice = noticeOf('order-unserved', runId, { why });
    const note = dayNote('warning', notice, { strategy, atMs: Math.min(firstMs ?? atMs, atMs) });
    notes.set(key, { ...note, times: times + 1 });
  }
  return [...notes.values()];
}
