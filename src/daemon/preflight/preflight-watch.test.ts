import { describe, expect, it } from 'vitest';

import { type Contract } from '../../model/market/contract.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { instantAt, istClock } from '../../model/time/ist.ts';
import { type Notice } from '../../notices/notice.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { preflightAtMs, PreflightWatch } from './preflight-watch.ts';
import { type ContractsSight, type PreflightSight } from './sight.ts';

const knowledge = loadMarketKnowledge();
const DATE = '2026-10-30';
const day = knowledge.calendar.day(DATE);
const SETTINGS = {
  at: null,
  beforeMs: 25 * 60_000,
  clockOffsetMsMax: 2_000,
  diskFreeBytesMin: 1_000,
  leaveOut: ['drift'],
} as const;

const LISTED = {
  state: 'listed',
  atMs: 0,
  contracts: [{ expiry: DATE, kind: 'other' } as Contract],
} as const;

/** A watch over a day whose time passes as it waits. The disk is full as long as it is told to be. */
class Rig {
  nowMs: number;
  freeBytes = 2_000;
  /** Whether a probe finds contracts. */
  areListed = false;
  readonly contracts = new Map<string, ContractsSight>();
  readonly looks: string[] = [];
  readonly probes: string[] = [];
  readonly vetoes: (readonly Veto[])[] = [];
  readonly notices: Notice[] = [];
  readonly watch: PreflightWatch;
  #onWait: () => void = () => undefined;

  constructor(startsAt: string) {
    this.nowMs = instantAt(DATE, startsAt);
    this.watch = new PreflightWatch({
      day,
      clock: { nowMs: () => this.nowMs },
      speed: 1,
      settings: SETTINGS,
      sight: () => this.#sight(),
      probe: (what) => {
        this.probes.push(`${this.#clock()} ${what}`);
        if (this.areListed) this.contracts.set('NIFTY', LISTED);
        return Promise.resolve();
      },
      onVetoes: (vetoes) => this.vetoes.push(vetoes),
      onNotice: (notice) => this.notices.push(notice),
      wait: async (forMs) => {
        this.#onWait();
        await Promise.resolve();
        this.nowMs += forMs;
      },
    });
  }

  /** Lets the watch run until a time. `onWait` is called whenever it waits. */
  async until(time: string, onWait: () => void = () => undefined): Promise<void> {
    const untilMs = instantAt(DATE, time);
    const ended = new Promise<void>((resolve) => {
      this.#onWait = (): void => {
        onWait();
        if (this.nowMs < untilMs) return;
        this.watch.end();
        resolve();
      };
    });
    this.watch.begin();
    await ended;
  }

  #clock(): string {
    return istClock(this.nowMs).slice(0, 5);
  }

  #sight(): PreflightSight {
    this.looks.push(this.#clock());
    return {
      ...{ nowMs: this.nowMs, mode: 'live', day, knowledge, settings: SETTINGS },
      login: { state: 'valid', atMs: 0 },
      contracts: this.contracts,
      earlier: null,
      prices: { state: 'none' },
      clockAheadMs: 0,
      disks: [{ path: '/state', freeBytes: this.freeBytes }],
      strategies: { names: ['straddle'], problems: [], unbounded: [] },
      books: { unresolved: [], unknownStarts: [], strangers: [] },
      journal: { unwritable: null, lost: null },
    };
  }
}

describe('a watch over a day', () => {
  it('looks at its time before the open, then every five minutes, and reports the go once', async () => {
    const rig = new Rig('08:20');
    await rig.until('09:21');
    expect(rig.looks).toEqual(['08:50', '08:55', '09:00', '09:05', '09:10', '09:15', '09:20']);
    expect(rig.probes.slice(0, 5)).toEqual(
      ['08:50', '08:55', '09:00', '09:05', '09:10'].map((at) => `${at} all`),
    );
    expect(rig.vetoes.flat()).toEqual([]);
    expect(rig.notices.map(({ code }) => code)).toEqual(['preflight-go']);
    expect(rig.notices[0]?.facts).toMatchObject({ open: ['contracts', 'drift', 'prices'] });
  });

  it('looks every minute while something is a no-go, and lets entries go when it is over', async () => {
    const rig = new Rig('08:49');
    rig.freeBytes = 10;
    await rig.until('08:58', () => {
      if (rig.looks.at(-1) === '08:53') rig.freeBytes = 2_000;
    });
    expect(rig.looks).toEqual(['08:50', '08:51', '08:52', '08:53', '08:54']);
    expect(rig.vetoes.map((vetoes) => vetoes.map(({ code }) => code))).toEqual([
      ...Array<readonly string[]>(4).fill(['disk']),
      [],
    ]);
    expect(rig.notices.map(({ code }) => code)).toEqual(['preflight-go']);
  });

  it('looks at once when it begins in a session, and asks for contracts until they are known', async () => {
    const rig = new Rig('11:00');
    await rig.until('11:13', () => {
      rig.areListed = rig.nowMs > instantAt(DATE, '11:04');
    });
    expect(rig.looks).toEqual(['11:00', '11:05', '11:10']);
    expect(rig.probes).toEqual(['11:00 contracts', '11:05 contracts']);
    expect(rig.watch.findings.find(({ code }) => code === 'contracts')?.state).toBe('go');
  });

  it('ends with the last close', async () => {
    const rig = new Rig('15:38');
    await new Promise<void>((resolve) => {
      void rig.until('15:40').then(resolve);
      setTimeout(resolve, 50);
    });
    expect(rig.looks).toEqual(['15:38']);
  });
});

describe('the time of the checks', () => {
  it('is the one that is set, or so long before the open where that is of another kind of day', () => {
    const at = (of: string | null, sessions = day.sessions): string =>
      istClock(preflightAtMs({ ...day, sessions }, { ...SETTINGS, at: of })).slice(0, 5);
    expect(at(null)).toBe('08:50');
    expect(at('09:05')).toBe('09:05');
    const evening = { startMs: instantAt(DATE, '18:00'), endMs: instantAt(DATE, '19:00') };
    expect(at(null, [evening])).toBe('17:35');
    const morning = { startMs: instantAt(DATE, '08:00'), endMs: instantAt(DATE, '09:00') };
    expect(at('08:50', [morning])).toBe('07:35');
  });
});
