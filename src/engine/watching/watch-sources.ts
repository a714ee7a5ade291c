import { type Desk, hasCome, type Telling, type Timed } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { type FollowedSource } from './source-book.ts';

/** A source that flickers is reported once a minute, not with each of its pauses; and what has just been opened has that long to speak. */
const SILENCE_MS_MIN = 60_000;
/** What has not spoken at all is not waited for as long as a value may count: that may be a day. */
const FIRST_VALUE_MS_MAX = 600_000;

type SourceValue = Extract<EngineEvent, { readonly kind: 'source-value' }>;

type Speaking = Telling & Pick<Desk, 'sources'>;
type Watching = Telling & Timed & Pick<Desk, 'day' | 'sources'>;

/** A source that a running run goes by, and that has been silent for too long. */
export interface StaleSource {
  readonly runId: string;
  readonly source: string;
  /** When its last value came, epoch milliseconds; null where none did. */
  readonly heardAtMs: number | null;
  readonly staleAfterMs: number;
}

/** Tells people, once a silence, of sources that say nothing while the exchange trades. */
export function watchSources(desk: Watching): void {
  if (desk.sources.all().length === 0) return;
  const session = desk.day.sessions.find(
    ({ startMs, endMs }) => startMs <= desk.nowMs && desk.nowMs < endMs,
  );
  if (session === undefined) return;
  for (const source of desk.sources.all()) {
    if (source.isTold || !desk.runs.isRunning(source.runId)) continue;
    const dueMs = Math.max(session.startMs + SILENCE_MS_MIN, silentFromMs(source));
    if (dueMs >= session.endMs || !hasCome(desk, dueMs)) continue;
    source.isTold = true;
    const { runId, name, staleAfterMs, heardAtMs } = source;
    desk.outbox.notice('source-stale', runId, { source: name, staleAfterMs, heardAtMs });
  }
}

function silentFromMs({ staleAfterMs, openedAtMs, heardAtMs }: FollowedSource): number {
  const patienceMs = Math.max(SILENCE_MS_MIN, staleAfterMs);
  if (heardAtMs === null) return openedAtMs + Math.min(FIRST_VALUE_MS_MAX, patienceMs);
  return Math.max(heardAtMs + patienceMs, openedAtMs + SILENCE_MS_MIN);
}

/** A value of a source that has spoken in time: when it must speak again is looked at when the last one is over. */
export function isOfRunAlone(
  { sources }: Pick<Desk, 'sources'>,
  event: EngineEvent,
): event is SourceValue {
  if (event.kind !== 'source-value') return false;
  return sources.find(event.runId, event.source)?.isTold !== true;
}

/** Shows a run what its source says. */
export function showSourceValue(desk: Speaking, event: SourceValue): void {
  const { runId, source, value } = event;
  if (!desk.runs.isRunning(runId)) return;
  noteSpoken(desk, event);
  desk.outbox.deliver(runId, { kind: 'source-value', atMs: desk.nowMs, source, value });
}

function noteSpoken(
  desk: Speaking,
  { runId, source: name }: { readonly runId: string; readonly source: string },
): void {
  const source = desk.sources.find(runId, name);
  if (source === undefined) return;
  const { heardAtMs, openedAtMs, isTold } = source;
  source.heardAtMs = desk.nowMs;
  source.isTold = false;
  if (!isTold) return;
  const silentMs = desk.nowMs - (heardAtMs ?? openedAtMs);
  desk.outbox.notice('source-speaks-again', runId, { source: name, silentMs });
}

/** Sources that were reported as stale, and still are while the exchange trades. */
export function staleSources({
  sources,
  runs,
}: Pick<Desk, 'sources' | 'runs'>): readonly StaleSource[] {
  return sources
    .all()
    .filter(({ isTold, runId }) => isTold && runs.isRunning(runId))
    .map(({ runId, name: source, heardAtMs, staleAfterMs }) => {
      return { runId, source, heardAtMs, staleAfterMs };
    });
}
