import { expect, it } from 'vitest';

import { instantAt } from '../model/ist.ts';
import { isSameMade, type MadeEntry, programDivergence } from './program-divergence.ts';

const AT_MS = instantAt('2026-11-20', '10:00');
const INTENT: MadeEntry = {
  kind: 'intent',
  atMs: AT_MS,
  runId: 'a@2026-11-20/paper',
  tag: 't1',
  leg: 'ce',
  role: 'entry',
  parametersHash: '0123456789',
  mode: 'paper',
  account: 'main',
  build: 'b1',
};
const ATTEMPT: MadeEntry = { kind: 'attempt', atMs: AT_MS, attemptId: 'a1', attempt: { id: 7 } };

it('says what each side has, and that a side has nothing', () => {
  expect(programDivergence(AT_MS, null, ATTEMPT)).toEqual({
    atMs: AT_MS,
    detail: 'at 10:00:00 the journal has nothing, this program makes attempt {"id":7}',
  });
  expect(programDivergence(AT_MS, INTENT, null).detail).toBe(
    'at 10:00:00 the journal has the intent t1 of a@2026-11-20/paper (ce entry, parameters 01234567), this program makes nothing',
  );
});

it('takes what another build made for the same, and nothing else', () => {
  expect(isSameMade(INTENT, { ...INTENT, build: 'b2' })).toBe(true);
  expect(isSameMade(INTENT, { ...INTENT, tag: 't2' })).toBe(false);
  expect(isSameMade(INTENT, ATTEMPT)).toBe(false);
});
