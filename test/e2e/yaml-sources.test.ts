import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';

/** A wall clock at its natural pace: there strategies, and their sources, run in processes of their own. */
const OPEN = { at: '2026-10-30T10:00', speed: 1 };

let server: Server;
let host: string;
/** What the host says when it is asked. */
let answer: unknown = { level: 13 };
beforeAll(async () => {
  server = createServer((_, response) => {
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let rehearsal: Rehearsal;
afterEach(async () => {
  await rehearsal.close();
});

/** A module whose source asks the host again and again. */
function vixOf(more = ''): string {
  return `import { exhaustMap, from, timer } from 'rxjs';
import { defineSource } from 'sauda';
process.stderr.write(\`vix is loaded in \${process.pid};\`);
${more}
export default defineSource({
  name: 'vix',
  hosts: ['${host}'],
  open: () =>
    timer(0, 200).pipe(
      exhaustMap(() => from(fetch('http://${host}/').then((answer) => answer.json()))),
    ),
});
`;
}

function rulesOf(name: string, file: string, rules: string): string {
  return `name: ${name}
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs: { ce: { side: sell, type: CE, strike: ATM, stop: 40% } }
sources: { vix: { file: ${file}, fields: { level: number } } }
rules:
${rules}`;
}

const ENTERS = `  - when: { becomes: vix.level > 20 }
    then: [{ alert: spike }, { enter: [ce] }]
  - { when: { source: vix }, if: vix.level > 30, then: [{ alert: wild, severity: warning }], times: 1 }
`;

test('a rule acts on what a host says, by a process of its own; sources that fail cost it nothing; a replay is the same', async () => {
  answer = { level: 13 };
  const failing = ['throws', 'hangs', 'unfit'];
  rehearsal = new Rehearsal({
    mode: 'paper',
    strategies: ['./broken.yaml', ...failing.map((name) => `./${name}.yaml`), './mine.yaml'],
  });
  rehearsal.write('vix.js', vixOf());
  rehearsal.write('mine.yaml', rulesOf('mine', './vix.js', ENTERS));
  rehearsal.write('broken.js', "throw new RangeError('broken at its top level');\n");
  rehearsal.write('broken.yaml', rulesOf('broken', './broken.js', ENTERS));
  const source = (open: string): string =>
    `import { of, throwError } from 'rxjs';
import { defineSource } from 'sauda';
export default defineSource({ name: 'vix', open: () => ${open} });
`;
  rehearsal.write('throws.js', source("throwError(() => new Error('no such host'))"));
  rehearsal.write('hangs.js', source('{ for (;;); }'));
  rehearsal.write('unfit.js', source("of({ level: 'high' }, 35)"));
  for (const name of failing) {
    rehearsal.write(`${name}.yaml`, rulesOf(name, `./${name}.js`, ENTERS));
  }
  await openRecorded(rehearsal, OPEN);
  const day = rehearsal.start(['daemon', '--sim', 'sim.json', '--json']);
  await day.until('the source is open', () => day.err.includes('vix is loaded in'));
  await day.until('what fails is reported', () =>
    [
      /RangeError|broken at its top level/,
      /no such host/,
      /brought a value that does not fit/,
    ].every((text) => text.test(day.out)),
  );
  const pids = [...day.err.matchAll(/vix is loaded in (\d+);/g)].map(([, pid]) => Number(pid));
  expect(pids).not.toContain(day.pid);
  await day.until('the one that hangs is ended', () => day.out.includes('"sources-ended"'));
  expect(day.out).not.toContain('spike');

  answer = { level: 35 };
  await day.until('the rule acts', () => day.out.includes('wild') && day.out.includes('spike'));
  day.signal('SIGTERM');
  await day.ended();

  const replayed = await rehearsal.run('replay', rehearsal.journal);
  expect(replayed.out).toMatch(/mine@2026-10-30\/paper {2}\d+ recorded, \d+ replayed: the same/);
  expect(replayed.out).toMatch(/unfit@2026-10-30\/paper {2}1 recorded, 1 replayed: the same/);
  expect(replayed.code).toBe(EXIT_CODES.ok);
});

test('a module that is saved takes over with its file', async () => {
  answer = { level: 13 };
  rehearsal = new Rehearsal({ mode: 'paper', strategies: ['./mine.yaml'] });
  rehearsal.write('vix.js', vixOf());
  rehearsal.write(
    'mine.yaml',
    rulesOf(
      'mine',
      './vix.js',
      `  - { when: { source: vix }, if: vix.level < 14, then: [{ alert: low }], times: 1 }
  - { when: { source: vix }, if: vix.level = 14, then: [{ alert: other }], times: 1 }
`,
    ),
  );
  await openRecorded(rehearsal, OPEN);
  const day = rehearsal.startDay();
  await day.until('the source is heard', () => (day.out + day.err).includes('low'));
  rehearsal.write('vix.js', vixOf().replace('answer.json()', '({ level: 14 })'));
  await day.until('the other module is heard', () => (day.out + day.err).includes('other'));
  expect(day.err).toContain('continues under another source');
  day.signal('SIGTERM');
  await day.ended();
});
