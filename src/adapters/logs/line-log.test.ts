import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { addDays, instantAt } from '../../model/time/ist.ts';
import { openLineLog, type LineLog, type LineLogOptions } from './line-log.ts';

const DATE = '2026-11-20';
const SECRET = 'canary "pass\\word" 9%/+';
const PHONE = '9000000017';
let directory: string;
let log: LineLog;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-log-'));
});

afterEach(async () => {
  await log.close();
  rmSync(directory, { recursive: true, force: true });
});

function opened(over: Partial<LineLogOptions> = {}): LineLog {
  log = openLineLog({
    directory: join(directory, 'logs'),
    name: 'main.paper',
    bytesMax: 1_000,
    keepDays: 3,
    level: 'info',
    base: { account: 'main' },
    secrets: () => [SECRET, PHONE],
    ...over,
  });
  return log;
}

function write(message: string, fields: Record<string, unknown> = {}, date = DATE): void {
  log.write({ level: 'info', atMs: instantAt(date, '10:00'), fields, message });
}

const files = (): readonly string[] => readdirSync(join(directory, 'logs')).sort();
const read = (file: string): string => readFileSync(join(directory, 'logs', file), 'utf8');
const lines = (file = `main.paper.${DATE}.jsonl`): readonly Record<string, unknown>[] =>
  read(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a line', () => {
  it('has level, time, what it was given and the message, and stays one line whatever that is', async () => {
    opened();
    const message = 'a\nb\u001b[31mred\u0000 "}{';
    write(message, { code: 'c', facts: { units: 75 } });
    log.write({ level: 'debug', atMs: 0, fields: {}, message: 'not at this level' });
    await log.flush();
    expect(lines()).toEqual([
      {
        level: 'info',
        account: 'main',
        atMs: instantAt(DATE, '10:00'),
        time: '2026-11-20T10:00:00.000+05:30',
        code: 'c',
        facts: { units: 75 },
        message,
      },
    ]);
    // No control character reaches a terminal that shows the file.
    expect(read(files()[0] ?? '')).toMatch(/^[ -~]*\n$/);
  });

  it.each([
    ['in the message', SECRET, {}],
    ['in a URL', `GET /x?p=${encodeURIComponent(SECRET)}`, {}],
    ['in a stack', 'm', { stack: `Error: no ${SECRET}\n  at here` }],
    ['as a key', 'm', { facts: { [SECRET]: 1 } }],
    ['deep inside', 'm', { a: [{ b: { c: [`x${SECRET}y`] } }] }],
    ['in JSON in a text', JSON.stringify({ p: SECRET }), {}],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ p: SECRET })), {}],
    ['in base64', Buffer.from(`user:${SECRET}`).toString('base64'), {}],
    ['in base64url', 'm', { token: Buffer.from(SECRET).toString('base64url') }],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex'), {}],
    ['as a number', 'm', { phone: Number(PHONE) }],
    ['as an error', 'm', { err: new TypeError(`bad ${SECRET}`) }],
  ])('has no secret %s, and is still JSON', async (_where, message, fields) => {
    opened();
    write(message, fields);
    await log.flush();
    expect(lines()).toHaveLength(1);
    const text = read(files()[0] ?? '');
    expect(text).toMatch(/\[secret\]/);
    for (const secret of [SECRET, PHONE]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('is left out where a value refuses to be read, and the log continues', async () => {
    opened();
    const hostile = {
      get bad(): string {
        throw new TypeError('no');
      },
    };
    write('m', { hostile });
    write('after');
    await log.flush();
    expect(lines().at(-1)).toMatchObject({ message: 'after' });
  });
});

describe('the files', () => {
  it('are one a day, of their owner alone, and go after their time', async () => {
    opened();
    for (const days of [0, 1, 2, 3]) write('m', {}, addDays(DATE, days));
    await log.flush();
    expect(files()).toEqual(['21', '22', '23'].map((day) => `main.paper.2026-11-${day}.jsonl`));
    expect(statSync(join(directory, 'logs', files()[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('are more of a day where one is full, and bounded in number; no line is lost between two', async () => {
    opened();
    for (let number = 0; number < 12; number += 1) write('x'.repeat(300), { number });
    await log.flush();
    const numbers = files()
      .map((file) => ({
        file,
        part: Number(/(\d+)\.jsonl$/.exec(file.replace(DATE, ''))?.[1] ?? 0),
      }))
      .sort((left, right) => left.part - right.part)
      .flatMap(({ file }) => lines(file).map(({ number }) => number));
    expect(numbers).toEqual([...Array(12).keys()]);
    for (const file of files()) {
      expect(statSync(join(directory, 'logs', file)).size).toBeLessThanOrEqual(1_000);
    }
    for (let number = 0; number < 100; number += 1) write('x'.repeat(300), { number });
    await log.flush();
    expect(files().length).toBeLessThanOrEqual(17);
  });

  it('continue after a restart where they ended', async () => {
    opened();
    write('before');
    await log.close();
    opened();
    write('after');
    await log.flush();
    expect(lines().map(({ message }) => message)).toEqual(['before', 'after']);
  });
});
