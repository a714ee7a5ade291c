import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ConfinedWhyDesk } from './confined-why-desk.ts';

/** Tries what authors' code must not do, and says what came of it. */
const TRIES = `
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const tried = (work) => {
  try { work(); return 'done'; } catch (error) { return error.code; }
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { args, directory } = JSON.parse(line);
  const [, , journal] = args;
  const out = JSON.stringify({
    copy: tried(() => readFileSync(journal)),
    write: tried(() => writeFileSync(directory + '/x', '')),
    original: tried(() => readFileSync(ORIGINAL)),
    secret: tried(() => readFileSync(SECRET)),
    environment: process.env.SAUDA_SECRET ?? 'none',
    args: args.filter((one) => !one.startsWith('/')),
  });
  process.stdout.write(JSON.stringify({ code: args.includes('wrong') ? 3 : 0, out }) + '\\n');
});
`;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-why-'));
  mkdirSync(join(directory, 'state'));
  writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
  writeFileSync(join(directory, 's.yaml'), '');
  writeFileSync(join(directory, 'token.txt'), 'a secret');
  writeFileSync(join(directory, 'state', 'a.journal'), 'pages');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function deskOf(program: string): ConfinedWhyDesk {
  const at = (...names: readonly string[]): string => join(directory, ...names);
  const filled = program
    .replace('ORIGINAL', JSON.stringify(at('state', 'a.journal')))
    .replace('SECRET', JSON.stringify(at('token.txt')));
  writeFileSync(at('program.js'), filled);
  const settings = {
    strategies: [{ path: at('s.yaml') }],
    calendar: null,
    file: null,
    stateDirectory: at('state'),
    secretFiles: [at('token.txt')],
  };
  const places = { journalPath: at('state', 'a.journal'), program: at('program.js') };
  return new ConfinedWhyDesk(settings, places);
}

test('reads a copy of the journal, and nothing that is hidden; writes nothing', async () => {
  process.env['SAUDA_SECRET'] = 'seen';
  const query = { of: '--with', at: '10:42', run: 'a#2' } as const;
  const answered = await deskOf(TRIES).ask({ kind: 'why-not', query });
  delete process.env['SAUDA_SECRET'];
  expect(answered).toEqual({
    ok: true,
    value: {
      copy: 'done',
      write: 'ERR_ACCESS_DENIED',
      original: 'ERR_ACCESS_DENIED',
      secret: 'ERR_ACCESS_DENIED',
      environment: 'none',
      args: [
        ...['why-not', '--journal', '--config', '--json'],
        ...['--at', '10:42', '--run', 'a#2', '--', '--with'],
      ],
    },
  });
});

test('answers one question at a time, and the next one afterwards', async () => {
  const desk = deskOf(TRIES);
  const first = desk.ask({ kind: 'why', query: {} });
  expect(await desk.ask({ kind: 'why', query: {} })).toEqual({
    ok: false,
    error: { code: 'why-busy' },
  });
  expect((await first).ok).toBe(true);
  expect((await desk.ask({ kind: 'why', query: {} })).ok).toBe(true);
});

test.each([
  ['ends', 'process.exit(0)'],
  ['says what is no answer', 'process.stdout.write("what\\n")'],
])('refuses a question whose process %s, and takes the next one', async (_, program) => {
  const desk = deskOf(program);
  const refused = { ok: false, error: { code: 'why-refused' } };
  expect(await desk.ask({ kind: 'why', query: {} })).toMatchObject(refused);
  expect(await desk.ask({ kind: 'why', query: { of: 'wrong' } })).toMatchObject(refused);
});

test('ends a question that is under way when the program ends', async () => {
  const desk = deskOf('setInterval(() => undefined, 1_000)');
  const asked = desk.ask({ kind: 'why', query: {} });
  desk.close();
  expect(await asked).toMatchObject({ ok: false, error: { code: 'why-refused' } });
});
