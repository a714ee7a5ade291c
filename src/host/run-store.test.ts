import fc from 'fast-check';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { isSameJson, type Json } from '../base/json.ts';
import { type Command } from '../model/orders/command.ts';
import { alert } from '../strategy/commands.ts';
import { RunStore } from './run-store.ts';
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

  const circular: Record<string, unknown> = { name: 'x' };
  circular['self'] = circular;
  class Streak {
    readonly days = 3;
  }

  it.each<readonly [what: string, value: unknown, found: string]>([
    ['nothing', undefined, 'the value is undefined'],
    ['not a number', NaN, 'the value is NaN'],
    ['no finite number', { profit: [1, -Infinity] }, 'the value.profit.1 is -Infinity'],
    ['a date', { day: { at: new Date(0) } }, 'the value.day.at is a Date'],
    ['a function', () => 1, 'the value is a function'],
    ['a big integer', [10n], 'the value.0 is 10n'],
    ['a hole in a list', new Array(2), 'the value.0 is undefined'],
    ['a map', new Map([[1, 2]]), 'the value is a Map'],
    ['an object of a class', new Streak(), 'the value is a Streak'],
    ['what writes itself', { toJSON: () => 1 }, 'the value.toJSON is a function'],
    ['what holds itself', circular, '.self is nested more than 20 deep'],
  ])('fails the run at a value that the next day would not find again: %s', (_, value, found) => {
    const run = runOf((context) => {
      context.store.set('before', 1);
      context.store.set('streak', value as Json);
      return of(note('stored'));
    });
    const turn = run.start(START);
    expect(turn).toMatchObject({ state: 'failed', commands: [] });
    expect(turn.storeChanges).toEqual([{ key: 'before', value: 1 }]);
    expect(turn.failure).toContain('Cannot store "streak": the value');
    expect(turn.failure).toContain(found);
    expect(turn.failure).toMatch(/wanted finite numbers, texts, .* \(at .*run-store\.test\.ts:/);
  });

  it('fails the run at a key that is no text', () => {
    const run = runOf((context) => {
      context.store.set(7 as unknown as string, 1);
      return of(note('stored'));
    });
    expect(run.start(START).failure).toContain('Cannot store under 7: wanted a text as the key');
  });

  it('takes a minus zero for zero, and leaves out a part that is undefined', () => {
    const run = runOf((context) => {
      context.store.set('streak', { days: -0, best: undefined } as unknown as Json);
      return of(note(JSON.stringify(context.store.get('streak'))));
    });
    const turn = run.start(START);
    expect(turn.commands[0]?.command).toEqual(note('{"days":0}'));
    expect(turn.storeChanges).toEqual([{ key: 'streak', value: { days: 0 } }]);
  });

  it('gives what it keeps to the next run unchanged', () => {
    const kept: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(kept, (value) => {
        const store = new RunStore({});
        store.set('key', value);
        const changes = store.takeChanges().map((each) => [each.key, each.value]);
        const next = new RunStore(Object.fromEntries(changes) as Record<string, Json>);
        expect(next.get('key')).toEqual(store.get('key'));
        expect(isSameJson(next.get('key'), value)).toBe(true);
      }),
    );
  });
});
