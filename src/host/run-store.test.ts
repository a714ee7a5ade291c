import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/command.ts';
import { alert } from '../strategy/commands.ts';

import { ist } from './testing/inputs.ts';
import { play, runOf } from './testing/scripted-run.ts';

const START = ist('09:00');
const note = (message: unknown): Command => alert('info', String(message));

describe('the store', () => {
  it('carries what the last run left, and tells what changed', () => {
    const run = runOf(
      (context) => {
        const days = Number(context.store.get('days') ?? 0) + 1;
        context.store.set('days', days);
        return of(note(`${String(days)} ${JSON.stringify(context.store.get('none'))}`));
      },
      { store: { days: 4 } },
    );
    const turn = run.start(START);
    expect(turn.commands[0]?.command).toEqual(note('5 undefined'));
    expect(turn.storeChanges).toEqual([{ key: 'days', value: 5 }]);
  });

  it('keeps copies: a value changed later is not changed in it', () => {
    const run = runOf((context) => {
      const list = [1];
      context.store.set('list', list);
      list.push(2);
      return of(note(JSON.stringify(context.store.get('list'))));
    });
    expect(play(run, []).map(({ command }) => command)).toEqual([note('[1]')]);
  });

  it('fails the run at a value that is no JSON', () => {
    const run = runOf((context) => {
      context.store.set('nothing', undefined as unknown as null);
      return of(note('stored'));
    });
    const turn = run.start(START);
    expect(turn).toMatchObject({ state: 'failed', commands: [], storeChanges: [] });
    expect(turn.failure).toContain('Cannot store "nothing"');
  });
});
