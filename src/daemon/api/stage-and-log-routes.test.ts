import { appendFileSync, mkdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type z } from 'zod';

import { instantAt, istTimestamp } from '../../model/time/ist.ts';
import { openLineLog } from '../../adapters/logs/line-log.ts';
import { apiSocketOf } from './api-place.ts';
import { type logPageSchema } from './logs/log-routes.ts';
import { ApiDesk, type GotAnswer, NotedDay } from './testing/api-desk.ts';

let day: NotedDay;
let desk: ApiDesk;
beforeEach(async () => {
  day = new NotedDay();
  desk = await new ApiDesk().open(day);
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
});

function jsonOf({ text }: GotAnswer): unknown {
  return JSON.parse(text);
}

describe('the stages of an account', () => {
  it('are shown with what the ledger has of them', async () => {
    expect(jsonOf(await desk.get('/v1/stages'))).toMatchObject({
      damage: null,
      strategies: [
        {
          ...{ run: 'straddle', stage: 'one-lot', goal: 'full', neededDays: 3 },
          changed: { kind: 'lowered', cause: 'limit', from: 'full' },
          lastDay: { date: '2026-10-29', fills: 4 },
        },
      ],
    });
  });

  it('are changed only where the account is named, by the same rules, with what was refused', async () => {
    const asked = {
      account: 'default',
      run: 'straddle',
      stage: 'shadow',
      reason: 'fills look odd',
    };
    const refused = [
      await desk.post(
        '/v1/stage',
        { ...asked, account: 'Default' },
        { 'idempotency-key': 'account-1' },
      ),
      await desk.post(
        '/v1/stage',
        { ...asked, account: 'other' },
        { 'idempotency-key': 'account-2' },
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422]);
    expect(day.staged).toEqual([]);
    expect((await desk.post('/v1/stage', { ...asked, stage: 'half' })).status).toBe(400);
    expect((await desk.post('/v1/stage', { ...asked, reason: '' })).status).toBe(400);
    expect(await desk.post('/v1/stage', asked)).toMatchObject({ status: 200 });
    const { run, stage, reason } = asked;
    const typed = { by: 'api', isWithoutPromotion: false };
    expect(day.staged).toEqual([{ run, stage, reason, ...typed }]);
    const unknown = await desk.post(
      '/v1/stage',
      { ...asked, run: 'condor', withoutPromotion: true },
      { 'idempotency-key': 'another-1' },
    );
    expect(unknown.status).toBe(422);
    expect(jsonOf(unknown)).toMatchObject({
      code: 'stage-refused',
      detail: 'No strategy of this name has a stage; found condor',
    });
    expect(day.staged.at(-1)).toMatchObject({ run: 'condor', isWithoutPromotion: true });
  });

  it('are not there between days, nor where no journal keeps a ledger', async () => {
    await using between = await new ApiDesk().open();
    expect(jsonOf(await between.get('/v1/stages'))).toMatchObject({ code: 'no-day-open' });
  });
});

/** Writes a line as the log of a process does. */
function log(time: string, fields: object = {}, date = '2026-10-30'): void {
  mkdirSync(desk.logDirectory, { recursive: true });
  const atMs = instantAt(date, time);
  const line = { level: 'info', atMs, time: istTimestamp(atMs), message: time, ...fields };
  appendFileSync(
    join(desk.logDirectory, `default.paper.${date}.jsonl`),
    `${JSON.stringify(line)}\n`,
  );
}

type Page = z.infer<typeof logPageSchema>;

async function page(query = ''): Promise<Page> {
  return jsonOf(await desk.get(`/v1/logs${query}`)) as Page;
}

function messages({ lines }: Page): readonly string[] {
  return lines.map(({ message }) => message);
}

