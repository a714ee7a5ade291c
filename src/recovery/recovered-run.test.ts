import { describe, expect, it } from 'vitest';

import { InvariantViolation } from '../base/invariant.ts';
import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { aRecipe, header, QUIET } from '../../test/support/quiet-run.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { type Divergence } from './divergence.ts';
import { encoded, recoverAgain } from '../../test/support/recover-again.ts';

describe('what is on record of a run', () => {
  const { runId } = header;
  const START = encoded({ kind: 'run-started', atMs: 0, run: header });
  const alert = { kind: 'alert', severity: 'info', message: 'one' } as const;
  const watches = [{ kind: 'index', underlying: 'NIFTY' }] as const;
  const made = aRecipe({
    start: () => ({
      ...QUIET,
      commands: [{ atMs: 0, command: alert }],
      watches,
      storeChanges: [
        { key: 'k', value: 1 },
        { key: 'k', value: 2 },
      ],
    }),
  });
  const folded = (...entries: readonly JournalEntry[]) => {
    const day = recoverAgain([START, ...entries], {
      remake: () => ({ recipe: made, divergence: null }),
    });
    return day.ok ? day.value.folded : null;
  };
  const said = encoded({ kind: 'commands-emitted', atMs: 0, runId, commands: [alert] });
  const seen = encoded({ kind: 'watches-changed', atMs: 0, runId, watches });

  it('is not owed: commands and watches; all of its store is where none is on record', () => {
    const goesOn = folded(said, seen);
    expect(goesOn?.held).toEqual([]);
    expect(goesOn?.runs).toMatchObject([
      { owed: { commands: [], watches: null, storeChanges: [{ value: 1 }, { value: 2 }] } },
    ]);
    expect(folded()?.runs).toMatchObject([{ owed: { commands: [{ command: alert }], watches } }]);
  });

  it('ends it', () => {
    const over = folded(
      said,
      seen,
      encoded({ kind: 'run-ended', atMs: 1, runId, how: 'completed', detail: '' }),
    );
    expect([over?.runs, over?.held]).toEqual([[], []]);
  });

  it.each([
    [true, true],
    [undefined, false],
  ])('holds it, quarantined (%o): that is lifted (%s) where nothing is in its way', (...how) => {
    const [isQuarantined, isLifted] = how;
    const held = encoded({
      kind: 'run-held',
      atMs: 1,
      runId,
      detail: 'x',
      ...(isQuarantined === true ? { isQuarantined } : {}),
    });
    const day = folded(said, seen, held);
    expect(day?.runs).toEqual([]);
    expect(day?.held).toMatchObject([{ runId, detail: null, isLifted }]);
  });

  it('is held against it when time has passed', () => {
    const day = folded(encoded({ kind: 'time-passed', atMs: 1 }));
    expect(day?.runs).toEqual([]);
    expect(day?.held[0]?.detail).toContain('Its replay differs from the journal at command 0');
  });

  it('is passed over where the run never started', () => {
    const other = encoded({ kind: 'commands-emitted', atMs: 0, runId: 'x@1', commands: [alert] });
    expect(folded(other)?.runs).toHaveLength(1);
  });

  it('does not replace why it was held with why it could not be made again', () => {
    const day = recoverAgain([START, encoded({ kind: 'run-held', atMs: 1, runId, detail: 'x' })], {
      remake: () => ({ recipe: null, divergence: { kind: 'run', detail: 'its file is gone' } }),
    });
    expect(day).toMatchObject({ value: { folded: { held: [{ runId, detail: null }] } } });
  });

  it('goes on when it is adopted, where the journal does not say as what', () => {
    const request = { action: 'release', runId, how: 'adopt', reason: 'looked' } as const;
    const held = encoded({ kind: 'run-held', atMs: 1, runId, detail: 'x' });
    const day = recoverAgain([START, held, encoded({ kind: 'operator-asked', atMs: 2, request })], {
      remake: () => ({ recipe: made, divergence: null }),
      changedSinceAdopted: () => ({ kind: 'run', detail: 'its file changed' }),
    });
    expect(day).toMatchObject({ value: { folded: { runs: [{}], held: [] } } });
  });
});

