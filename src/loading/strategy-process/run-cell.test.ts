import { describe, expect, it } from 'vitest';

import { openRuns } from '../../../test/support/interruption-rig.ts';
import { yieldToMachine } from '../../adapters/system/machine-time.ts';

const S = 1_000;

describe('a run that starts where code was interrupted', () => {
  it('lives in the successor, whether that has taken over already or not', async () => {
    const rig = await openRuns(['a', 'bad']);
    rig.freezes = true;
    await rig.loop('bad');
    rig.start('before');
    await rig.thaw();
    rig.start('after');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['a before after']);
  });
});

describe('a run that does not return as it is stopped', () => {
  it('is over, and the others get a successor', async () => {
    const rig = await openRuns(['a', 'bad', 'b']);
    await rig.loopAtStop('bad', 'a');
    await rig.time.pass(S);
    expect(rig.living).toEqual(['a b']);
    expect(rig).toMatchObject({ held: [], codes: ['strategy-interrupted'] });
    expect(rig.notices[0]).toMatchObject({ runId: 'bad', facts: { others: 2 } });
  });

  it('is not taken for the one that is left', async () => {
    const rig = await openRuns(['a', 'bad']);
    await rig.loopAtStop('bad', 'a');
    await rig.time.pass(S);
    expect(rig.living).toEqual(['a']);
    expect(rig).toMatchObject({ held: [], codes: ['strategy-interrupted'] });
  });

  it('leaves no process to those that start later', async () => {
    const rig = await openRuns(['a', 'bad']);
    await rig.loopAtStop('bad', 'a', true);
    rig.start('later');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['later']);
  });
});

describe('a run that does not live in a process any more', () => {
  it('is not heard from there, whatever its code does', async () => {
    const rig = await openRuns(['a', 'bad']);
    rig.freezes = true;
    await rig.loop('bad');
    for (const runId of ['bad', 'a']) rig.opened[0]?.doOutside(runId);
    expect(rig.outside).toEqual(['a']);
  });

  it.each([
    ['as it repeats the day', 0],
    ['as it catches up', 1],
  ])(
    'is over there once its saved file takes over, whatever a successor says %s',
    async (_, calls) => {
      const rig = await openRuns(['a', 'bad', 'b']);
      rig.freezes = true;
      await rig.loop('bad');
      for (let call = 0; call < calls; call += 1) rig.call('a');
      rig.freezes = false;
      rig.nextTimerMs = 2;
      const other = rig.host.prepare('a', 'another hash');
      await rig.time.pass(0);
      expect(other.isLevel()).toBe(true);
      other.takeOver();
      rig.nextTimerMs = 1;
      rig.newTimerMs = 3;
      await rig.thaw();
      rig.answered.length = 0;
      for (const runId of ['a', 'b']) rig.call(runId);
      await rig.time.pass(0);
      expect(rig.answered.toSorted()).toEqual(['a', 'b']);
      expect(rig.opened.filter(({ stopped }) => stopped.has('a'))).toHaveLength(2);
      expect(rig.held).toEqual([]);
    },
  );
});

describe('a process that is made again', () => {
  it('loads what its runs ran, in the version in which each continues, and not what was saved since', async () => {
    const rig = await openRuns(['a', 'b']);
    rig.kept.set('of a', 'first').set('other', 'second');
    await rig.endOf('a');
    expect(await rig.recalledFor('a')).toEqual(['first']);
    await rig.time.pass(0);
    const other = rig.host.prepare('a', 'other');
    while (!other.isLevel()) await yieldToMachine();
    other.takeOver();
    await rig.endOf('a');
    await rig.time.pass(S);
    expect(await rig.recalledFor('a')).toEqual(['second']);
    await rig.endOf('b');
    await rig.time.pass(S);
    expect(await rig.recalledFor('b')).toEqual([]);
  });
});
