import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { invariant } from '../../base/invariant.ts';
import { runTrial, type TrialAnswer } from './run-trial.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-trial-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const HEAD = 'name: s\nschemaVersion: 1\nunderlying: NIFTY\nexit: 15:10\n';
const AT = 'entry: 09:20\n';

async function tried(text: string): Promise<Extract<TrialAnswer, { kind: 'tried' }>['trial']> {
  const path = join(directory, 's.yaml');
  writeFileSync(path, text);
  const task = { path, given: {}, date: '2026-10-30', mode: 'paper', calendar: null } as const;
  const answer = await runTrial(task);
  invariant(answer.kind === 'tried', JSON.stringify(answer));
  return answer.trial;
}

function leg(strike: string): string {
  return `legs:\n  ce: { side: buy, type: CE, strike: ${strike} }\n`;
}

describe('a file whose strikes are steps from the index', () => {
  it('is not tried, and counts as one that trades its index', async () => {
    expect(await tried(HEAD + AT + leg('OTM2'))).toMatchObject({
      lots: { ofOrder: 0 },
      needsPrices: true,
      underlyings: ['NIFTY'],
      problems: [],
      warnings: [],
    });
  });

  it('needs prices for a breakout too, whose first watch comes after the open', async () => {
    const entry = 'entry: { range: 15 minutes, bar: 5 minutes, before: 14:00 }\n';
    const { needsPrices, underlyings } = await tried(HEAD + entry + leg('ATM'));
    expect({ needsPrices, underlyings }).toEqual({ needsPrices: true, underlyings: ['NIFTY'] });
  });
});

it('a condition is started, to see what it watches', async () => {
  const rules = 'rules:\n  - { when: { becomes: index > 24500 }, then: [{ alert: up }] }\n';
  const { needsPrices, lots } = await tried(HEAD + rules);
  expect({ needsPrices, lots }).toEqual({ needsPrices: true, lots: { ofOrder: 0, ofCommand: 0 } });
});

describe('a file whose contracts may not be listed', () => {
  it('is tried over the whole day', async () => {
    expect((await tried(HEAD + AT + leg('premium ~120'))).lots).toEqual({
      ofOrder: 1,
      ofCommand: 1,
    });
  });

  it.each([
    ['a strike', leg('strike 99999')],
    ['an expiry', `expiry: 2020-01-01\n${leg('ATM')}`],
  ])('is warned of: %s', async (_, more) => {
    expect((await tried(HEAD + AT + more)).warnings).toEqual([
      expect.stringMatching(/^On made-up prices it fails: SelectionError/),
    ]);
  });
});
