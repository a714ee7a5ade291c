import { appendFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Desk } from '../../../../../test/e2e/in-process.ts';
import { shipped, simulatedDay } from '../../../../../test/support/simulated-day.ts';
import { EXIT_CODES } from '../../exit-codes.ts';

const desk = new Desk();
beforeAll(async () => {
  copyFileSync(shipped('iron-condor.ts'), join(desk.directory, 'iron-condor.ts'));
  await simulatedDay({
    strategies: [join(desk.directory, 'iron-condor.ts')],
    pollEvery: '1m',
    journalPath: join(desk.directory, 'day.journal'),
  });
});
afterAll(() => {
  desk.close();
});

async function why(...asked: readonly string[]) {
  return desk.sauda('why', ...asked, '--journal', 'day.journal');
}

test('why lists the orders of all runs, or of one by its name', async () => {
  const all = await why();
  expect(all).toMatchObject({ code: 0, err: '' });
  expect(all.out.match(/\(tag s[a-z0-9]+\)/g)).toHaveLength(8);
  expect((await why('iron-condor')).out).toBe(all.out);
});

test('why an order: what was shown, the line that decided, what was sent, and the fill', async () => {
  const { out, code } = await why('iron-condor/sold-ce');
  expect(code).toBe(0);
  const [entry = ''] = out.split(/\n(?=iron-condor@.* exit)/);
  expect(entry).toMatch(/shown .*\n.*decided +place, command 0, at iron-condor\.ts:\d+:\d+\n/);
  expect(entry).toMatch(/place\(|map\(/);
  expect(entry).toMatch(/sent +place limit [\d.]+\n.*answered +place accepted\n.*filled 65 at/);
  expect(out).toMatch(/because +its leg was to be flat, by its strategy: exit time/);
});

test('an order is found by its tag, by the id of the platform, and by its leg alone', async () => {
  const { out } = await why('sold-ce', '--json');
  const { orders } = JSON.parse(out) as {
    readonly orders: readonly { readonly tag: string; readonly orderIds: readonly string[] }[];
  };
  expect(orders).toHaveLength(2);
  const [{ tag, orderIds } = { tag: '', orderIds: [] }] = orders;
  for (const name of [tag, orderIds[0] ?? '']) {
    const one = JSON.parse((await why(name, '--json')).out) as { readonly orders: unknown[] };
    expect(one.orders).toEqual([orders[0]]);
  }
});

test('what is named by mistake is refused with the nearest name, and so is another day', async () => {
  const run = await why('iron-kondor');
  expect(run).toMatchObject({ code: EXIT_CODES.usage, out: '' });
  expect(run.err).toContain('nearest  iron-condor');
  const day = await why('--date', '2026-10-29');
  expect(day.code).toBe(EXIT_CODES.configuration);
  expect(day.err).toContain('2026-10-30');
});

test('lines of a file that was changed are not told, and why not is said', async () => {
  appendFileSync(join(desk.directory, 'iron-condor.ts'), '// changed\n');
  const { out, code } = await why();
  expect(code).toBe(0);
  expect(out).toContain('no lines are known: its file was changed since that day');
  expect((await why('sold-ce')).out).not.toContain('iron-condor.ts:');
});

test('why explains an order of a backtest, and refuses the options of a backtest without prices', async () => {
  copyFileSync(shipped('short-straddle.yaml'), join(desk.directory, 'short-straddle.yaml'));
  const of = ['--strategy', 'short-straddle.yaml', '--date', '2026-06-02'];
  const { out, code } = await desk.sauda('why', 'ce', ...of, '--generate', '7');
  expect(code).toBe(0);
  expect(out).toMatch(
    /09:20:00 +decided +place, command 0, at short-straddle\.yaml:6:1\n +entry: /,
  );
  expect(await desk.sauda('why', 'ce', ...of)).toMatchObject({ code: EXIT_CODES.usage });
  const beside = await why('ce', ...of, '--generate', '7');
  expect(beside.err).toContain('A journal holds its own prices');
});
