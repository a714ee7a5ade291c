import { map, merge, mergeMap, of } from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';

import { AUDIT_KINDS, type AuditEntry } from '../../src/audit/audit-entry.ts';
import { AuditStream } from '../../src/audit/audit-stream.ts';
import { type DayPicture, DayPictureFold } from '../../src/audit/day-picture.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { type EngineEvent } from '../../src/engine/event.ts';
import { alert, defineStrategy, place, selectNow, sell, squareOff, z } from '../../src/index.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { noticeOf } from '../../src/notices/notice.ts';
import { toldAt } from '../../src/notices/told-notice.ts';
import { loadAll } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const OPTIONS = { seed: 'audit', stepMs: 5_000, limits: { ordersPerRunMax: 2 } };

/** Fills, is refused, and says the same several times at one instant. */
const busy = defineStrategy({
  name: 'busy',
  params: z.strictObject({}),
  run: ({ at, chain }) =>
    merge(
      at('09:16').pipe(
        selectNow(chain('NIFTY')),
        map(({ atm }) => place(sell(atm.ce, { leg: 'ce', lots: 1 }))),
      ),
      at('09:17').pipe(
        mergeMap(() => of(...Array.from({ length: 3 }, () => alert('info', 'again')))),
      ),
      at('09:18').pipe(map(() => squareOff('enough'))),
      merge(at('09:19'), at('09:19:01')).pipe(
        selectNow(chain('NIFTY')),
        map(({ atm }) => place(sell(atm.pe, { leg: 'pe', lots: 1 }))),
      ),
    ),
});

interface Listened {
  readonly entries: readonly AuditEntry[];
  readonly picture: DayPicture;
}

let live: Listened;
let replayed: Listened;

function listened(day: TradingDay, drive: () => void): Listened {
  const entries: AuditEntry[] = [];
  day.audit.listen(AUDIT_KINDS, (entry) => entries.push(entry));
  drive();
  return { entries, picture: day.picture() };
}

beforeAll(async () => {
  const journal = createMemoryJournal();
  const options = { ...OPTIONS, journal, strategies: await loadAll([busy]) };
  const world = virtualWorld(options);
  const first = virtualProcess(world, options);
  live = listened(first, () => {
    first.start({ sources: 'left-closed' });
    driveVirtual(first.kernel, world.clock, instantAt(DATE, '09:18:30'));
    first.note(
      toldAt(
        world.clock.nowMs(),
        noticeOf('control-fails', null, { what: 'answer', detail: 'disk' }),
      ),
    );
    driveVirtual(first.kernel, world.clock, instantAt(DATE, '09:20'));
    first.stop();
  });
  const second = virtualProcess(world, options);
  replayed = listened(second, () => {
    second.start({ sources: 'left-closed' });
    second.stop();
  });
});

describe('the audit stream', () => {
  it('numbers what happens without gaps, in the order of time, and tells all kinds of it', () => {
    const { entries, picture } = live;
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    const times = entries.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(AUDIT_KINDS));
    expect(picture.seq).toBe(entries.length);
  });

  it('is plain JSON, its picture too', () => {
    for (const { entries, picture } of [live, replayed]) {
      expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
      expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
    }
  });

  it('is the same again when the journal is replayed, but for what the process said by itself', () => {
    const own = live.entries.filter((of) => of.kind === 'notice' && of.isOwn);
    expect(own).toHaveLength(1);
    const unnumbered = ({ entries }: Listened): readonly unknown[] =>
      entries.filter((of) => !own.includes(of)).map((of) => ({ ...of, seq: 0 }));
    const again = unnumbered(replayed);
    expect(again.slice(0, live.entries.length - 1)).toEqual(unnumbered(live));
  });
});

it('has the same numbers whatever is listened for', () => {
  const prices: EngineEvent = {
    kind: 'poll-ended',
    atMs: 0,
    startedAtMs: 0,
    subject: 'quotes',
    outcome: { kind: 'accepted', value: [] },
  };
  const stream = new AuditStream();
  const numbers: number[] = [];
  stream.listen(['notice'], ({ seq }) => numbers.push(seq));
  stream.take(prices, []);
  stream.note(toldAt(1, noticeOf('control-fails', null, { what: 'answer', detail: 'disk' })));
  expect(numbers).toEqual([2]);
});

describe('the picture of a day', () => {
  function folded(
    entries: readonly AuditEntry[],
    fold = new DayPictureFold(['NIFTY']),
  ): DayPictureFold {
    for (const entry of entries) fold.take(entry);
    return fold;
  }

  it('is the same however its entries were split', () => {
    const { entries, picture } = live;
    const shown = (fold: DayPictureFold): DayPicture => {
      fold.settle();
      return fold.picture(picture.seq, picture.books);
    };
    const whole = shown(folded(entries));
    expect(whole).toMatchObject({ refusals: picture.refusals, notices: picture.notices });
    expect(whole.levels).toMatchObject([{ symbol: 'NIFTY' }]);
    for (let at = 0; at <= entries.length; at += 1) {
      const rest = folded(entries.slice(at), folded(entries.slice(0, at)));
      expect(shown(rest)).toEqual(whole);
    }
  });

  it('has one notice with a count for equal ones of an instant', () => {
    const again = live.picture.notices.filter(({ code }) => code === 'alert');
    expect(again).toMatchObject([{ times: 3, facts: { message: 'again' } }]);
    expect(replayed.picture.notices.filter(({ code }) => code === 'alert')).toEqual(again);
  });
});
