import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type z } from 'zod';

import { noticeOf } from '../../../notices/notice.ts';
import { toldAt } from '../../../notices/told-notice.ts';
import { AccountBoard } from '../../account-board.ts';
import { EventFeed, type FeedLimits } from './event-feed.ts';
import { eventSchemas } from './event-schema.ts';
import { ApiDesk, NotedDay } from '../testing/api-desk.ts';

interface GotEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: { readonly seq?: number; readonly date?: string };
}

const PRICES = {
  kind: 'poll-ended',
  subject: 'quotes',
  atMs: 1,
  outcome: { kind: 'accepted', value: [] },
} as unknown as Parameters<NotedDay['audit']['take']>[0];

/** Something happens: an entry, or where it is of prices a number without one. */
function happen(day: NotedDay, isPrices = false): void {
  if (isPrices) day.audit.take(PRICES, []);
  else day.note(toldAt(1, noticeOf('resolved', null, { name: 'x', as: 'absent' })));
}

function eventsIn(text: string): readonly GotEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const line = (name: string): string | null =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
      const data = JSON.parse(line('data') ?? '') as GotEvent['data'];
      return { event: line('event') ?? '', id: line('id'), data };
    });
}

/** A reader that takes what is there, and remembers where it was. */
class Follower {
  readonly entries: string[] = [];
  readonly pictures: string[] = [];
  lastId: string | null = null;
  readonly #feed: EventFeed;

  constructor(feed: EventFeed) {
    this.#feed = feed;
  }

  /** Connects, takes so many pieces of what is there, and is cut off. */
  async read(piecesMax = Infinity): Promise<readonly GotEvent[]> {
    const stream = this.#feed.open({
      ...{ lastId: this.lastId, isFromStart: false },
      drop: () => undefined,
    });
    if (stream === null) return [];
    const reader = stream.getReader();
    const all: GotEvent[] = [];
    for (let pieces = 0; pieces < piecesMax; pieces += 1) {
      const { value } = await reader.read();
      const events = eventsIn(new TextDecoder().decode(value));
      for (const got of events) this.#take(got);
      all.push(...events);
      if (events.some(({ event }) => event === 'live')) break;
    }
    await reader.cancel();
    return all;
  }

  #take({ event, id, data }: GotEvent): void {
    if (id !== null) this.lastId = id;
    const place = id?.split('.').slice(1).join(' ') ?? '';
    if (event === 'entry') this.entries.push(place);
    if (event === 'picture') this.pictures.push(`${data.date ?? ''} ${String(data.seq)}`);
  }
}

function aFeed(limits: Partial<FeedLimits> = {}) {
  const board = new AccountBoard({ account: 'default', mode: 'paper' });
  const feed = new EventFeed({
    board,
    limits,
    pictureOf: (of) => ({ date: of.date, seq: of.audit.seq }),
  });
  return { board, feed, follower: new Follower(feed) };
}

describe('a reader that is cut off and comes back', () => {
  it('has every entry once, whatever was cut when', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('happens' as const), isPrices: fc.boolean() }),
      fc.record({ kind: fc.constant('reads' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('day' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { board, feed, follower } = aFeed();
        let date = 1;
        let day = new NotedDay('2026-01-01');
        let closeDay = board.openDay(day);
        const happened: string[] = [];
        await follower.read();
        for (const of of steps) {
          if (of.kind === 'reads') await follower.read(of.pieces);
          if (of.kind === 'happens') {
            happen(day, of.isPrices);
            if (!of.isPrices) happened.push(`${day.date} ${String(day.audit.seq)}`);
          }
          if (of.kind !== 'day') continue;
          closeDay();
          date += 1;
          day = new NotedDay(`2026-01-${String(date).padStart(2, '0')}`);
          closeDay = board.openDay(day);
        }
        await follower.read();
        await follower.read();
        // What happened on a day before the picture that the reader was given of it is in that picture.
        const seqOf = new Map(follower.pictures.map((of) => of.split(' ') as [string, string]));
        const expected = happened.filter((of) => {
          const [on = '', seq] = of.split(' ');
          return Number(seq) > Number(seqOf.get(on) ?? Infinity);
        });
        expect(follower.entries).toEqual(expected);
        expect(seqOf.has(day.date)).toBe(true);
        feed.close();
      }),
      { numRuns: 150 },
    );
  });

  it('gets a picture where the ring has lost what it missed, and all that follows', async () => {
    const { board, follower } = aFeed({ recordsMax: 20 });
    const day = new NotedDay();
    board.openDay(day);
    await follower.read();
    for (let count = 0; count < 10; count += 1) happen(day);
    await follower.read();
    expect(follower.pictures).toEqual(['2026-10-30 0']);
    expect(follower.entries).toHaveLength(10);
    for (let count = 0; count < 30; count += 1) happen(day);
    await follower.read();
    happen(day);
    await follower.read();
    expect(follower.pictures).toEqual(['2026-10-30 0', '2026-10-30 40']);
    expect(follower.entries.at(-1)).toBe('2026-10-30 41');
    expect(follower.entries).toHaveLength(11);
  });

  it.each(['', 'x', '000000000000.2026-10-30.1', '%s.2026-10-30.99', '%s.2027-01-01.1'])(
    'gets a picture for a place that was never given: %s',
    async (id) => {
      const { board, follower } = aFeed();
      const day = new NotedDay();
      board.openDay(day);
      await follower.read();
      happen(day);
      follower.lastId = id.replace('%s', follower.lastId?.split('.')[0] ?? '');
      await follower.read();
      expect(follower.pictures).toEqual(['2026-10-30 0', '2026-10-30 1']);
    },
  );
});

