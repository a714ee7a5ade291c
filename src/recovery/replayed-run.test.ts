import { describe, expect, it } from 'vitest';

import {
  aRecipe,
  header,
  QUIET,
  type ScriptedRun,
  scriptedHost,
} from '../../test/support/quiet-run.ts';
import { type Command } from '../model/orders/command.ts';
import { type Watch } from '../model/runs/input.ts';
import { type RunRecipe, type Turn } from '../ports/run-host.ts';
import { type Divergence } from './divergence.ts';
import { ReplayedRun } from './replayed-run.ts';

const INDEX: Watch = { kind: 'index', underlying: 'NIFTY' };
const CLOSE = { kind: 'session-edge', edge: 'close' } as const;

function says(...messages: readonly string[]): readonly Command[] {
  return messages.map((message) => ({ kind: 'alert', severity: 'info', message }));
}

function decides(...messages: readonly string[]): Turn['commands'] {
  return says(...messages).map((command) => ({ atMs: 0, command }));
}

/** A run that begins with one turn, and takes the others one by one, however it is woken. */
function hosted(first: Partial<Turn>, ...more: readonly Partial<Turn>[]): ScriptedRun {
  const turns = [...more];
  const next = (): Turn => ({ ...QUIET, ...turns.shift() });
  return {
    start: () => ({ ...QUIET, ...first }),
    deliver: next,
    advanceTo: next,
    passGap: next,
    nextTimerMs: () => (turns.length > 0 ? 5 : null),
  };
}

function begun(recipe: RunRecipe | null, divergence: Divergence | null = null): ReplayedRun {
  const host = scriptedHost();
  const run = new ReplayedRun(header, host, { recipe, divergence });
  host.listen({
    onTurn: (_runId, answer) => {
      run.take(answer);
    },
    onOutside: () => undefined,
  });
  run.start(0);
  return run;
}

function replayed(...turns: readonly [Partial<Turn>, ...Partial<Turn>[]]): ReplayedRun {
  return begun(aRecipe(hosted(...turns)));
}

/**
 * What a run goes on with.
 *
 * @throws {TypeError} when it does not go on
 */
function owed(run: ReplayedRun, stored = 0): Turn {
  const outcome = run.outcome(stored);
  if (outcome === null || !('owed' in outcome)) throw new TypeError('It does not go on');
  if (outcome.owed === null) throw new TypeError('Its host says it later');
  return outcome.owed;
}

describe('a run that is replayed', () => {
  it('goes on without a debt where the journal holds all that it did', () => {
    const run = replayed({ commands: decides('one', 'two'), watches: [INDEX] });
    run.takeRecorded(0, says('one', 'two'));
    run.takeWatches([INDEX]);
    run.settle(1);
    expect(run.divergence).toBeNull();
    expect(owed(run)).toEqual({ ...QUIET, commands: [] });
  });

  it('owes what the journal does not hold: commands, watches, stores and its end', () => {
    const stored = (value: number): Turn['storeChanges'] => [{ key: 'k', value }];
    const run = replayed(
      { commands: decides('one'), watches: [INDEX], storeChanges: stored(1) },
      { commands: decides('two'), state: 'failed', failure: 'it broke', storeChanges: stored(2) },
    );
    run.takeRecorded(0, says('one'));
    run.deliver({ ...CLOSE, atMs: 1 });
    expect(owed(run, 1)).toEqual({
      commands: decides('two'),
      watches: [INDEX],
      state: 'failed',
      failure: 'it broke',
      storeChanges: stored(2),
    });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['says something else', ['one', 'two'], ['one', 'other']],
    ['says less', ['one', 'two'], ['one']],
    ['says more, and time has passed', ['one'], ['one', 'two']],
  ])('differs where it %s', (_, journal, replay) => {
    const index = 1;
    const run = replayed({ commands: decides(...replay) });
    run.takeRecorded(0, says(...journal));
    run.settle(1);
    const side = (messages: readonly string[]): Command | null =>
      says(...messages.slice(index, index + 1))[0] ?? null;
    expect(run.divergence).toMatchObject({ kind: 'command', index });
    const { recorded, replayed: other } = run.divergence as Extract<
      Divergence,
      { kind: 'command' }
    >;
    expect(recorded?.command ?? null).toEqual(side(journal));
    expect(other?.command ?? null).toEqual(side(replay));
    expect(run.outcome(0)).toMatchObject({ runId: header.runId, detail: '' });
  });

  it('is given the time at which a command is recorded, and no more time than it asks for', () => {
    const due = replayed({}, { commands: decides('at five') }, { commands: decides('late') });
    due.takeRecorded(4, []);
    expect(due.replayed).toEqual([]);
    due.takeRecorded(5, says('at five'));
    expect(due.replayed).toHaveLength(1);
    expect(due.divergence).toBeNull();
  });

  it('does not run ahead of the journal when it has said what is recorded', () => {
    const run = replayed({ commands: decides('one') }, { commands: decides('two') });
    run.takeRecorded(9, says('one'));
    expect(run.replayed).toHaveLength(1);
  });

  it('differs where it ended and the journal went on', () => {
    const failed = replayed({ state: 'failed', failure: 'it broke' });
    failed.settle(1);
    expect(failed.divergence).toMatchObject({
      kind: 'run',
      detail: expect.stringContaining('Its replay ended (failed: it broke)') as string,
    });
    const done = replayed({ state: 'completed' });
    done.settle(1);
    expect(done.divergence).toMatchObject({
      detail: expect.stringContaining('Its replay ended (completed), in') as string,
    });
    const over = replayed({ state: 'completed' });
    over.end();
    over.settle(1);
    expect([over.divergence, over.outcome(0)]).toEqual([null, null]);
  });
});

