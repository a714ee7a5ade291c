import { map, NEVER, Subject, tap, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { alert } from '../strategy/commands.ts';
import { ist } from './testing/inputs.ts';
import { runOf } from './testing/scripted-run.ts';

const START = ist('09:00');
const note = (message: unknown): Command => alert('info', String(message));

describe('what reaches a run from outside its turns', () => {
  it('fails it when a command comes of it', () => {
    const outside = new Subject<Command>();
    const run = runOf(() => outside);
    run.start(START);
    outside.next(note('uninvited'));
    const turn = run.advanceTo(START + 1);
    expect(turn).toMatchObject({ state: 'failed', commands: [] });
    expect(turn.failure).toMatch(/emitted a command outside the run's clock.*defineSource\(\)/);
  });

  it('fails it when it comes from the turn of another run', () => {
    const shared = new Subject<Command>();
    const victim = runOf(() => shared);
    const culprit = runOf(() =>
      timer(10).pipe(
        tap(() => {
          shared.next(note('hello'));
        }),
        map(note),
      ),
    );
    victim.start(START);
    culprit.start(START);
    expect(culprit.advanceTo(START + 10).commands).toHaveLength(1);
    expect(victim.advanceTo(START + 10)).toMatchObject({ state: 'failed', commands: [] });
  });

  it('fails it when an async function goes on to use its streams', async () => {
    const run = runOf((context) => {
      const wait = async (): Promise<void> => {
        await Promise.resolve();
        context.prices('NIFTY').subscribe(new Subject());
      };
      void wait();
      return NEVER;
    });
    expect(run.start(START).state).toBe('running');
    await Promise.resolve();
    await Promise.resolve();
    const { state, failure } = run.advanceTo(START + 1);
    expect(failure).toMatch(/subscribed to prices of NIFTY outside the run's clock/);
    expect(state).toBe('failed');
  });

  it('fails it when it stores something', () => {
    let late: () => void = () => undefined;
    const run = runOf((context) => {
      late = () => {
        context.store.set('key', 1);
      };
      return NEVER;
    });
    run.start(START);
    late();
    const turn = run.advanceTo(START + 1);
    expect(turn).toMatchObject({ state: 'failed', storeChanges: [] });
    expect(turn.failure).toMatch(/store\.set\("key"\) outside the run's clock/);
  });
});
