import { isRecord } from '../../base/json.ts';
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
  const over = new Set<string>();
  const reloaded = new Set<string>();
  for (const entry of journal.entriesOf(date)) {
    if (entry.kind === 'run-described') about.set(entry.runId, entry.about);
    else if (entry.kind === 'event' && isRecord(entry.event)) {
      const { kind, run, runId } = entry.event;
      if (kind === 'run-started') headers.push(run as unknown as RunHeader);
      else if (kind === 'run-ended' && typeof runId === 'string') over.add(runId);
      else if (kind === 'run-reloaded' && typeof runId === 'string') reloaded.add(runId);
    }
  }
  return headers.flatMap((header) => {
    const described = about.get(header.runId);
    if (described === undefined) return [];
    const { runId } = header;
    const isReloaded = reloaded.has(runId);
    return { header, about: described, isOver: over.has(runId), isReloaded };
  });
}
