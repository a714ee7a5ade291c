import { type Turn } from '../../host/turn.ts';
import { type RunHeader } from '../../model/runs/run.ts';

/** The header of a run on paper. */
export const header: RunHeader = {
  runId: 'a@2026-11-20/paper',
  strategy: 'a',
  date: '2026-11-20',
  mode: 'paper',
  account: 'default',
  seed: '1',
};

/** A turn in which nothing happens. */
export const QUIET: Turn = { commands: [], watches: null, state: 'running', storeChanges: [] };
