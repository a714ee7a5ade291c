import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { aDay, at, DATE } from '../../../test/support/engine-rig.ts';
import { type ToArm } from './arming-conditions.ts';
import { removeArming, writeArming } from './arming-file.ts';
import { LiveArming } from './live-arming.ts';

const STRADDLE: ToArm = {
  ...{ name: 'straddle', sourceHash: 'source', paramsHash: 'params', brokerId: 'own' },
  ...{ runId: `straddle@${DATE}/live`, cleanDays: 3 },
};

it('an arming is reported when it begins and when it ends, each once, whichever way it ends', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-armed-'));
  const path = join(directory, 'arming.json');
  const told: string[] = [];
  let nowMs = at('09:20');
  const arming = new LiveArming({
    ...{ account: 'main', day: aDay(), clock: { nowMs: () => nowMs }, path, paperDays: 3 },
    strategies: [STRADDLE],
    books: () => null,
    onVetoes: () => undefined,
    onNotice: ({ code }) => told.push(code),
    wait: () => new Promise(() => undefined),
  });
  onTestFinished(() => {
    arming.end();
    rmSync(directory, { recursive: true });
  });
  const arm = (untilMs: number): void => {
    const { name, sourceHash, paramsHash, brokerId } = STRADDLE;
    const strategies = [{ name, sourceHash, paramsHash, brokerId }];
    const typed = { reason: 'a test', by: 'desk', isWithoutPromotion: false };
    const own = { account: 'main', date: DATE, atMs: nowMs, untilMs, ...typed };
    writeArming(path, { schemaVersion: 1, ...own, strategies });
  };
  /** What two looks report: the second has nothing to add. */
  const looks = (): readonly string[] => {
    arming.look();
    arming.look();
    return told.splice(0);
  };
  arming.begin();
  expect(looks()).toEqual([]);
  arm(at('15:30'));
  expect(looks()).toEqual(['live-armed']);
  removeArming(path);
  expect(looks()).toEqual(['live-disarmed']);
  nowMs += 1_000;
  arm(at('10:00'));
  expect(looks()).toEqual(['live-armed']);
  nowMs = at('10:00');
  expect(looks()).toEqual(['live-disarmed']);
});
