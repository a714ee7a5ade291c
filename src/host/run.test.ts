import { interval, map, merge, Observable, of, tap, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { alert } from '../strategy/commands.ts';
import { ist, quotesAt } from './testing/inputs.ts';
import { runOf } from './testing/scripted-run.ts';

const START = ist('09:00');
const note = (message: unknown): Command => alert('info', String(message));

describe('a run', () => {
  it('gives each command with the time at which it was decided', () => {
    const run = runOf(() => interval(400).pipe(map(note)));
    run.start(START);
    const { commands } = run.advanceTo(START + 1_000);
    expect(commands).toEqual([
      { atMs: START + 400, command: note(0) },
      { atMs: START + 800, command: note(1) },
    ]);
  });

  it('fires timers due at an input before it, and those that the input sets for the same instant after it', () => {
    const run = runOf((context) =>
      merge(
        timer(1_000).pipe(map(() => note('due'))),
        context.prices('NIFTY').pipe(
          tap({ next: () => undefined }),
          map(() => note('seen')),
        ),
        context.prices('NIFTY').pipe(
          map(() => timer(0)),
          map(() => note('seen too')),
        ),
      ),
    );
    run.start(START);
    const { commands } = run.deliver(quotesAt(START + 1_000, { NIFTY: 24_000 }));
    expect(commands.map(({ command }) => command)).toEqual(['due', 'seen', 'seen too'].map(note));
  });

  it('says when it wants to go on', () => {
    const run = runOf(() => timer(250).pipe(map(note)));
    run.start(START);
    expect(run.nextTimerMs()).toBe(START + 250);
    run.advanceTo(START + 250);
    expect(run.nextTimerMs()).toBeNull();
  });

  it('is completed when its stream ends, and its timers are gone', () => {
    const run = runOf(() => {
      setInterval(() => undefined, 10);
      return of(note('all'));
    });
    const turn = run.start(START);
    expect(turn).toMatchObject({ state: 'completed', commands: [{ command: note('all') }] });
    expect(run.nextTimerMs()).toBeNull();
    expect(run.advanceTo(START + 50)).toMatchObject({ state: 'completed', commands: [] });
  });

  it('leaves nothing behind when it is stopped', () => {
    let isTornDown = false;
    const run = runOf(
      (context) =>
        new Observable((subscriber) => {
          subscriber.add(interval(100).pipe(map(note)).subscribe(subscriber));
          subscriber.add(context.prices('NIFTY').pipe(map(note)).subscribe(subscriber));
          subscriber.add(() => {
            isTornDown = true;
          });
        }),
    );
    expect(run.start(START).watches).toEqual([{ kind: 'index', underlying: 'NIFTY' }]);
    run.stop();
    expect(isTornDown).toBe(true);
    expect(run.nextTimerMs()).toBeNull();
    const turn = run.deliver(quotesAt(START + 500, { NIFTY: 1 }));
    expect(turn).toMatchObject({ state: 'completed', commands: [], watches: [] });
  });

  it('refuses an input from before the last timer that fired', () => {
    const run = runOf(() => timer(10).pipe(map(note)));
    run.start(START);
    run.advanceTo(START + 15);
    expect(() => run.deliver(quotesAt(START + 9, {}))).toThrow(/cannot go to/);
    expect(run.deliver(quotesAt(START + 10, {})).state).toBe('completed');
  });
});
