import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnce, isFlat } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal, summaryIn } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';

const HANGS = fileURLToPath(new URL('hangs.js', import.meta.url));
const SOON = { SAUDA_TURN_MS_MAX: '2500' };
const OPEN = { at: '2026-10-30T10:00', speed: 120 };

let rehearsal: Rehearsal;
let platform: RecordedPlatform;
afterEach(async () => {
  await rehearsal.close();
});

/** A day on which one of two strategies hangs, until that has ended its process. */
async function hungDay(params: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const strategies = [heldLegs('{heldMs: 1500000}'), `{path: ${HANGS}, params: ${params}}`];
  rehearsal = new Rehearsal({ strategies });
  platform = await openRecorded(rehearsal, OPEN);
  const first = start(env);
  const { out, err } = await first.ended();
  expect(platform.orders(), `${err}${out}`).toHaveLength(2);
}

function start(env: Readonly<Record<string, string>> = {}): SaudaProcess {
  return rehearsal.start(
    ['run', '--sim', 'sim.json', '--json', '--log', 'commands.jsonl', '--begin-anew', 'rehearsal'],
    {
      ...SOON,
      ...env,
    },
  );
}

test.each([
  ['never returns', '{}', {}, 'its code had not returned for'],
  [
    'fills the memory',
    '{how: hoards}',
    { SAUDA_TURN_MS_MAX: '60000', NODE_OPTIONS: '--max-old-space-size=250' },
    'the process ran out of memory in its code',
  ],
])('one restart quarantines code that %s, and a leg beside it ends flat', async (...given) => {
  const [, params, env, why] = given;
  await hungDay(params, env);
  const day = start();
  await day.until('the culprit is named', () => day.err.includes('The run is quarantined'));
  expect(day.err).toContain(why);
  await day.until('all is flat', () => platform.orders().length === 4 && isFlat(platform.orders()));
  const status = await rehearsal.operate('status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({
    runs: [{}, { runId: 'hangs@2026-10-30/live', state: 'held' }],
  });
  day.signal('SIGTERM');
  const ended = await day.ended();
  expect(ended.code).toBe(EXIT_CODES['unresolved-orders']);
  expect(JSON.stringify(summaryIn(ended).problems)).toContain('The run is quarantined');
  await expectEachOnce(rehearsal, platform.orders());
});

test('flatten works without the code of a strategy that hangs, and ends when all is flat', async () => {
  await hungDay('{}');
  const { code, out, err } = await rehearsal.run(
    'flatten',
    '--sim',
    'sim.json',
    '--reason',
    'hung',
  );
  expect(isFlat(platform.orders()), `${out}${err}`).toBe(true);
  expect(platform.orders()).toHaveLength(4);
  expect(code).toBe(EXIT_CODES.ok);
  await expectEachOnce(rehearsal, platform.orders());
});
