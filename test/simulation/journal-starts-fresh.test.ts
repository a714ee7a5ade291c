import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { runDay } from '../../src/daemon/run-day.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { serveStandalone } from '../../src/venues/serve-simulator.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const strategies = await loadAll([shipped('short-straddle.yaml')]);

/** Runs a program on a platform of its own from a time on, until it trades; what it reports. */
async function programFrom(time: string, directory: string): Promise<readonly string[]> {
  const at = `2026-10-30T${time}`;
  const startAtMs = instantAt('2026-10-30', time);
  const world = { startAtMs, speed: 1, seed: 'fresh', pricesPath: null, underlying: null };
  const simulator = valueOf(await serveStandalone(world));
  const { addresses, credentials } = simulator;
  const text = [
    'mode: paper',
    `platform: {hosts: ${JSON.stringify(addresses)}, credentials: {phoneNumber: {env: PHONE}, password: {env: WORD}}}`,
    'prices: simulator',
    `simulator: {at: ${at}, speed: 1}`,
    `state: {directory: ${directory}}`,
  ].join('\n');
  const ending = new AbortController();
  const codes: string[] = [];
  try {
    valueOf(
      await runDay({
        settings: valueOf(
          settingsFromText(text, {
            environment: { PHONE: credentials.phoneNumber, WORD: credentials.password },
            ...{ workingDirectory: directory, file: null, shownFile: 'test' },
          }),
        ),
        strategies,
        journalPath: join(directory, 'day.journal'),
        accountsDirectory: directory,
        signal: ending.signal,
        onNotice: ({ code }) => codes.push(code),
        onView: () => {
          ending.abort();
        },
      }),
    );
  } finally {
    await simulator.close();
  }
  return codes;
}

it('a journal that is new during the day is reported, and one that continues or comes before the open is not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-fresh-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  expect(await programFrom('09:20', directory)).toContain('journal-begins-anew');
  expect(await programFrom('09:30', directory)).not.toContain('journal-begins-anew');
  expect(await programFrom('09:05', join(directory, 'before the open'))).not.toContain(
    'journal-begins-anew',
  );
});
