import { isRecord, type Json } from '../../base/json.ts';
import { type RunHeader } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal, type RunDescription } from '../../ports/journal.ts';

/** A run of a journal's day, and what it is made of now. */
export interface DescribedRun {
  readonly header: RunHeader;
  readonly about: RunDescription;
  /** Whether it ended, by itself or by the operator. */
  readonly isOver: boolean;
  /** Whether another source took over while it ran. */
  readonly isReloaded: boolean;
  /** Whether it is held: the source that the operator would adopt is known to its program alone. */
  readonly isHeld: boolean;
}

/**
 * The runs of a day, in the order in which they started, as the journal describes them.
 *
 * @throws {UnreadableJournal} where the journal is damaged
 */
export function runsOfDay(
  journal: Pick<ReadableJournal, 'entriesOf'>,
  date: IstDate,
): readonly DescribedRun[] {
  const about = new Map<string, RunDescription>();
  const headers: RunHeader[] = [];
  const marked = noneMarked();
  for (const entry of journal.entriesOf(date)) {
    if (entry.kind === 'run-described') about.set(entry.runId, entry.about);
    else if (entry.kind === 'event' && isRecord(entry.event)) {
      const { kind, run } = entry.event;
      if (kind === 'run-started') headers.push(run as unknown as RunHeader);
      else mark(marked, entry.event);
    }
  }
  return headers.flatMap((header) => {
    const described = about.get(header.runId);
    if (described === undefined) return [];
    const { runId } = header;
    const isOver = marked['run-ended'].has(runId);
    const isReloaded = marked['run-reloaded'].has(runId);
    return { header, about: described, isOver, isReloaded, isHeld: marked['run-held'].has(runId) };
  });
}

/** Runs by what happened to them. */
type Marked = Readonly<Record<'run-ended' | 'run-reloaded' | 'run-held', Set<string>>>;

function noneMarked(): Marked {
  return { 'run-ended': new Set(), 'run-reloaded': new Set(), 'run-held': new Set() };
}

function mark(marked: Marked, { kind, runId, request }: Readonly<Record<string, Json>>): void {
  const isMark = typeof kind === 'string' && kind in marked;
  if (isMark && typeof runId === 'string') marked[kind as keyof Marked].add(runId);
  const released = isRecord(request) && request['action'] === 'release' ? request['runId'] : null;
  if (typeof released === 'string') marked['run-held'].delete(released);
}
