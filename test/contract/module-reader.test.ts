import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { ModuleReader } from '../../src/loading/describing/module-reader.ts';
import { describedElsewhere } from '../../src/loading/describing/described-strategy.ts';
import { readerSays } from '../../src/loading/describing/module-reader-lines.ts';
import { NO_PROTECTIONS } from '../../src/model/runs/run-policies.ts';
import { valueOf } from '../support/simulated-day.ts';
import { HeardProcess } from './heard-process.ts';
import { type TrialTask } from '../../src/loading/trial/run-trial.ts';

const root = mkdtempSync(join(tmpdir(), 'sauda-reader-'));

function write(name: string, body: string, more = ''): string {
  const path = join(root, `${name}.js`);
  writeFileSync(
    path,
    `import { EMPTY, NEVER } from 'rxjs';
import { defineSource, defineStrategy, lots, z } from 'sauda';
${body}
export default defineStrategy({
  name: '${name}',
  params: z.object({ lots: lots().default(2) }),
  ${more}
  run: () => NEVER,
});
`,
  );
  return path;
}

beforeAll(() => {
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

it('says its limits of the day, which then apply to its run', async () => {
  const path = write('limited', '', 'protections: { losingStreak: 2 },');
  const reader = new ModuleReader([path]);
  const described = valueOf(await reader.describe(path, {}));
  expect(describedElsewhere(described, { path, given: {} })).toMatchObject({
    policies: { protections: { losingStreakMax: 2, dayLossPaiseMax: null } },
  });
  reader.close();
});

it.each<unknown>([
  { losingStreakMax: 'none' },
  { dayLossPaiseMax: -1 },
  { then: 'wait' },
  { more: 1 },
  { toString: 1 },
  2,
])('takes no description with limits that are none: %j', (wrong) => {
  const protections =
    typeof wrong === 'object' ? { ...NO_PROTECTIONS, losingStreakMax: 2, ...wrong } : wrong;
  const described = {
    name: 'a',
    params: {},
    sources: [],
    sourceHash: '',
    imports: [],
    protections,
  };
  expect(readerSays(JSON.stringify({ described }))).toBeNull();
});

const HOSTS = `sources: [
    defineSource({ name: 'ticks', hosts: ['prices.example:443'], open: () => EMPTY }),
    defineSource({ name: 'file', open: () => EMPTY }),
  ],`;

it('says what a strategy is, its sources with their hosts, and what is wrong with its parameters', async () => {
  const path = write('sound', '', HOSTS);
  const reader = new ModuleReader([path]);
  expect(await reader.describe(path, { lots: 3 })).toMatchObject({
    ok: true,
    value: {
      name: 'sound',
      params: { lots: 3 },
      sources: [
        { name: 'ticks', hosts: ['prices.example:443'] },
        { name: 'file', hosts: [] },
      ],
    },
  });
  expect(await reader.describe(path, { lots: 0 })).toMatchObject({
    ok: false,
    error: [{ param: { name: 'lots' } }],
  });
  reader.close();
});

it('names a module that does not return, and reads the next', async () => {
  const first = write('first', '');
  const loops = write('loops', 'for (;;);');
  const ends = write('ends', "import { writeSync } from 'node:fs';\nwriteSync(1, 'forged\\n');");
  const hosts = write(
    'hosts',
    '',
    "sources: [defineSource({ name: 'a', hosts: ['*'], open: () => EMPTY })],",
  );
  const paths = [first, loops, ends, hosts];
  // The others must be read within it, too, on a machine with much else to do.
  const reader = new ModuleReader(paths, { answerWithinMs: 2_500 });
  const read = [];
  for (const path of paths) read.push(await reader.describe(path, {}));
  expect(read).toMatchObject([
    { ok: true },
    {
      ok: false,
      error: [{ message: 'Code of "loops.js" has not returned for 2500 ms', file: loops }],
    },
    { ok: false, error: [{ file: ends }] },
    { ok: false, error: [{ message: expect.stringMatching(/wants hosts like/) as string }] },
  ]);
  const task: TrialTask = {
    path: first,
    given: {},
    date: '2026-10-30',
    mode: 'paper',
    calendar: null,
  };
  expect(await reader.try(task)).toMatchObject({ kind: 'tried', strategy: { name: 'first' } });
  reader.close();
});

it('gives its process away to run what it has read', async () => {
  const asks =
    "import { readFileSync } from 'node:fs';\ntry { readFileSync('/etc/hostname'); } catch {}";
  const path = write('handed', asks);
  const reader = new ModuleReader([path]);
  const described = await reader.describe(path, {});
  const handedOver = reader.handOver();
  if (!described.ok || handedOver === null) throw new RangeError('Nothing to hand over');
  expect(reader.handOver()).toBeNull();
  using heard = new HeardProcess(path, {}, handedOver.take);
  heard.start('handed', {});
  await heard.answered(1);
  expect(heard.answers[0]?.answer.turn.state).toBe('running');
  // What its module asked for while it was read is reported all the same.
  expect(heard.refused).toMatchObject([{ resource: '/etc/hostname' }]);
  handedOver.close();
});
