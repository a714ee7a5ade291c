import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { type AuditEntry, type AuditFact, type AuditKind } from '../../audit/audit-entry.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type OrderTerms } from '../../model/orders/order.ts';
import { type Stage } from '../../model/runs/stage.ts';
import { type FactsOf, type Notice, noticeOf } from '../../notices/notice.ts';
import { stageInForce } from './stage-in-force.ts';
import { StageLedger } from './stage-ledger.ts';
import { StageWatch } from './stage-watch.ts';

const DATE = '2026-10-30';
const RUN = `straddle@${DATE}/live`;
const OTHER = `condor@${DATE}/live`;
const codeOf = (name: string): Parameters<typeof stageInForce>[1] & { readonly name: string } => {
  return { name, sourceHash: name, paramsHash: 'p', platform: 'x' };
};

let directory = '';
let ledger: StageLedger;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-stages-'));
  ledger = new StageLedger(join(directory, 'stages'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A day's watch with what it heard, and what it did. */
class Desk {
  vetoes: readonly Veto[] = [];
  readonly notices: Notice[] = [];
  readonly watch: StageWatch;
  #take: (entry: AuditEntry) => void = () => undefined;
  #seq = 0;
  #atMs = 0;

  constructor() {
    this.watch = new StageWatch({
      ...{
        date: DATE,
        ledger,
        changed: [],
        nowMs: () => this.#atMs,
        bound: { paise: 50, percent: 5 },
      },
      codes: new Map([RUN, OTHER].map((runId) => [runId, codeOf(runId.split('@')[0] ?? '')])),
      onVetoes: (vetoes) => {
        this.vetoes = vetoes;
      },
      onNotice: (notice) => this.notices.push(notice),
    });
    this.watch.follow({
      listen: <Kind extends AuditKind>(
        kinds: readonly Kind[],
        take: (entry: Extract<AuditEntry, { readonly kind: Kind }>) => void,
      ) => {
        this.#take = (entry) => {
          if (kinds.some((kind) => kind === entry.kind)) take(entry as never);
        };
        return () => undefined;
      },
    });
  }

  begin(stage: Stage = 'one-lot'): this {
    this.watch.begin(new Map([RUN, OTHER].map((runId) => [runId, stage])));
    return this;
  }

  hear(fact: AuditFact, afterMs = 0): void {
    this.#seq += 1;
    this.#atMs += afterMs;
    this.#take({ seq: this.#seq, atMs: this.#atMs, ...fact });
  }

  notice(notice: Notice): void {
    this.hear({ kind: 'notice', isOwn: false, notice });
  }

  quote(bidPaise: number, askPaise: number, afterMs = 0): void {
    const atMs = this.#atMs + afterMs;
    const quotes = [{ symbol: 'S', bidPaise, askPaise, lastPaise: bidPaise, atMs }];
    this.hear({ kind: 'seen', what: { kind: 'prices', quotes } }, afterMs);
  }

  sell(tag: string, terms: OrderTerms): void {
    const element = { tag, symbol: 'S', side: 'sell', quantityUnits: 75, terms };
    const attempt = {
      attemptId: 'a',
      kind: 'place',
      request: { brokerId: 'b', elements: [element] },
    };
    const what = { kind: 'attempt', atMs: this.#atMs, attemptId: 'a', attempt } as never;
    this.hear({ kind: 'sent', what });
  }

  fill(
    tag: string,
    pricePaise: number,
    { units = 75, afterMs = 1_000 }: { readonly units?: number; readonly afterMs?: number } = {},
  ): void {
    const order = { tag, orderId: tag, filledUnits: units, filledValuePaise: units * pricePaise };
    const event = { kind: units === 75 ? 'filled' : 'cancelled', order, fillUnits: units };
    const what = { kind: 'orders-observed', events: [event] } as never;
    this.hear({ kind: 'learned', runId: RUN, what }, afterMs);
  }

  get lowered(): readonly (readonly [string | null, string])[] {
    return this.notices.flatMap((of) =>
      of.code === 'stage-lowered' ? [[of.runId, of.facts.cause] as const] : [],
    );
  }
}

function locked(runId: string | null, protection: FactsOf<'entries-locked'>['protection']): Notice {
  const facts = { protection, reason: 'too much', untilMs: null, isFlattened: true };
  return noticeOf('entries-locked', runId, facts);
}

function nextDay(name: string): Stage {
  ledger.add([]);
  const content = ledger.read();
  const set = {
    kind: 'set',
    date: '2026-10-01',
    atMs: 0,
    ...codeOf(name),
    from: 'shadow',
  } as const;
  const before = { ...set, to: 'one-lot', reason: '', by: '' } as const;
  const records = [before, ...content.records];
  const terms = { date: '2026-11-02', goal: 'full', shadowDays: 3, oneLotDays: 3 } as const;
  return stageInForce({ ...content, records }, codeOf(name), terms).stage;
}

const LIMIT = { kind: 'limit', pricePaise: 9_900 } as const;

it('lowers a run at its limit, keeps its entries back today, and is below on the next day', () => {
  const desk = new Desk().begin();
  desk.notice(locked(RUN, 'day-loss'));
  desk.notice(locked(RUN, 'drawdown'));
  expect(desk.lowered).toEqual([[RUN, 'limit']]);
  expect(desk.vetoes).toMatchObject([{ by: 'stage', code: 'lowered-by-limit', runId: RUN }]);
  expect([nextDay('straddle'), nextDay('condor')]).toEqual(['shadow', 'one-lot']);
});

it('lowers a run once for a lost week, and not again each day that its week stays locked', () => {
  const desk = new Desk().begin();
  desk.notice(noticeOf('week-still-locked', OTHER, { reason: 'too much', untilMs: 0 }));
  expect(desk.lowered).toEqual([]);
  desk.notice(locked(RUN, 'week-loss'));
  expect(desk.lowered).toEqual([[RUN, 'limit']]);
});

it('says at once that it cannot write that a run was lowered, and writes it at the close', () => {
  const desk = new Desk().begin();
  mkdirSync(ledger.path);
  desk.notice(locked(RUN, 'day-loss'));
  desk.watch.keepRest();
  const unkept = desk.notices.filter(({ code }) => code === 'stage-unkept');
  expect(unkept).toMatchObject([{ facts: { name: 'straddle' } }, { facts: { name: 'straddle' } }]);
  rmSync(ledger.path, { recursive: true });
  desk.watch.keepRest();
  expect(nextDay('straddle')).toBe('shadow');
  expect(desk.notices.filter(({ code }) => code === 'stage-unkept')).toHaveLength(2);
});

it("lowers at a limit of the account those that traded, and none for the operator's pause or a cooldown", () => {
  const desk = new Desk().begin();
  for (const protection of ['pause', 'operator', 'cooldown', 'open-premium'] as const) {
    desk.notice(locked(RUN, protection));
  }
  desk.notice(locked(null, 'day-loss'));
  expect(desk.lowered).toEqual([]);
  desk.hear({ kind: 'decided', what: { kind: 'intent', runId: OTHER } as never });
  desk.notice(locked(null, 'day-loss'));
  expect(desk.lowered).toEqual([[OTHER, 'limit']]);
});

it('lowers a run whose unknown order the operator resolved, and none for a carried leg', () => {
  const desk = new Desk().begin();
  desk.notice(noticeOf('resolved', RUN, { name: `${RUN}/ce`, as: 'open' }));
  expect(desk.lowered).toEqual([]);
  desk.notice(noticeOf('resolved', RUN, { name: 'sl1', as: 'absent' }));
  expect(desk.lowered).toEqual([[RUN, 'unknown-order']]);
  expect(nextDay('straddle')).toBe('shadow');
});

it('lowers a run whose fill differs from the paper rules beyond the bound, and nothing explains it', () => {
  const desk = new Desk().begin();
  desk.quote(10_000, 10_010);
  desk.sell('near', LIMIT);
  desk.fill('near', 9_600);
  // Four percent: within the part of the bound that is in percent.
  expect(desk.lowered).toEqual([]);
  desk.quote(10_000, 10_010);
  desk.sell('far', LIMIT);
  desk.fill('far', 9_400);
  expect(desk.lowered).toEqual([[RUN, 'fills']]);
  expect(desk.watch.compared()).toMatchObject([
    { tag: 'near', livePaise: 9_600, paperPaise: 10_000, worsePaise: 400, worseBasisPoints: 400 },
    { tag: 'far', worsePaise: 600, isBeyond: true, explained: null },
  ]);
  expect(nextDay('straddle')).toBe('shadow');
});

it('lowers no run where parts, time, an old quote or a better fill at rest explain the difference', () => {
  const desk = new Desk().begin();
  desk.quote(10_000, 10_010);
  desk.sell('parts', LIMIT);
  desk.fill('parts', 9_000, { units: 50 });
  desk.quote(10_000, 10_010);
  desk.sell('late', LIMIT);
  desk.fill('late', 9_000, { afterMs: 31_000 });
  desk.sell('old', LIMIT);
  desk.fill('old', 9_000);
  desk.quote(9_000, 9_010);
  desk.sell('rested', LIMIT);
  desk.quote(9_900, 9_910, 1_000);
  desk.fill('rested', 10_900);
  expect(desk.watch.compared().map(({ tag, explained }) => [tag, explained])).toEqual([
    ['parts', 'partial'],
    ['late', 'time'],
    ['old', 'old-quote'],
    ['rested', 'rested'],
  ]);
  expect(desk.lowered).toEqual([]);
});

it('finds in a journal what was found before a restart, once, and keeps entries back from the start', () => {
  const first = new Desk().begin();
  first.notice(locked(RUN, 'day-loss'));
  const again = new Desk();
  expect(again.vetoes).toMatchObject([{ by: 'stage', runId: RUN }]);
  again.notice(locked(RUN, 'day-loss'));
  again.notice(locked(OTHER, 'day-loss'));
  expect(again.lowered).toEqual([]);
  again.begin();
  // The other was found in the journal of a program that died before it could write it.
  expect(again.lowered).toEqual([[OTHER, 'limit']]);
  expect(ledger.read().records.map(({ name }) => name)).toEqual(['straddle', 'condor']);
});