describe('the log of a process', () => {
  it('is empty before anything is logged, and then read on page by page, over days', async () => {
    expect(await page()).toEqual({ lines: [], next: null, hasMore: false, dates: [] });
    log('10:00');
    const first = await page();
    expect(messages(first)).toEqual(['10:00']);
    log('10:01');
    log('09:00', {}, '2026-11-02');
    let next = first.next ?? '';
    const seen: string[] = [];
    for (let read = await page(`?after=${next}`); ; read = await page(`?after=${next}`)) {
      seen.push(...messages(read));
      next = read.next ?? '';
      if (!read.hasMore) break;
    }
    expect(seen).toEqual(['10:01', '09:00']);
    expect(messages(await page(`?after=${next}`))).toEqual([]);
    // By default the last day.
    expect(messages(await page())).toEqual(['09:00']);
    expect((await page()).dates).toEqual(['2026-10-30', '2026-11-02']);
  });

  it('gives each line once over many pages, whatever their length', async () => {
    const all = Array.from({ length: 400 }, (_, at) => String(at));
    for (const message of all) log('10:00', { message, filler: 'x'.repeat(3_000) });
    const seen: string[] = [];
    let pages = 0;
    for (let query = ''; ; pages += 1) {
      const read = await page(query);
      seen.push(...messages(read));
      query = `?after=${read.next ?? ''}`;
      if (!read.hasMore) break;
    }
    expect(seen).toEqual(all);
    expect(pages).toBeGreaterThan(3);
    expect(messages(await page('?tail=3'))).toEqual(['397', '398', '399']);
  });

  it('is chosen from by level, run and time', async () => {
    log('10:00', { runId: 'a@2026-10-30/paper' });
    log('10:05', { level: 'critical', code: 'not-flat' });
    log('10:10');
    expect(messages(await page('?level=warning'))).toEqual(['10:05']);
    expect(messages(await page('?run=a'))).toEqual(['10:00']);
    const sinceMs = String(instantAt('2026-10-30', '10:05'));
    expect(messages(await page(`?sinceMs=${sinceMs}`))).toEqual(['10:05', '10:10']);
    expect(messages(await page('?tail=1'))).toEqual(['10:10']);
  });

  it('is followed as it is written, and taken up again where it was, by another process too', async () => {
    log('10:00');
    log('10:01');
    const begun = await desk.readUntil('/v1/logs/follow?tail=1', /event: live/);
    expect(begun.headers['content-type']).toBe('text/event-stream');
    expect(begun.text).toMatch(/^id: (\S+)\nevent: lines\ndata: .*10:01.*\n\nevent: live/);
    const [, lastId = ''] = /id: (\S+)/.exec(begun.text) ?? [];
    log('10:02', { level: 'warning' });
    await desk.api.close();
    await using again = new ApiDesk({}, desk.directory);
    await again.open();
    const headers = { 'last-event-id': lastId };
    const following = again.readUntil('/v1/logs/follow?level=warning', /10:04/, headers);
    log('10:03');
    log('10:04', { level: 'warning' }, '2026-11-02');
    const { text } = await following;
    expect(text.match(/"message":"\d\d:\d\d"/g)).toEqual([
      '"message":"10:02"',
      '"message":"10:04"',
    ]);
    const wrong = { authorization: `Bearer ${again.token}`, 'last-event-id': 'x.1.2' };
    expect((await again.send({ path: '/v1/logs/follow', headers: wrong })).status).toBe(400);
  });

  it('gives each line once to a reader that follows it', async () => {
    const headers = { authorization: `Bearer ${desk.token}` };
    const way = { socketPath: apiSocketOf(desk.journalPath), path: '/v1/logs/follow', headers };
    const following = await new Promise<IncomingMessage>((resolve) => {
      request({ ...way, agent: false }, resolve).end();
    });
    let text = '';
    following.setEncoding('utf8').on('data', (part: string) => (text += part));
    await expect.poll(() => text).toContain('event: live');
    const times = ['10:00', '10:01', '10:02'];
    for (const time of times) {
      log(time);
      await expect.poll(() => text).toContain(`"message":"${time}"`);
    }
    following.destroy();
    expect(text.match(/(?<="message":")\d\d:\d\d/g)).toEqual(times);
  });

  it('is followed by sixteen at most, and a place that is left is free', async () => {
    const headers = { authorization: `Bearer ${desk.token}` };
    const way = { socketPath: apiSocketOf(desk.journalPath), path: '/v1/logs/follow', headers };
    const held = await Promise.all(
      Array.from({ length: 16 }, () => {
        return new Promise<IncomingMessage>((resolve) => {
          request({ ...way, agent: false }, resolve).end();
        });
      }),
    );
    const seventeenth = async (): Promise<number> =>
      (await desk.readUntil('/v1/logs/follow', /live|too-many/)).status;
    expect(await seventeenth()).toBe(503);
    held[0]?.destroy();
    await expect.poll(seventeenth).toBe(200);
  });

  it('has no secret, and shows what is torn as it is', async () => {
    const written = openLineLog({
      ...{ directory: desk.logDirectory, name: 'default.paper', level: 'info', base: {} },
      ...{ bytesMax: 1_000_000, keepDays: 30, secrets: () => ['canary-password'] },
    });
    const atMs = instantAt('2026-10-30', '10:00');
    written.write({ level: 'info', atMs, fields: { of: 'canary-password' }, message: 'm' });
    await written.close();
    appendFileSync(join(desk.logDirectory, 'default.paper.2026-10-30.jsonl'), '{"level":"inf\n');
    const { text } = await desk.get('/v1/logs');
    expect(text).toContain('[secret]');
    expect(text).not.toContain('canary');
    expect(messages(JSON.parse(text) as Page)).toEqual(['m', '{"level":"inf']);
  });

  it.each([
    '?after=..%2f..%2fetc',
    '?tail=0',
    '?tail=1001',
    '?level=loud',
    '?file=x',
    '?sinceMs=-1',
  ])('is not asked for what it does not have: %s', async (query) => {
    expect((await desk.get(`/v1/logs${query}`)).status).toBe(400);
  });
});
