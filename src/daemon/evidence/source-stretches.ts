import { isRecord } from '../../base/json.ts';
import { type JournalEntry, type RunDescription } from '../../ports/journal.ts';

/** The part of a run's day that one source decided. */
export interface SourceStretch {
  readonly runId: string;
  readonly about: RunDescription;
  /** Number of the day's entries before another source took over; Infinity where none did. */
  readonly entries: number;
}

/** The stretches of every run of a day, in order: a source takes over by a reload, and where the operator adopts a run. */
export function sourceStretches(entries: readonly JournalEntry[]): readonly SourceStretch[] {
  const described = new Map<string, RunDescription>();
  const open = new Map<string, RunDescription>();
  const stretches: SourceStretch[] = [];
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'run-described') described.set(entry.runId, entry.about);
    const runId = entry.kind === 'event' ? runThatBegins(entry.event) : null;
    const about = runId === null ? undefined : described.get(runId);
    if (runId === null || about === undefined) continue;
    described.delete(runId);
    const before = open.get(runId);
    if (before !== undefined) stretches.push({ runId, about: before, entries: place });
    open.set(runId, about);
  }
  const last = [...open].map(([runId, about]) => ({ runId, about, entries: Infinity }));
  return [...stretches, ...last];
}

/** The run that an event starts, or puts under the source that was described last. */
function runThatBegins(event: unknown): string | null {
  if (!isRecord(event)) return null;
  const { kind, run, request } = event;
  if (kind === 'run-reloaded') return runIdIn(event);
  if (kind === 'run-started') return runIdIn(run);
  return kind === 'operator-asked' && isAdoption(request) ? runIdIn(request) : null;
}

function isAdoption(request: unknown): boolean {
  return isRecord(request) && request['action'] === 'release' && request['how'] === 'adopt';
}

function runIdIn(value: unknown): string | null {
  const runId = isRecord(value) ? value['runId'] : null;
  return typeof runId === 'string' ? runId : null;
}
