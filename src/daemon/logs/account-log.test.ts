import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { simulatedDay, valueOf } from '../../../test/support/simulated-day.ts';
import { AuditStream } from '../../audit/audit-stream.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type NoticeCode, noticeOf } from '../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { type Settings } from '../../settings/settings.ts';
import { AccountBoard, type FollowedDay } from '../account-board.ts';
import { followWithLog } from './account-log.ts';
import { logDates, logLines, type LogChoice, type ShownLogLine } from './read-log.ts';

const DATE = '2026-10-30';
const NAME = 'default.paper';
const CANARY = 'canary-password-of-a-test';
let directory: string;
let board: AccountBoard;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-log-'));
  board = new AccountBoard({ account: 'default', mode: 'paper' });
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Settings with a platform, its secrets canaries. */
function settings(logs = ''): Settings {
  const host = 'https://platform.example.test';
  const hosts = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
  const text = [
    'platform:',
    `  hosts: {${hosts.map((name) => `${name}: "${host}"`).join(', ')}}`,
    '  credentials: {phoneNumber: {env: PHONE}, password: {env: PASSWORD}}',
    logs,
  ].join('\n');
  return valueOf(
    settingsFromText(text, {
      environment: { PHONE: '+919000000017', PASSWORD: CANARY },
      workingDirectory: directory,
      file: null,
      secrets: 'required',
      shownFile: 'test',
    }),
  );
}

function follow(of = settings()): ReturnType<typeof followWithLog> {
  return followWithLog({ board, settings: of, directory: join(directory, 'logs') });
}

const ALL: LogChoice = { level: 'debug', run: null };

function shown(choice = ALL): readonly ShownLogLine[] {
  const source = { directory: join(directory, 'logs'), name: NAME };
  return [...logLines({ ...source, from: '' }).next(choice)];
}

function fakeDay(over: Partial<FollowedDay> = {}): FollowedDay {
  const clock = { nowMs: () => instantAt(DATE, '10:00') };
  return { date: DATE, clock, ...over } as unknown as FollowedDay;
}

it('tells what the process reports while no day is open', async () => {
  const log = follow();
  const refused = { date: DATE, cause: 'a refused login' };
  board.note(toldAt(instantAt(DATE, '15:30'), noticeOf('day-lost', null, refused)));
  await log.close();
  expect(shown({ level: 'warning', run: null })).toMatchObject([{ code: 'day-lost' }]);
});

it('tells a whole day: its standing, its edges, requests with their answers, and every notice', async () => {
  const sinceMs = instantAt(DATE, '08:00');
  board.stand({ state: 'opening', sinceMs, date: DATE, opensAtMs: null, detail: null });
  const log = follow();
  const { summary, notices } = await simulatedDay({ board });
  await log.close();
  const lines = shown();
  expect(lines.map(({ message }) => message)).toEqual(
    expect.arrayContaining([`The day ${DATE} begins`, `The day ${DATE} ends`]),
  );
  const ofKind = (kind: string): readonly ShownLogLine[] => lines.filter((of) => of.kind === kind);
  expect(ofKind('standing')).not.toHaveLength(0);
  expect(ofKind('sent').length).toBeGreaterThanOrEqual(1);
  const answers = ofKind('learned').filter(({ message }) => message.startsWith('Answer'));
  expect(answers).toHaveLength(ofKind('sent').length);
  expect(summary.orders.placed).toBeGreaterThan(0);
  const codes = new Set(ofKind('notice').map(({ code }) => code as NoticeCode | null));
  expect(notices.filter(({ code }) => !codes.has(code))).toEqual([]);
  // Less is shown to those who want less.
  const warnings = shown({ level: 'warning', run: null });
  expect(warnings.every(({ level }) => ['warning', 'critical'].includes(level))).toBe(true);
  const ofRun = shown({ level: 'debug', run: 'short-straddle' });
  expect(ofRun).not.toHaveLength(0);
  expect(ofRun.every(({ runId }) => runId?.startsWith('short-straddle@') === true)).toBe(true);
});

it('has no secret of the configuration, wherever it comes from', async () => {
  const log = follow();
  const audit = new AuditStream();
  board.openDay(fakeDay({ audit }));
  const atMs = instantAt(DATE, '10:00');
  const encoded = Buffer.from(`+919000000017:${CANARY}`).toString('base64');
  for (const text of [CANARY, `x?p=${CANARY}`, encoded, '{"phone":"+919000000017"}']) {
    audit.note(toldAt(atMs, noticeOf('alert', null, { severity: 'critical', message: text })));
    board.stand({ state: 'opening', sinceMs: atMs, date: null, opensAtMs: null, detail: text });
  }
  await log.close();
  const files = readdirSync(join(directory, 'logs'));
  const text = files.map((file) => readFileSync(join(directory, 'logs', file), 'utf8')).join('');
  expect(text.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(8);
  for (const canary of [CANARY, '9000000017', encoded]) expect(text).not.toContain(canary);
});

it('reports a log that cannot be written as one notice of the day, and that it can be again', async () => {
  const log = follow();
  await log.flush();
  const told: ToldNotice[] = [];
  const audit = new AuditStream();
  const note = (notice: ToldNotice): void => {
    told.push(notice);
    audit.note(notice);
  };
  rmSync(join(directory, 'logs'), { recursive: true, force: true });
  writeFileSync(join(directory, 'logs'), '');
  board.openDay(fakeDay({ audit, note }));
  await log.flush();
  note(toldAt(1, noticeOf('prices-missing', null, {})));
  await log.flush();
  rmSync(join(directory, 'logs'));
  note(toldAt(1, noticeOf('prices-missing', null, {})));
  await log.close();
  expect(told.map(({ code }) => code).filter((code) => code.startsWith('log-'))).toEqual([
    'log-unwritable',
    'log-writable',
  ]);
});

it('is read on where it was left, over files and days, and shows what is torn as it is', async () => {
  const log = follow(settings('logs: {maxBytes: 1048576}'));
  const source = { directory: join(directory, 'logs'), name: NAME };
  const reader = logLines({ ...source, from: '' });
  await log.flush();
  expect([...reader.next(ALL)]).toEqual([]);
  const stand = (date: string): void => {
    const sinceMs = instantAt(date, '09:00');
    board.stand({ state: 'trading', sinceMs, date, opensAtMs: null, detail: null });
  };
  stand(DATE);
  await log.flush();
  expect([...reader.next(ALL)]).toHaveLength(1);
  expect([...reader.next(ALL)]).toEqual([]);
  stand('2026-11-02');
  await log.close();
  writeFileSync(join(source.directory, `${NAME}.2026-11-03.jsonl`), '{"level":"inf\n');
  expect(logDates(source)).toEqual([DATE, '2026-11-02', '2026-11-03']);
  expect([...reader.next(ALL)].map(({ message }) => message)).toEqual(['trading', '{"level":"inf']);
});