it('tells a reader between days where the account stands, and begins the next day with a picture', async () => {
  const { board, follower } = aFeed();
  board.stand({ state: 'waiting', sinceMs: 1, date: null, opensAtMs: 2, detail: null });
  expect((await follower.read()).map(({ event }) => event)).toEqual(['standing', 'live']);
  const day = new NotedDay();
  board.openDay(day);
  happen(day);
  expect((await follower.read()).map(({ event }) => event)).toEqual([
    'standing',
    'picture',
    'live',
  ]);
});

it('drops a reader that takes nothing, and one that the ring has left behind; the day is not held up', async () => {
  const { board, feed } = aFeed({ recordsMax: 20, readersMax: 3 });
  const day = new NotedDay();
  board.openDay(day);
  const dropped: string[] = [];
  const open = (name: string): ReadableStream<Uint8Array> | null =>
    feed.open({ lastId: null, isFromStart: false, drop: () => dropped.push(name) });
  const reader = open('waits')?.getReader();
  const stuck = open('stuck')?.getReader();
  open('never reads');
  expect(open('one too many')).toBeNull();
  await reader?.read();
  await stuck?.read();
  for (let count = 0; count < 30; count += 1) happen(day);
  // Their pulls waited and were served; each holds one piece that is not taken.
  await new Promise(setImmediate);
  for (let count = 0; count < 30; count += 1) happen(day);
  expect(dropped).toContain('stuck');
  for (let beats = 0; beats < 6; beats += 1) feed.beat();
  expect(feed.readers).toBe(0);
});

it('keeps at most so many characters', async () => {
  const { board, follower } = aFeed({ charactersMax: 4_000 });
  const day = new NotedDay();
  board.openDay(day);
  await follower.read();
  for (let count = 0; count < 100; count += 1) happen(day);
  await follower.read();
  expect(follower.pictures).toEqual(['2026-10-30 0', '2026-10-30 100']);
});

describe('over a socket', () => {
  let desk: ApiDesk | null = null;
  afterEach(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  it('sends events in their schemas, and frees the place of a reader that left', async () => {
    const day = new NotedDay();
    desk = await new ApiDesk().open(day);
    happen(day);
    const live = /event: live\n/;
    const { text, headers } = await desk.readUntil('/v1/events', live);
    expect(headers['content-type']).toBe('text/event-stream');
    const kept = (await desk.readUntil('/v1/events?from=start', live)).text;
    const namesIn = (of: string): readonly string[] => eventsIn(of).map(({ event }) => event);
    expect(namesIn(text)).toEqual(['standing', 'picture', 'live']);
    expect(namesIn(kept)).toEqual(['standing', 'standing', 'entry', 'live']);
    for (const { event, data } of eventsIn(text + kept)) {
      const schema: z.ZodType = eventSchemas[event as keyof typeof eventSchemas];
      expect(schema.parse(data)).toEqual(data);
    }
    const gone = async (): Promise<number> => {
      const { api } = JSON.parse((await desk?.get('/v1/account'))?.text ?? '') as {
        readonly api: { readonly readers: number };
      };
      return api.readers;
    };
    await expect.poll(gone).toBe(0);
    const head = { authorization: `Bearer ${desk.token}` };
    expect(await desk.send({ path: '/v1/events', method: 'HEAD', headers: head })).toMatchObject({
      status: 405,
    });
  });
});
