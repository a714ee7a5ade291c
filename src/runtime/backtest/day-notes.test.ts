import { EMPTY } from 'rxjs';
import { expect, it } from 'vitest';

import { defineStrategy } from '../../strategy/define-strategy.ts';
import { z } from '../../strategy/parameters.ts';
import { defineSource } from '../../strategy/source.ts';
import { openRunSources } from '../open-run-sources.ts';
import { type PlannedRun } from '../planned-run.ts';
import { DayNotes } from './day-notes.ts';

const strategy = defineStrategy({
  name: 'paused',
  params: z.strictObject({}),
  sources: [defineSource({ name: 'pause', open: () => EMPTY })],
  run: () => EMPTY,
});
const loaded: PlannedRun['loaded'] = { path: 'paused.ts', strategy, params: {}, sourceHash: '' };
const run = { runId: 'paused@2024-01-01/backtest', strategy: 'paused' };

function noted(message: string): readonly (readonly [kind: string, message: string])[] {
  const notes = new DayNotes(10);
  notes.takeNotice({ atMs: 1, severity: 'warning', runId: run.runId, message });
  return notes.list([run]).map(({ kind, message: told }) => [kind, told]);
}

it('that sources are not opened is a warning, and no trouble of the day', () => {
  let told = '';
  openRunSources(
    { loaded, header: {} as PlannedRun['header'] },
    {
      sources: 'left-closed',
      warn: (message) => {
        told = message;
      },
      onValue: () => undefined,
    },
  );
  expect(noted(told)).toEqual([
    ['warning', 'Sources are not opened in a backtest or a drill, and stay silent: "pause"'],
  ]);
});

it.each(['alert', 'limit'] as const)('what is about a topic of its own is that: %s', (topic) => {
  const notes = new DayNotes(10);
  const about = { atMs: 1, severity: 'critical', runId: run.runId, message: 'm' } as const;
  notes.takeNotice({ ...about, topic });
  expect(notes.list([run])).toMatchObject([{ kind: topic, message: 'm' }]);
});

it('what nobody knows is trouble', () => {
  expect(noted('Left open')).toEqual([['trouble', 'Left open']]);
});
