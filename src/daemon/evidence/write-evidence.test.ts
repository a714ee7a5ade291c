import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import { EMPTY_VIEW } from '../../engine/engine-view.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { type DayEvidence } from './day-files.ts';
import { openEvidence } from './evidence-pack.ts';
import { verifyEvidence } from './verify-evidence.ts';
import { writeEvidence } from './write-evidence.ts';

const CANARY = 'canary-password-of-a-test';
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-evidence-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function settings(): Settings {
  const hosts = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
  const text = [
    'platform:',
    `  hosts: {${hosts.map((name) => `${name}: "https://platform.example.test"`).join(', ')}}`,
    '  credentials: {phoneNumber: {env: PHONE}, password: {env: PASSWORD}}',
  ].join('\n');
  return valueOf(
    settingsFromText(text, {
      environment: { PHONE: '+919000000017', PASSWORD: CANARY },
      workingDirectory: directory,
      file: null,
      secrets: 'required',
      shownFile: 'test',
    }),
  );
}

function aDay(date: string, source = 'name: nothing\n'): DayEvidence {
  const path = join(directory, 'strategy.yaml');
  writeFileSync(path, source);
  return {
    date,
    journal: createMemoryJournal(),
    settings: settings(),
    knowledge: loadMarketKnowledge(),
    strategies: [{ path, sourceHash: '' }],
    keptSource: () => Promise.resolve(null),
    summary: {} as DayEvidence['summary'],
    books: EMPTY_VIEW,
    shadow: null,
    result: {} as DayEvidence['result'],
  };
}

it('has no secret of the configuration in any file', async () => {
  const path = valueOf(await writeEvidence(aDay('2026-11-19')));
  const { files } = valueOf(openEvidence(readFileSync(path)));
  const configuration = files.get('configuration.json')?.toString() ?? '';
  expect(configuration).toContain('[secret]');
  for (const content of files.values()) {
    for (const canary of [CANARY, '9000000017']) expect(content.toString()).not.toContain(canary);
  }
});

it.each([
  ['as it is', CANARY],
  ['in base64', Buffer.from(`user:${CANARY}`).toString('base64')],
  ['as a phone number', 'call +919000000017'],
])('is not written where a secret stands in a source %s', async (_how, text) => {
  expect(await writeEvidence(aDay('2026-11-19', `# ${text}\n`))).toEqual({
    ok: false,
    error: 'a secret of the configuration stands in sources/strategy.yaml',
  });
  expect(readdirSync(join(directory, '.sauda', 'evidence'))).toEqual(['signing-key.pem']);
});

it('links each pack to the one before, and shows one that was replaced or is missing', async () => {
  const first = valueOf(await writeEvidence(aDay('2026-11-19')));
  const second = valueOf(await writeEvidence(aDay('2026-11-20')));
  const check = async (): ReturnType<typeof verifyEvidence> =>
    verifyEvidence({ path: second, publicKey: null });
  expect(valueOf(await check()).problems.join()).not.toContain('before it');
  // Signed by the same key, and another one.
  renameSync(first, `${first}.kept`);
  expect(valueOf(await check()).warnings.join()).toContain('is not beside it');
  const other = valueOf(await writeEvidence(aDay('2026-11-18')));
  renameSync(other, first);
  expect(valueOf(await check()).problems.join()).toContain('another one than it was signed after');
});

it.each([{ mode: 'live' }, { account: 'other' }] as const)(
  'shows a link to a pack of another mode or account, though it is the very file that was linked: %j',
  async (other) => {
    const day = aDay('2026-11-19');
    const strange = { ...day, settings: { ...day.settings, ...other } };
    const before = valueOf(await writeEvidence(strange));
    renameSync(before, join(directory, '.sauda/evidence/default.paper.2026-11-19.tar.gz'));
    const path = valueOf(await writeEvidence(aDay('2026-11-20')));
    const { problems } = valueOf(await verifyEvidence({ path, publicKey: null }));
    expect(problems.join()).toContain('another one than it was signed after');
  },
);

it('writes no second pack of a day whose journal is the same', async () => {
  const first = valueOf(await writeEvidence(aDay('2026-11-20')));
  expect(valueOf(await writeEvidence(aDay('2026-11-20')))).toBe(first);
});

it('gives a second pack of a day that was traded again a name of its own', async () => {
  valueOf(await writeEvidence(aDay('2026-11-20')));
  const journal = createMemoryJournal();
  journal.append([{ kind: 'event', atMs: 1, event: {} }], '2026-11-20');
  const again = valueOf(await writeEvidence({ ...aDay('2026-11-20'), journal }));
  expect(again).toMatch(/default\.paper\.2026-11-20\.2\.tar\.gz$/);
  const { previous } = valueOf(openEvidence(readFileSync(again))).manifest;
  expect(previous?.file).toBe('default.paper.2026-11-20.tar.gz');
});

it('reports what keeps it from being written, and throws nothing', async () => {
  writeFileSync(join(directory, '.sauda'), '');
  expect((await writeEvidence(aDay('2026-11-20'))).ok).toBe(false);
});
