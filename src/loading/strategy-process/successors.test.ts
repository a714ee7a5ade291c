import { describe, expect, it } from 'vitest';

import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { openRuns } from '../../../test/support/interruption-rig.ts';

const S = 1_000;

describe('a process in which code was interrupted', () => {
  it('serves the others until another one is level, which takes its place', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    // To its start, and nothing in place of an answer.
    expect(rig.answered.splice(0)).toEqual(['a', 'bad', 'b', 'a', 'b']);
    expect(rig.living).toEqual(['a bad b']);
    await rig.thaw();
    expect(rig.living).toEqual(['a b']);
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    expect(rig.answered).toEqual(['a', 'b']);
    expect(rig).toMatchObject({ held: [], codes: ['strategy-interrupted', 'run-tried-alone'] });
    await rig.time.pass(S);
    expect(rig.living).toEqual(['a b', 'bad']);
  });

  it('has its successor made again without a second run that is interrupted', async () => {
    const rig = await openRuns(['a', 'bad', 'worse']);
    rig.freezes = true;
    await rig.loop('bad');
    await rig.loop('worse');
    await rig.thaw();
    expect(rig.living).toEqual(['a']);
    expect(rig.notices.map(({ runId }) => runId)).toEqual(['bad', 'bad', 'worse', 'worse']);
  });

  it('goes on where its successors end, which are made again a few times and then no more', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    for (const seconds of [0, 1, 10, 60, 600]) {
      await rig.endLast();
      await rig.time.pass(seconds * S);
    }
    rig.answered.length = 0;
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    expect(rig.answered).toEqual(['a', 'b']);
    expect(rig.living[0]).toBe('a bad b');
    expect(rig.held).toEqual([]);
    const lost = rig.notices.filter(({ code }) => code === 'strategy-process-ended');
    expect(lost.length).toBeGreaterThanOrEqual(5);
  });

  it('is made again where it ends itself, and its successor is given up for that', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    rig.freezes = false;
    rig.opened[0]?.end();
    await rig.thaw();
    expect(rig.living).toEqual(['a b']);
    expect(rig.held).toEqual([]);
  });

  it('stays where the file of one of its runs was changed: a successor could only hold that run', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    rig.changed = 'a';
    rig.nextTimerMs = 2;
    await rig.loop('bad');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['a bad b']);
    expect(rig.held).toEqual([]);
    expect(rig.notices).toContainEqual(
      expect.objectContaining({ code: 'strategy-process-kept', runId: 'a', facts: { others: 2 } }),
    );
    rig.answered.length = 0;
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    expect(rig.answered).toEqual(['a', 'b']);
  });

  it('has a run held that its successor has decide otherwise', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    rig.nextTimerMs = 2;
    await rig.loop('bad');
    await rig.time.pass(0);
    expect(rig.held.toSorted()).toEqual(['a', 'b']);
  });

  it('has a run held that its successor has decide otherwise meanwhile', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    rig.call('a');
    await rig.time.pass(0);
    rig.newTimerMs = 2;
    await rig.thaw();
    expect(rig.held).toEqual(['a']);
  });

  it('is ended where it does not go on, whatever comes of its successor', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    Object.assign(rig, { freezes: true, freezesInterrupted: true });
    await rig.loop('bad');
    while (!rig.codes.includes('strategy-process-ended')) await yieldToMachine();
    await rig.thaw();
    expect(rig.living).toEqual(['a b']);
  });

  it('has no successor with a run that ends it meanwhile', async () => {
    const rig = await openRuns(['a', 'bad', 'worse']);
    rig.freezes = true;
    await rig.loop('bad');
    rig.opened[0]?.end('worse');
    await rig.thaw();
    expect(rig.living).toEqual(['a']);
  });

  it('has a successor that has no more tries than it had itself', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    await rig.endOf('a');
    await rig.loop('bad');
    await rig.time.pass(0);
    await rig.endOf('a');
    expect(rig.living).toEqual([]);
    await rig.time.pass(S);
    expect(rig.living.toSorted()).toEqual(['a', 'b', 'bad']);
  });
});

describe('a process that cannot be interrupted', () => {
  it('is ended, and made again without the run', async () => {
    const rig = await openRuns(['a', 'bad']);
    rig.isDeaf = true;
    await rig.loop('bad');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['a']);
    expect(rig.notices[0]).toMatchObject({
      code: 'strategy-process-ended',
      runId: 'bad',
      facts: { why: 'endless', detail: 'its code has not returned for 6 ms' },
    });
  });
});
