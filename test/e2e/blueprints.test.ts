import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const OPEN = { at: '2026-10-30T10:00', speed: 1 };
const PART = 'blueprints/counter.yaml';
const MINE = `name: mine
schemaVersion: 1
use: ./${PART}
inputs: { every: 2s }
`;

let rehearsal: Rehearsal;
afterEach(async () => {
  await rehearsal.close();
});

/** Enters one leg, and says a word every so often. */
function blueprint(word: string): string {
  return `name: counter
schemaVersion: 1
blueprint: { inputs: { every: { type: duration, default: 1h } } }
underlying: NIFTY
exit: 15:10
legs: { ce: { side: sell, type: CE, strike: ATM } }
rules:
  - { when: { every: 3s }, then: [{ enter: all }], times: 1 }
  - when: { every: { input: every } }
    then: [{ alert: ${word} }]
`;
}

/** How often a day said a word so far. */
function said(day: SaudaProcess, word: string): number {
  return [...day.err.matchAll(new RegExp(` ${word}$`, 'gm'))].length;
}

test('a saved blueprint takes over in its run, which a restart continues', async () => {
  rehearsal = new Rehearsal({ mode: 'paper', strategies: ['./mine.yaml'] });
  rehearsal.write('mine.yaml', MINE);
  mkdirSync(join(rehearsal.directory, 'blueprints'));
  rehearsal.write(PART, blueprint('first'));
  await rehearsal.open(OPEN);
  const day = rehearsal.startDay();
  await day.until('it trades', () => said(day, 'first') > 1 && day.err.includes(' entry'));

  rehearsal.write(PART, blueprint('broken').replace('every: { input: every }', 'every: never'));
  await day.until('it is refused', () => day.err.includes('does not take over'));
  rehearsal.write(PART, blueprint('second'));
  await day.until('it takes over', () => day.err.includes('continues under another source'));
  await day.until('the other source decides', () => said(day, 'second') > 0);

  await day.killNine();
  const again = rehearsal.startDay();
  await again.until('it continues', () => said(again, 'second') > 0);
  expect(again.err).not.toContain('is held');
  await again.killNine();
  const entries = await rehearsal.journaled('commands-emitted');
  const placed = entries.filter((entry) => JSON.stringify(entry).includes('"place"'));
  expect(placed).toHaveLength(1);
});
