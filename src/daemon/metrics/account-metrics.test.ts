import { afterEach, beforeEach, expect, it } from 'vitest';

import { simulatedDay } from '../../../test/support/simulated-day.ts';
import { AuditStream } from '../../audit/audit-stream.ts';
import { type DayView } from '../../day/day-view.ts';
import { type Effect } from '../../engine/effect.ts';
import { EMPTY_VIEW } from '../../engine/engine-view.ts';
import { noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { AccountBoard, type FollowedDay } from '../account-board.ts';
import { type AccountMetrics, createAccountMetrics } from './account-metrics.ts';

type Pnl = DayView['pnl'];

let board: AccountBoard;
let account: AccountMetrics;

beforeEach(() => {
  board = new AccountBoard({ account: 'main', mode: 'paper' });
  account = createAccountMetrics({ board, build: '0.0.0+test', journalPath: null });
});

afterEach(() => {
  account.close();
});

/** Value of a sample by its name and labels as the page has them; undefined where it is absent. */
function valueOn(page: string, sample: string): number | undefined {
  const line = page.split('\n').find((of) => of.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
}

function sumOn(page: string, name: string): number {
  const lines = page.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** A day that follows a stream of the test's own. */
function fakeDay(audit: AuditStream, over: Partial<FollowedDay> = {}): FollowedDay {
  return {
    date: '2026-11-20',
    clock: { nowMs: () => 1_000 },
    audit,
    picture: () => ({
      ...{ seq: 0, books: EMPTY_VIEW, levels: [], refusals: 0, notices: [], problems: [] },
      ...{ problemsLeftOut: 0, alerts: [] },
    }),
    reckon: () => ({ legs: [], trades: 0, grossPaise: 0, costs: NO_COSTS, netPaise: 0 }),
    ask: () => [],
    note: () => undefined,
    ...over,
  };
}

const NO_COSTS = { totalPaise: 0 } as ReturnType<FollowedDay['reckon']>['costs'];

it('counts what the summary of the day says', async () => {
  const during: { readonly page: Promise<{ readonly body: string }>; readonly pnl: Pnl }[] = [];
  let views = 0;
  const onView = ({ pnl }: DayView): void => {
    views += 1;
    if (views % 8 === 1 && board.day !== null) during.push({ page: account.metrics(), pnl });
  };
  const { summary } = await simulatedDay({ board, onView });
  const { body } = await account.metrics();
  expect(summary.orders.placed).toBeGreaterThan(0);
  expect(sumOn(body, 'sauda_orders_sent_total')).toBe(summary.orders.placed);
  expect(valueOn(body, 'sauda_orders_answered_total{outcome="accepted"}')).toBe(
    summary.orders.placed,
  );
  expect(sumOn(body, 'sauda_commands_total')).toBe(summary.commands);
  expect(sumOn(body, 'sauda_request_duration_seconds_count')).toBe(
    sumOn(body, 'sauda_requests_total'),
  );
  expect(sumOn(body, 'sauda_fills_total')).toBeGreaterThanOrEqual(summary.orders.filled);
  expect(valueOn(body, 'sauda_days_total')).toBe(1);
  expect(valueOn(body, 'sauda_metrics_failed_total')).toBe(0);
  // What stands at a scrape: of the day while there is one, and absent afterwards.
  expect(during).not.toHaveLength(0);
  for (const { page, pnl } of during) {
    const { realisedPaise, unrealisedPaise, costsPaise } = pnl;
    const inDay = (await page).body;
    const netRupees = (realisedPaise + unrealisedPaise - costsPaise) / 100;
    expect(valueOn(inDay, 'sauda_day_net_rupees')).toBeCloseTo(netRupees, 6);
    expect(valueOn(inDay, 'sauda_halt{state="active"}')).toBe(1);
  }
  expect(isOfDay(body)).toBe(false);
});

function isOfDay(page: string): boolean {
  return valueOn(page, 'sauda_in_session') !== undefined;
}

it('has a bounded number of samples, whatever the days bring', async () => {
  const audit = new AuditStream();
  board.openDay(fakeDay(audit));
  const atMs = 1_000;
  const canary = 'canary-of-a-message';
  const sampled = async (from: number, to: number): Promise<number> => {
    for (let number = from; number < to; number += 1) {
      const runId = `run-${String(number)}@2026-11-20/paper`;
      const why = { kind: 'not-sent', detail: `${canary} ${String(number)}` } as const;
      const facts = { leg: `leg-${String(number)}`, why, isOrdinary: false, isUrgent: false };
      const command = { kind: 'alert', severity: 'info', message: canary } as const;
      const effects: readonly Effect[] = [
        { kind: 'record', entry: { kind: 'command', atMs, runId, index: number, command } },
        { kind: 'notice', notice: noticeOf('refused', runId, facts) },
        { kind: 'notice', notice: noticeOf('alert', runId, { severity: 'info', message: canary }) },
      ];
      audit.take({ kind: 'time-passed', atMs }, effects);
      audit.note(toldAt(atMs, noticeOf('prices-missing', null, {})));
    }
    const { body } = await account.metrics();
    expect(body).not.toContain(canary);
    expect(valueOn(body, 'sauda_metrics_failed_total')).toBe(0);
    return body.split('\n').length;
  };
  const first = await sampled(0, 300);
  expect(await sampled(300, 3_000)).toBe(first);
  expect(first).toBeLessThan(1_200);
});

it('says when it waits for, and keeps nothing of the day before', async () => {
  board.openDay(fakeDay(new AuditStream()))();
  board.stand({ state: 'waiting', sinceMs: 5_000, date: null, opensAtMs: 60_000, detail: null });
  const { body, contentType } = await account.metrics();
  expect(contentType).toContain('text/plain');
  expect(valueOn(body, 'sauda_standing{state="waiting"}')).toBe(1);
  expect(valueOn(body, 'sauda_standing{state="trading"}')).toBe(0);
  expect(valueOn(body, 'sauda_next_open_timestamp_seconds')).toBe(60);
  expect(isOfDay(body)).toBe(false);
  expect(valueOn(body, 'sauda_ready')).toBe(1);
  expect(account.readyz()).toEqual({ ok: true, reasons: [] });
});

it('says who stands by, and that the last one is gone', async () => {
  let nowMs = 0;
  board = new AccountBoard({ account: 'main', mode: 'paper' }, () => nowMs);
  account.close();
  account = createAccountMetrics({ board, build: '0.0.0+test', journalPath: null });
  const now = async (): Promise<readonly (number | undefined)[]> => {
    const { body } = await account.metrics();
    return ['level', 'behind', 'waiting', 'gone'].map((state) =>
      valueOn(body, `sauda_standbys{state="${state}"}`),
    );
  };
  expect(await now()).toEqual([0, 0, 0, 0]);
  board.standbys.note({ pid: 7, state: 'level', followedToMs: 1 });
  expect(await now()).toEqual([1, 0, 0, 0]);
  nowMs = 10_001;
  expect(await now()).toEqual([0, 0, 0, 1]);
});

it('counts what channels of alerts deliver, by kind and outcome, and when one last did', async () => {
  const before = (await account.metrics()).body;
  const refused = 'sauda_alert_sends_total{kind="telegram",outcome="refused"}';
  const last = 'sauda_alert_last_delivery_timestamp_seconds{kind="telegram"}';
  expect([valueOn(before, refused), valueOn(before, last)]).toEqual([0, undefined]);
  account.noteSend({ kind: 'telegram', outcome: 'refused', atMs: 4_000 });
  account.noteSend({ kind: 'telegram', outcome: 'delivered', atMs: 5_000 });
  account.noteSend({ kind: 'telegram', outcome: 'timeout', atMs: 9_000 });
  for (let scrape = 0; scrape < 2; scrape += 1) {
    const { body } = await account.metrics();
    expect([valueOn(body, refused), valueOn(body, last)]).toEqual([1, 5]);
  }
});

it('makes every code of a notice known before the first comes', async () => {
  const { body } = await account.metrics();
  expect(valueOn(body, 'sauda_notices_total{severity="critical",code="not-flat"}')).toBe(0);
});

it('measures journal and disk where there is a journal', async () => {
  account.close();
  account = createAccountMetrics({ board, build: 'b', journalPath: import.meta.filename });
  const { body } = await account.metrics();
  expect(valueOn(body, 'sauda_journal_bytes')).toBeGreaterThan(1_000);
  expect(valueOn(body, 'sauda_disk_free_bytes')).toBeGreaterThan(0);
  expect(valueOn(body, 'sauda_process_resident_bytes')).toBeGreaterThan(1e6);
});

it('measures what strategies and their inputs live in', async () => {
  const close = board.openDay(fakeDay(new AuditStream()));
  expect(valueOn((await account.metrics()).body, 'sauda_strategy_processes')).toBe(0);
  close();
  const processes = { count: 2, residentBytes: 3e8, restarts: 4 };
  const ofSources = { count: 1, residentBytes: 5e7, restarts: 3 };
  board.openDay(
    fakeDay(new AuditStream(), { processes: () => processes, sourceProcesses: () => ofSources }),
  );
  const { body } = await account.metrics();
  expect(valueOn(body, 'sauda_strategy_processes')).toBe(2);
  expect(valueOn(body, 'sauda_strategy_processes_resident_bytes')).toBe(3e8);
  expect(valueOn(body, 'sauda_strategy_process_restarts')).toBe(4);
  expect(valueOn(body, 'sauda_source_processes')).toBe(1);
  expect(valueOn(body, 'sauda_source_processes_resident_bytes')).toBe(5e7);
  expect(valueOn(body, 'sauda_source_process_restarts')).toBe(3);
});

it('counts on when one entry cannot be counted', async () => {
  const audit = new AuditStream();
  board.openDay(fakeDay(audit));
  const broken = { kind: 'attempt', atMs: 1, attemptId: 'a', attempt: { kind: 'place' } } as const;
  audit.take({ kind: 'time-passed', atMs: 1 }, [{ kind: 'record', entry: broken }]);
  audit.note(toldAt(1, noticeOf('prices-missing', null, {})));
  const { body } = await account.metrics();
  expect(valueOn(body, 'sauda_metrics_failed_total')).toBe(1);
  expect(valueOn(body, 'sauda_notices_total{severity="critical",code="prices-missing"}')).toBe(1);
});
