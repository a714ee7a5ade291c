import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const params = "{from: '10:00', everyMs: 240000, heldMs: 3600000}";
const rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`] });
afterAll(async () => {
  await rehearsal.close();
});

test('a journal that is removed stops all orders, lets no second program in, and is mourned', async () => {
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
  const first = rehearsal.startDay();
  await first.until('it holds something', () => first.err.includes('Completed'));
  rmSync(rehearsal.journal);
  await first.until('it says so', () => /critical .*was removed or replaced/.test(first.err));
  const second = await rehearsal.startDay('--log', 'second.jsonl').ended();
  expect(second).toMatchObject({ code: EXIT_CODES.configuration });
  expect(second.out).toContain(`in use by another process (PID ${String(first.pid)})`);
  const status = await rehearsal.operate('status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({ isRunning: true });
  await first.killNine();
  const third = rehearsal.startUnconfirmed('--log', 'third.jsonl');
  await third.until('it names the loss', () => third.err.includes('starts fresh'));
  await third.until('it disowns orders', () =>
    /critical Order .* carries a tag of ours/.test(third.err),
  );
  expect(third.err).toMatch(/critical .*reducing by the start: the journal starts fresh/);
  third.signal('SIGTERM');
  // The platform holds what the new journal does not know.
  expect(await third.ended()).toMatchObject({ code: EXIT_CODES['not-flat'] });
});
