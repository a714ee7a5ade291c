import { statSync, truncateSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type PreflightFinding } from '../../src/daemon/preflight/finding.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const params = "{from: '10:00', everyMs: 240000, heldMs: 3600000}";
const rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`] });
afterAll(async () => {
  await rehearsal.close();
});

test('after a kill a log that lost its end is named, stops new risk, and is found by every reader', async () => {
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
  const first = rehearsal.startDay();
  await first.until('it holds something', () => first.err.includes('Completed'));
  await first.killNine();
  const log = `${rehearsal.journal}-wal`;
  truncateSync(log, statSync(log).size >> 1);
  const verified = await rehearsal.run('journal', rehearsal.journal, '--verify');
  expect(verified).toMatchObject({ code: EXIT_CODES.found });
  expect(verified.err).toMatch(/blocks from number \d+ to number \d+, of 2026-10-30, are missing/);
  const status = await rehearsal.operate('status');
  expect(status).toMatchObject({ code: EXIT_CODES.halted });
  expect(status.out).toMatch(
    /No program is running.*\n {2}next .*\ncritical: The journal has lost its end: .*missing at its end.*\n.*\nWhat is left of it says:\nactive: .*\nrun round-trips@/,
  );
  expect(await journalCheck()).toMatchObject({ state: 'no-go' });
  const second = rehearsal.startUnconfirmed('--log', 'second.jsonl');
  await second.until('it stops new risk', () =>
    /critical .*reducing by the start: the journal has lost its end/.test(second.err),
  );
  expect(second.err).toMatch(/critical The journal has lost its end: .* are missing at its end/);
  await second.until('it takes no entry', () =>
    second.err.includes('The account is reducing: found an order'),
  );
  second.signal('SIGTERM');
  // What was bought is at the platform, and in no book that is left.
  expect(await second.ended()).toMatchObject({ code: EXIT_CODES['not-flat'] });
  expect(await rehearsal.run('journal', rehearsal.journal, '--verify')).toMatchObject({ code: 0 });
  expect(await journalCheck()).toMatchObject({ state: 'go' });
});

/** What the check before the open finds of the journal. */
async function journalCheck(): Promise<unknown> {
  const { out } = await rehearsal.run('preflight', '--sim', 'sim.json', '--json');
  const { findings } = JSON.parse(out) as { readonly findings: readonly PreflightFinding[] };
  return findings.find(({ code }) => code === 'journal');
}
