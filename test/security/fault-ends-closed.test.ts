import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { JOURNAL_KINDS } from '../../src/day/journal/read-journal.ts';
import { Rehearsal } from '../e2e/rehearsal.ts';
import { canariesIn } from './secret-forms.ts';

const ROUND_TRIPS = fileURLToPath(new URL('../e2e/round-trips.js', import.meta.url));
const FAULT = fileURLToPath(new URL('throw-at-signal.js', import.meta.url));
const PARAMS = "{from: '10:00', everyMs: 240000, heldMs: 1800000}";
const HOOK_KEY = 'canary/fault+key "one" ü';

/** Where others than the owner may do something, below a directory. */
function openToOthers(directory: string): readonly string[] {
  return ['', ...readdirSync(directory, { recursive: true }).map(String)].filter(
    (path) => (statSync(join(directory, path)).mode & 0o077) !== 0,
  );
}

test('a fault of the program leaves a halt, shows no secret, and the next start takes no new risk', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: ${PARAMS}}`],
    config: `logs: {directory: .sauda/logs}
evidence: on
alerts:
  channels:
    hook: {kind: webhook, url: 'http://127.0.0.1:9/hook', secret: {env: SAUDA_CANARY_KEY}}`,
  });
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
  const day = ['run', '--sim', 'sim.json', '--json', '--begin-anew', 'rehearsal'];
  const secret = { SAUDA_CANARY_KEY: HOOK_KEY };
  const first = rehearsal.start(day, { ...secret, NODE_OPTIONS: `--import=${FAULT}` });
  await first.until('it holds something', () => first.err.includes('Completed'));
  first.signal('SIGWINCH');
  const ended = await first.ended();
  expect(ended.code).toBe(1);
  expect(ended.err).toContain('a slip with [secret]');
  expect(canariesIn(ended.err + ended.out, { hookKey: HOOK_KEY })).toEqual([]);
  const second = rehearsal.start(day, { ...secret, NODE_OPTIONS: `--import=${FAULT}` });
  await second.until('the halt is taken', () => second.err.includes('ended by a fault of its own'));
  const status = await rehearsal.operate('status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({ halt: { state: 'reducing' } });
  await rehearsal.operate('flatten', '--reason', 'enough');
  second.signal('SIGTERM');
  await second.ended();
  const journal = JSON.stringify(await rehearsal.journaled(JOURNAL_KINDS.join(',')));
  expect(journal).toContain('ended by a fault of its own');
  // Both processes had a umask of 000.
  expect(openToOthers(join(rehearsal.directory, '.sauda'))).toEqual([]);
});
