import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

/** A wall clock at its natural pace: there strategies, and their sources, run in processes of their own. */
const OPEN = { at: '2026-10-30T10:00', speed: 1 };

const servers: Server[] = [];
const hosts: string[] = [];
/** Each tells its place, and how often it was asked. */
async function serve(place: number): Promise<string> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end(JSON.stringify({ price: `${String(place)}.${String(asked)}` }));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
beforeAll(async () => {
  for (const place of [0, 1]) hosts.push(await serve(place));
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

let rehearsal: Rehearsal;
afterEach(async () => {
  await rehearsal.close();
});

/** Says every value that a host brings, and the process that its module is loaded into. */
function listens(place: number): string {
  const host = hosts[place] ?? '';
  return `import { exhaustMap, from, map, timer } from 'rxjs';
import { alert, defineSource, defineStrategy } from 'sauda';

process.stderr.write(\`loaded in \${process.pid};\`);
const prices = defineSource({
  name: 'prices',
  hosts: ['${host}'],
  open: () =>
    timer(0, 200).pipe(
      exhaustMap(() => from(fetch('http://${host}/').then((answer) => answer.json()))),
    ),
});

export default defineStrategy({
  name: 'listens',
  sources: [prices],
  run: ({ from }) => from(prices).pipe(map(({ price }) => alert('info', \`heard \${price}\`))),
});
`;
}

/** How often a host was heard of, at least. */
function heardOf(day: SaudaProcess, place: number): number {
  const said = [
    ...(day.out + day.err).matchAll(new RegExp(`heard ${String(place)}\\.(\\d+)`, 'g')),
  ];
  return Number(said.at(-1)?.[1] ?? 0);
}

/** Processes that it started and that live, shells that watch over them apart. */
function childrenOf(pid: number | undefined): readonly number[] {
  const told = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  return told
    .split(' ')
    .filter((text) => text !== '' && readFileSync(`/proc/${text}/comm`, 'utf8').trim() !== 'sh')
    .map(Number);
}

test('a daemon loads no module, begins without those that are broken, and hears sources from their own process', async () => {
  rehearsal = new Rehearsal({
    mode: 'paper',
    strategies: ['./broken.js', './listens.js', './missing.js'],
  });
  rehearsal.write('broken.js', "throw new RangeError('broken at its top level');\n");
  rehearsal.write('listens.js', listens(0));
  await openRecorded(rehearsal, OPEN);
  const day = rehearsal.start(['daemon', '--sim', 'sim.json', '--json']);
  await day.until('values are heard', () => heardOf(day, 0) > 2);
  for (const what of ['broken at its top level', 'No such file [^\\n]*missing.js']) {
    expect(day.out).toMatch(new RegExp(`${what}[^\\n]*The day begins without this strategy`));
  }
  const pids = [...day.err.matchAll(/loaded in (\d+);/g)].map(([, pid]) => Number(pid));
  expect(pids).not.toContain(day.pid);

  // The last one that was started: it has nothing that the others need.
  const source = childrenOf(day.pid).at(-1) ?? 0;
  expect(pids).toContain(source);
  process.kill(source, 'SIGKILL');
  await day.until('it is told', () => day.out.includes('"sources-ended"'));
  const before = heardOf(day, 0);
  await day.until('it is opened again', () => heardOf(day, 0) > before + 2);
  day.signal('SIGTERM');
  await day.ended();

  const replayed = await rehearsal.run('replay', rehearsal.journal);
  expect(replayed.out).toMatch(/listens@2026-10-30\/paper {2}\d+ recorded, \d+ replayed: the same/);
  expect(replayed.code).toBe(EXIT_CODES.ok);
});

test('a file that is saved brings its own sources and hosts with it', async () => {
  rehearsal = new Rehearsal({ mode: 'paper', strategies: ['./listens.js'] });
  rehearsal.write('listens.js', listens(0));
  await openRecorded(rehearsal, OPEN);
  const day = rehearsal.startDay();
  await day.until('values are heard', () => heardOf(day, 0) > 2);
  rehearsal.write('listens.js', listens(1));
  await day.until('the other host is heard', () => heardOf(day, 1) > 2);
  expect(day.err).toContain('continues under another source');
  day.signal('SIGTERM');
  await day.ended();
});
