import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';

let desk: Desk;

beforeEach(() => {
  desk = new Desk();
  desk.write('sauda.yaml', 'state: {directory: state}\n');
});

afterEach(() => {
  desk.close();
});

function log(date: string, line: Readonly<Record<string, unknown>>): void {
  const directory = join(desk.directory, 'state', 'logs');
  mkdirSync(directory, { recursive: true });
  const text = JSON.stringify({ time: `${date}T10:00:00.000+05:30`, ...line });
  appendFileSync(join(directory, `default.paper.${date}.jsonl`), `${text}\n`);
}

it('shows the last day, one day, a level and a run, and strips what would move a cursor', async () => {
  log('2026-11-19', { level: 'info', message: 'before' });
  log('2026-11-20', { level: 'info', message: 'calm', runId: 'a@2026-11-20/paper' });
  log('2026-11-20', { level: 'critical', message: 'red \u001b[31m', code: 'not-flat' });
  const { out, code } = await desk.sauda('logs');
  expect(code).toBe(0);
  expect(out).not.toContain('\u001b');
  expect(out.split('\n').slice(0, -1)).toEqual([
    '2026-11-20 10:00:00.000  info      a@2026-11-20/paper  calm',
    expect.stringMatching(/^2026-11-20 10:00:00.000 {2}critical {2}not-flat {2}red/),
  ]);
  expect((await desk.sauda('logs', '--level', 'warning')).out).not.toContain('calm');
  expect((await desk.sauda('logs', '--run', 'a')).out).not.toContain('not-flat');
  const one = await desk.sauda('logs', '--date', '2026-11-19', '--json');
  expect(JSON.parse(one.out)).toMatchObject({ message: 'before' });
});

it('names the days that there are, and where a log would be', async () => {
  const none = await desk.sauda('logs');
  expect(none.code).toBe(2);
  expect(none.err).toContain('logs.directory');
  log('2026-11-20', { level: 'info', message: 'm' });
  const other = await desk.sauda('logs', '--date', '2026-11-21');
  expect(other.code).toBe(2);
  expect(other.err).toContain('2026-11-20');
});

it('follows until it is stopped', async () => {
  log('2026-11-20', { level: 'info', message: 'first' });
  const stop = new AbortController();
  const seen: string[] = [];
  const ended = desk.until(
    stop.signal,
    (text) => {
      seen.push(text);
      // The second of another day, as after midnight.
      if (seen.length === 1) log('2026-11-21', { level: 'info', message: 'second' });
      else stop.abort();
    },
    ['logs', '--follow'],
  );
  await ended;
  expect(seen.join('')).toMatch(/first\n.*second\n/);
});