describe('a run that was held', () => {
  it.each([
    [true, null, true],
    [false, null, false],
    [true, { kind: 'run', detail: 'still hangs', isQuarantined: true } as const, false],
  ])(
    'quarantined: %s, in its way now: %o; its quarantine is over: %s',
    (isQuarantined, divergence, isLifted) => {
      const made = divergence === null ? header : null;
      const run = begun(made && aRecipe(), divergence);
      run.hold(isQuarantined);
      expect(run.outcome(0)).toEqual({ runId: header.runId, run: made, detail: null, isLifted });
    },
  );

  it('takes nothing, neither inputs nor time, until it is adopted', () => {
    const run = replayed({}, { commands: decides('heard') });
    run.hold(false);
    expect(run.nextTimerMs).toBeNull();
    run.deliver({ ...CLOSE, atMs: 1 });
    run.settle(9);
    expect(run.replayed).toEqual([]);
    run.release('adopt', 10, undefined);
    expect(run.replayed).toHaveLength(1);
    expect(owed(run).commands).toHaveLength(1);
  });

  it('begins with an empty sheet when it is adopted: only what changed since counts', () => {
    const run = replayed({ commands: decides('one') });
    run.takeRecorded(0, says('other'));
    expect(run.divergence).not.toBeNull();
    run.hold(false);
    run.release('adopt', 1, null);
    expect([run.divergence, run.recorded, run.replayed]).toEqual([null, [], []]);
    const changed = { kind: 'run', detail: 'its file changed' } as const;
    run.hold(false);
    run.release('adopt', 2, changed);
    expect(run.divergence).toBe(changed);
  });

  it.each(['flatten', 'stop'] as const)('is over with %s', (how) => {
    const run = replayed({});
    run.hold(false);
    run.release(how, 1, null);
    expect(run.outcome(0)).toBeNull();
  });

  it('that cannot be made again is over when it is adopted, unless the journal says as what', () => {
    const gone = { kind: 'run', detail: 'gone' } as const;
    const lost = begun(null, gone);
    lost.hold(false);
    lost.release('adopt', 1, undefined);
    expect(lost.outcome(0)).toBeNull();
    const known = begun(null, gone);
    known.hold(false);
    known.release('adopt', 1, gone);
    expect(known.outcome(0)).toMatchObject({ run: null, detail: '' });
  });

  it('was not, and a release changes nothing', () => {
    const run = replayed({ commands: decides('one') });
    run.release('flatten', 1, null);
    expect(run.replayed).toHaveLength(1);
    expect(run.outcome(0)).not.toBeNull();
  });
});

describe('a run to the step', () => {
  it('bears the name of its strategy', () => {
    expect(replayed({}).strategy).toBe(header.strategy);
  });

  it('is given the time that has passed, when its moment is due and not before', () => {
    const run = replayed({}, { commands: decides('at five') });
    run.settle(4);
    expect([run.replayed.length, run.divergence]).toEqual([0, null]);
    run.settle(5);
    expect(run.divergence).toMatchObject({ kind: 'command', index: 0, recorded: null });
  });

  it('that is adopted is compared from its first command on', () => {
    const adopted = (journal: string): ReplayedRun => {
      const run = replayed({ commands: decides('one') }, { commands: decides('two') });
      run.takeRecorded(0, says('one'));
      run.hold(false);
      run.release('adopt', 1, null);
      run.takeRecorded(2, says(journal));
      return run;
    };
    expect(adopted('two').divergence).toBeNull();
    expect(adopted('other').divergence).toMatchObject({ kind: 'command', index: 0 });
  });

  it('that is held has not decided what only its replay brought at the end', () => {
    const run = replayed({ commands: decides('one') }, { commands: decides('two') });
    run.takeRecorded(0, says('one'));
    run.settle(5, 0);
    expect(run.replayed).toHaveLength(2);
    run.hold(false);
    expect([run.replayed.length, run.divergence]).toEqual([1, null]);
  });

  it('that is held has decided what an input brought', () => {
    const run = replayed({ commands: decides('one') }, { commands: decides('two') });
    run.takeRecorded(0, says('one'));
    run.deliver({ ...CLOSE, atMs: 5 });
    run.hold(false);
    expect(run.replayed).toHaveLength(2);
  });

  it('is stopped when it is over, and keeps what it said', () => {
    let stops = 0;
    const stop = (): void => {
      stops += 1;
    };
    const run = begun(aRecipe({ ...hosted({ commands: decides('one') }), stop }));
    run.hold(false);
    run.release('flatten', 1, null);
    expect([stops, run.replayed.length]).toEqual([1, 1]);
  });
});
