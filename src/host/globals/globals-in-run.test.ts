import {
  animationFrameScheduler,
  asapScheduler,
  map,
  merge,
  Observable,
  observeOn,
  of,
} from 'rxjs';
import { expect, it } from 'vitest';

import { alert } from '../../strategy/commands.ts';
import { ist } from '../testing/inputs.ts';
import { play, runOf } from '../testing/scripted-run.ts';

const START = ist('09:00');

/** What a stream says within a run, each after so many milliseconds. */
function said(stream: () => Observable<string>): readonly string[] {
  const run = runOf(() => stream().pipe(map((text) => alert('info', text))));
  return play(run, [], { startMs: START, untilMs: START + 1_000 }).map(({ atMs, command }) =>
    command.kind === 'alert' ? `${String(atMs - START)} ${command.message}` : command.kind,
  );
}

it.each<readonly [what: string, text: () => unknown, expected: string]>([
  ['its date in words', () => new Date().toDateString(), 'Fri Nov 20 2026'],
  ['its time in words', () => new Date().toTimeString(), '09:00:00 GMT+0530 (India Standard Time)'],
  ['local time by default', () => new Date().toLocaleTimeString(undefined), '9:00:00 am'],
  ['a text in words', () => new Date('Nov 20, 2026 09:20').getTime() - START, '1200000'],
  ['a date alone, which is of UTC', () => new Date('2026-11-20').getTime() - START, '-12600000'],
  ['no date', () => new Date(NaN).toDateString(), 'Invalid Date'],
  ['no time', () => new Date(NaN).toTimeString(), 'Invalid Date'],
  ['no date and time', () => new Date(NaN).toString(), 'Invalid Date'],
  ['no offset', () => new Date(NaN).getTimezoneOffset(), 'NaN'],
])('a Date in a run tells %s', (_, text, expected) => {
  expect(said(() => of('').pipe(map(() => String(text()))))).toEqual([`0 ${expected}`]);
});

it('fills what it is given with random values of the run, and nothing beside it', () => {
  const drawn = () =>
    said(() =>
      of('').pipe(
        map(() => {
          const words = new Uint32Array(6);
          crypto.getRandomValues(words.subarray(1, 5));
          return words.join();
        }),
      ),
    )[0]
      ?.slice(2)
      .split(',')
      .map(Number) ?? [];
  const [before, ...within] = drawn();
  const after = within.pop();
  expect([before, after]).toEqual([0, 0]);
  expect(new Set(within).size).toBe(4);
  expect(within.every((word) => word > 0xffff)).toBe(true);
  expect(drawn()).toEqual([before, ...within, after]);
});

it('what was cancelled before its turn never runs', () => {
  const order = said(() =>
    merge(
      new Observable<string>((subscriber) => {
        for (const scheduler of [animationFrameScheduler, asapScheduler]) {
          const action = scheduler.schedule(() => {
            subscriber.next('cancelled');
          });
          action.unsubscribe();
        }
      }),
      of('kept').pipe(observeOn(animationFrameScheduler)),
    ),
  );
  expect(order).toEqual(['16 kept']);
});