describe('an attempt on record', () => {
  const attempt = { kind: 'cancel', attemptId: 'x1', orderIds: ['o1'] } as const;
  const record = { kind: 'attempt', atMs: 1, attemptId: 'x1', attempt } as const;
  const passed = (atMs: number): JournalEntry => encoded({ kind: 'time-passed', atMs });
  const recovered = (...entries: readonly JournalEntry[]) => {
    const repeated: unknown[] = [];
    const step = (event: EngineEvent): readonly Effect[] =>
      event.kind === 'time-passed' && event.atMs === 1
        ? [
            { kind: 'record', entry: record },
            { kind: 'attempt', attempt },
          ]
        : [];
    const local = {
      observe: () => undefined,
      repeat: (...of: readonly unknown[]) => {
        repeated.push(of);
      },
    };
    const day = recoverAgain(entries, { engine: { step }, local });
    return { repeated, neverSent: day.ok ? day.value.folded.neverSent : null };
  };

  it('is made again in the book of the process, at its time', () => {
    expect(recovered(passed(1), record)).toEqual({ repeated: [[attempt, 1]], neverSent: [] });
  });

  it('is not made again where it was answered as never sent in its instant', () => {
    const rejection = { form: 'not-sent', reason: 'no connection' } as const;
    const result = { kind: 'cancel', outcome: { kind: 'rejected', rejection } } as const;
    const ended = encoded({ kind: 'attempt-ended', atMs: 1, attemptId: 'x1', result });
    expect(recovered(passed(1), record, ended)).toEqual({ repeated: [], neverSent: [] });
  });

  it('was never sent where the journal ends before it', () => {
    expect(recovered(passed(1))).toEqual({ repeated: [], neverSent: ['x1'] });
  });

  it('is forgotten where a process began anew before it was on record', () => {
    const restarted: EngineEvent = { kind: 'restarted', atMs: 2, lastAtMs: 1, neverSent: ['x1'] };
    const { repeated, neverSent } = recovered(passed(1), encoded(restarted), passed(3));
    expect({ repeated, neverSent }).toEqual({ repeated: [], neverSent: [] });
  });
});

it('what is due at the end is what was asked for last and has not come', () => {
  const wakeAtMs = (...times: readonly number[]) => {
    const step = ({ atMs }: EngineEvent): readonly Effect[] =>
      atMs === 1 ? [{ kind: 'wake', atMs: 5 }] : [];
    const entries = times.map((atMs) => encoded({ kind: 'time-passed', atMs }));
    const day = recoverAgain(entries, { engine: { step } });
    return day.ok ? [day.value.folded.wakeAtMs, day.value.folded.lastAtMs] : null;
  };
  expect(wakeAtMs(1)).toEqual([5, 1]);
  expect(wakeAtMs(1, 4)).toEqual([5, 4]);
  expect(wakeAtMs(1, 5)).toEqual([null, 5]);
  expect(wakeAtMs(1, 6)).toEqual([null, 6]);
});

describe('a day that is made again', () => {
  const entry = encoded({ kind: 'time-passed', atMs: 7 });
  const failing = (error: Error) => ({
    step: () => {
      throw error;
    },
  });

  it('cannot be followed where the engine finds it impossible; any other fault is a fault', () => {
    const impossible = failing(new InvariantViolation('two orders under one tag'));
    expect(recoverAgain([entry], { engine: impossible })).toMatchObject({
      ok: false,
      error: { atMs: 7, detail: expect.stringContaining('two orders under one tag') as string },
    });
    const broken = failing(new TypeError('no function'));
    expect(() => recoverAgain([entry], { engine: broken })).toThrow(TypeError);
  });

  it.each<[Divergence, boolean]>([
    [{ kind: 'run', detail: 'it hangs', isQuarantined: true }, true],
    [{ kind: 'run', detail: 'its file changed' }, false],
    [{ kind: 'command', index: 0, recorded: null, replayed: null }, false],
  ])('holds a run that differs by %j, quarantined: %s', (divergence, isQuarantined) => {
    const started = encoded({ kind: 'run-started', atMs: 0, run: header });
    const day = recoverAgain([started], { remake: () => ({ recipe: null, divergence }) });
    expect(day).toMatchObject({ value: { folded: { held: [{ isQuarantined }] } } });
  });
});
