import { type EngineView } from '../../engine/engine-view.ts';
import { istClock } from '../../model/time/ist.ts';

/** The alert of a run's own source that is silent for too long. */
export const SOURCE_STALE = {
  severity: 'warning',
  afterMs: 0,
  fires:
    "in session, a run's own source brings no value for as long as one counts, a minute at least",
  clears: 'it brings a value, or the session ends',
  action: 'Look at the source; what is decided by it waits: sauda status',
  covers: ['source-stale'],
  find: ({ books }: { readonly books: Pick<EngineView, 'staleSources'> }) =>
    books.staleSources.map(({ runId, source, heardAtMs }) => ({
      of: `${runId} ${source}`,
      runId,
      what: `Source "${source}" is silent: ${heardAtMs === null ? 'no value yet' : `no value since ${istClock(heardAtMs)} IST`}`,
      action: `Look at what it reads; sauda status shows the legs that wait for it`,
    })),
} as const;
