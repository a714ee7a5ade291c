import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

const YAML = `name: straddle
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
`;

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-eject-'));
  writeFileSync(join(directory, 'straddle.yaml'), YAML);
  writeFileSync(join(directory, 'bad.yaml'), YAML.replace('ATM', 'ATN'));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function eject(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await runCli(['eject', ...args], {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, ...terminal.written };
}

function read(file: string): string {
  return readFileSync(join(directory, file), 'utf8');
}

test('the module goes to stdout, to a file or into JSON, and is the same', async () => {
  const { code, out } = await eject('straddle.yaml');
  expect(code).toBe(0);
  expect(out).toContain(
    "ce: { side: 'sell', type: 'CE', strike: strike.atm(), stop: percent(30) }",
  );
  const written = await eject('straddle.yaml', '--out', 'straddle.ts');
  expect(written.out).toContain('sauda check straddle.ts');
  expect(read('straddle.ts')).toBe(out);
  const json = await eject('straddle.yaml', '--json');
  expect(JSON.parse(json.out)).toEqual({
    schemaVersion: 1,
    file: 'straddle.yaml',
    out: null,
    module: out,
  });
});

test('a file that is there is replaced only with --force', async () => {
  writeFileSync(join(directory, 'mine.ts'), 'mine');
  const refused = await eject('straddle.yaml', '--out', 'mine.ts');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('mine.ts: The file is there already');
  expect(read('mine.ts')).toBe('mine');
  expect((await eject('straddle.yaml', '--out', 'mine.ts', '--force')).code).toBe(0);
  expect(read('mine.ts')).toContain('defineStrategy');
});

test.each([
  [['bad.yaml'], 3, 'bad.yaml:7:39: Wrong value of "legs.ce.strike"'],
  [['absent.yaml'], 3, 'absent.yaml: Cannot read the strategy'],
  [['straddle.ts'], 3, 'straddle.ts: Only a strategy in YAML can be ejected'],
  [
    ['straddle.yaml', '--out', 'straddle.yaml', '--force'],
    2,
    'A strategy module has another ending',
  ],
])('%j is refused', async (args, code, message) => {
  const refused = await eject(...args);
  expect({ code: refused.code, err: refused.err }).toMatchObject({ code });
  expect(refused.err).toContain(message);
});

describe('--check', () => {
  const WEEK = ['--generate', '7', '--from', '2026-06-01', '--to', '2026-06-02'];

  async function checked(name: string, change: (text: string) => string, ...more: string[]) {
    const { out } = await eject('straddle.yaml');
    writeFileSync(join(directory, name), change(out));
    const said = await eject('straddle.yaml', '--check', name, ...more);
    return { ...said, out: said.out.split('\n') };
  }

  test('knows the text that it would write, without running it', async () => {
    const { code, out } = await checked('as-it-was.ts', (text) => text.replaceAll('\n', '\r\n'));
    expect(code).toBe(0);
    expect(out[0]).toBe('The same: as-it-was.ts is what straddle.yaml is ejected to');
  });

  test('runs a module that was edited over generated days, and over those that are named', async () => {
    const edit = (text: string): string => text.replace('desk.protect(),', 'desk.protect(), //');
    const { code, out } = await checked('commented.ts', edit, '--json');
    expect(code).toBe(0);
    const said = JSON.parse(out[0] ?? '') as { readonly days: readonly string[] };
    expect(said).toMatchObject({ by: 'decisions', isSame: true, first: null });
    expect(said.days.length).toBeGreaterThan(0);
    expect(said.days.length).toBeLessThan(7);
    const named = await checked('commented-again.ts', edit, ...WEEK);
    expect(named).toMatchObject({ code: 0 });
    expect(named.out[0]).toMatch(/^The same decisions: .* 2 days, \d+ decisions$/);
  });

  test('shows what differs on the first day on which something does', async () => {
    const wider = (text: string): string => text.replace('percent(30)', 'percent(31)');
    const { code, out } = await checked('wider.ts', wider, ...WEEK);
    expect(code).toBe(1);
    expect(out[0]).toBe('Differs: wider.ts does not decide as straddle.yaml on 2026-06-01');
    expect(out[1]).toMatch(
      /^ {4}repriced 09:2\d:\d\d {2}place ce buy .* \(the file: place ce buy /,
    );
  });

  test('takes days on which nothing is decided for no proof', async () => {
    const edit = (text: string): string => text.replace('desk.protect(),', 'desk.protect(), //');
    const never = YAML.replace('entry: 09:20', 'entry: 09:20\ndays: [sunday]');
    writeFileSync(join(directory, 'sundays.yaml'), never);
    const { out: module } = await eject('sundays.yaml');
    writeFileSync(join(directory, 'sundays.ts'), edit(module));
    const { code, out } = await eject('sundays.yaml', '--check', 'sundays.ts', ...WEEK, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([1, { isSame: false, first: null }]);
  });

  test('says what else differs, though no decision of the days does', async () => {
    const locked = (text: string): string =>
      text
        .replace('  run:', '  protections: { losingStreak: 9 },\n  run:')
        .replace("name: 'straddle'", "name: 'mine'");
    const { code, out } = await checked('locked.ts', locked, ...WEEK);
    expect(code).toBe(1);
    expect(out.slice(0, 3)).toEqual([
      'Differs: locked.ts from straddle.yaml',
      '  another name',
      '  another limit of the day, or none',
    ]);
  });

  test('names each day on which the module failed, whatever both decided until then', async () => {
    const atOnce = (text: string): string =>
      text.replace('(context) => {', "(context) => {\n    throw new Error('boom');");
    const { code, out } = await checked('throws.ts', atOnce, ...WEEK);
    expect(code).toBe(1);
    expect(out.slice(0, 3)).toEqual([
      expect.stringMatching(/^Failed: throws.ts on 2026-06-01: The strategy failed: boom \(at /),
      expect.stringMatching(/^Failed: throws.ts on 2026-06-02: /),
      'Differs: throws.ts does not decide as straddle.yaml on 2026-06-01',
    ]);
    const last = "squareOff('exit time')";
    const atTheEnd = (text: string): string =>
      text
        .replace('{ map }', '{ concat, concatMap, of, throwError }')
        .replace(`map(() => ${last})`, `concatMap(() => concat(of(${last}), throwError(boom)))`)
        .replace('export default', "const boom = () => new Error('boom');\n\nexport default");
    const late = await checked('throws-late.ts', atTheEnd, ...WEEK);
    expect(late.code).toBe(1);
    expect(late.out[0]).toMatch(/^Failed: throws-late.ts on 2026-06-01: The strategy failed: boom/);
    expect(late.out[2]).toMatch(/^ {2}Until then they decided the same \(2 days, \d+ decisions\)$/);
    const { out: json } = await eject(
      ...['straddle.yaml', '--check', 'throws-late.ts', ...WEEK, '--json'],
    );
    expect(JSON.parse(json)).toMatchObject({
      ...{ isSame: false, first: null },
      failures: [
        { of: 'other', date: '2026-06-01' },
        { of: 'other', date: '2026-06-02' },
      ],
    });
  });

  test('says that a source of its own is another one', async () => {
    const vix = "defineSource({ name: 'vix', open: () => NEVER })";
    const imports = "import { NEVER } from 'rxjs';\nimport { defineSource } from 'sauda';";
    writeFileSync(join(directory, 'vix.ts'), `${imports}\nexport default ${vix};\n`);
    const sources = 'sources: { vix: { file: ./vix.ts, fields: { level: number } } }';
    const enter = '{ when: { at: 09:20 }, then: [{ enter: all }] }';
    const exit = '{ when: { source: vix }, if: vix.level > 20, then: [{ exit: all }] }';
    const file = `${YAML.replace('entry: 09:20\n', '')}${sources}\nrules:\n  - ${enter}\n  - ${exit}\n`;
    writeFileSync(join(directory, 'sourced.yaml'), file);
    const { out: module } = await eject('sourced.yaml');
    writeFileSync(join(directory, 'sourced.ts'), `${module}\n// mine\n`);
    const same = await eject('sourced.yaml', '--check', 'sourced.ts', ...WEEK);
    expect([same.code, same.err]).toEqual([0, '']);
    const patient = module.replace('staleAfterMs: 600_000', 'staleAfterMs: 900_000');
    writeFileSync(join(directory, 'patient.ts'), patient);
    const { code, out } = await eject('sourced.yaml', '--check', 'patient.ts', ...WEEK);
    expect([code, out.split('\n')[1]]).toEqual([1, '  another source of its own']);
  });

  test.each([
    [['--check', 'absent.ts'], 3, 'absent.ts: Cannot read the module'],
    [['--check', 'a.ts', '--out', 'b.ts'], 2, '--check writes nothing'],
    [['--generate', '7'], 2, 'Prices are for --check alone'],
  ])('%j is refused', async (args, code, message) => {
    const refused = await eject('straddle.yaml', ...args);
    expect(refused.code).toBe(code);
    expect(refused.err).toContain(message);
  });
});
