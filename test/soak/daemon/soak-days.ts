import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { counted } from '../../../src/base/counted.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { type AccountStanding } from '../../../src/daemon/account-board.ts';
import { type DaySummary } from '../../../src/day/day-summary.ts';
import { type CalendarDay } from '../../../src/model/time/calendar.ts';
import { type IstDate, istDate, istTimestamp, MINUTE_MS } from '../../../src/model/time/ist.ts';
import { type ServedPlatform, serveRecorded } from '../../support/serve-recorded.ts';
import { BookWatch } from './book-watch.ts';
import { judgeBook, mostInASecond, ordersByDate, type Violation } from './judge-book.ts';
import { KillPlan, type KillMoment, KILL_MOMENTS } from './kill-plan.ts';
import { residentMib } from './resident-memory.ts';
import { type DaemonLine, SoakAccount, type SoakDaemon } from './soak-account.ts';
import { lostWithout, soakFaults } from './soak-faults.ts';
import { type SoakDaysOptions, type SoakReport } from './soak-report.ts';

const LOOK_EVERY_MS = 4;
/** A halt is asked for on one trading day of so many, and ended before the next. */
const HALT_EVERY_DAYS = 6;
/** The machine may be busy with other work: both clocks are read at other instants. */
const SLACK_REAL_MS = 50;
/** A daemon that ends by itself is a failure; one that always does ends the soak. */
const OWN_ENDS_MAX = 5;
const STOP_MS_MAX = 10_000;

/** What calls a person to an exit that did not go out in time. */
const NOT_FLAT: ReadonlySet<string> = new Set([
  'not-squared-off-at-close',
  'held-at-close',
  'order-left-at-close',
]);

/** Runs a daemon over trading days against a simulator over real sockets, and judges what the platform saw. */
export async function soakDays(options: SoakDaysOptions): Promise<SoakReport> {
  const { mode, speed, nightSpeed, calendar, startAtMs, strategies, nodeArgs = [] } = options;
  const { main, isolation } = options;
  const account = new SoakAccount({
    ...{ main, mode, speed, strategies, calendar, isolation, nodeArgs },
  });
  const platform = await serveRecorded({
    ...{ startAtMs, speed, nightSpeed, calendar },
    faults: soakFaults(options.withFaults ? options.seed : null),
  });
  account.meet(platform.line);
  const soak = new Soak(options, account, platform);
  try {
    return await soak.run();
  } finally {
    account.close({ isKept: options.keepsFiles === true });
    await platform.close();
  }
}

/** One soak under way. The daemon lives, is killed and started again; the platform stays. */
class Soak {
  readonly #options: SoakDaysOptions;
  readonly #account: SoakAccount;
  readonly #platform: ServedPlatform;
  readonly #days: readonly CalendarDay[];
  readonly #book: BookWatch;
  readonly #plan: KillPlan;
  readonly #violations: Violation[] = [];
  readonly #kills = new Map<KillMoment, number>(KILL_MOMENTS.map((moment) => [moment, 0]));
  /** Days that the program gave up, with what it said. */
  readonly #lost: string[] = [];
  readonly #traded = new Set<IstDate>();
  readonly #summaries = new Map<IstDate, DaySummary>();
  readonly #resident: { date: IstDate; pid: number; mib: number }[] = [];
  readonly #halts: { fromMs: number; untilMs: number }[] = [];
  /** Those that the program came to by itself. */
  readonly #ownHalts: string[] = [];
  readonly #notices = new Map<string, number>();
  /** Dates on which a person was called since something was open at the close. */
  readonly #notFlat = new Set<IstDate>();
  readonly #startedRealMs = performance.now();
  #standing: AccountStanding | null = null;
  #daemon: SoakDaemon;
  #ownEnds = 0;
  /** One command of an operator at a time. */
  #operating: Promise<void> | null = null;

  constructor(options: SoakDaysOptions, account: SoakAccount, platform: ServedPlatform) {
    this.#options = options;
    this.#account = account;
    this.#platform = platform;
    this.#days = tradingDays(platform, options);
    this.#book = new BookWatch(platform.orders);
    const random = seededRandom(options.seed).fork('kills');
    this.#plan = new KillPlan(random, options.withKills ? this.#days : []);
    this.#daemon = this.#start();
  }

  async run(): Promise<SoakReport> {
    const last = this.#days.at(-1)?.date ?? '';
    let isOver = false;
    while (!isOver && this.#ownEnds <= OWN_ENDS_MAX) {
      await delay(LOOK_EVERY_MS);
      await this.#look();
      const { state, date } = this.#standing ?? {};
      isOver = state === 'waiting' && (date ?? '') > last && this.#operating === null;
    }
    this.#book.look();
    await this.#end();
    return this.#report();
  }

  #start(): SoakDaemon {
    this.#standing = null;
    return this.#account.startDaemon((line) => {
      this.#hear(line);
    });
  }

  #hear(line: DaemonLine): void {
    switch (line.kind) {
      case 'standing':
        this.#standing = line;
        if (line.state === 'trading' && line.date !== null) this.#traded.add(line.date);
        return;
      case 'notice':
        this.#notices.set(line.code, (this.#notices.get(line.code) ?? 0) + 1);
        if (NOT_FLAT.has(line.code)) this.#notFlat.add(istDate(line.atMs));
        if (line.code === 'day-lost') this.#lost.push(JSON.stringify(line.facts));
        return;
      case 'day':
        this.#dayOver(line);
    }
  }

  #dayOver(summary: DaySummary): void {
    const { date, halt, orders } = summary;
    if (this.#summaries.has(date)) this.#violate('day', `${date} was traded twice`);
    this.#summaries.set(date, summary);
    const killed = [...this.#kills.values()].reduce((sum, count) => sum + count, 0);
    const minutes = Math.round((performance.now() - this.#startedRealMs) / 60_000);
    const facts = [
      `${String(orders.placed)} orders, ${String(orders.filled)} filled`,
      halt.state === 'active' ? '' : `${halt.state}: ${halt.reason}`,
      counted(killed, 'kill'),
      `${String(Math.round(this.#resident.at(-1)?.mib ?? 0))} MiB`,
      counted(minutes, 'minute'),
    ];
    const done = `${String(this.#summaries.size)} of ${String(this.#days.length)}`;
    this.#options.say?.(`${date} (${done}): ${facts.filter((fact) => fact !== '').join(', ')}`);
  }

  async #look(): Promise<void> {
    this.#book.look();
    if (this.#daemon.hasEnded) this.#startAfterItsEnd();
    this.#weigh();
    this.#operate();
    const kill = this.#plan.due({
      nowMs: this.#platform.nowMs(),
      realMs: performance.now(),
      standing: this.#standing,
      orders: this.#book.count,
    });
    if (kill !== null) await this.#kill(kill);
  }

  async #kill(moment: KillMoment): Promise<void> {
    this.#kills.set(moment, (this.#kills.get(moment) ?? 0) + 1);
    await this.#daemon.killNine();
    this.#daemon = this.#start();
  }

  #startAfterItsEnd(): void {
    this.#ownEnds += 1;
    this.#violate('ended', `the daemon ended by itself: ${this.#daemon.err.slice(-2_000)}`);
    this.#daemon = this.#start();
  }

  /** Once on each day, at the same time of it. */
  #weigh(): void {
    const nowMs = this.#platform.nowMs();
    const date = istDate(nowMs);
    const session = this.#platform.knowledge.calendar.day(date).sessions.at(-1);
    if (session === undefined || this.#resident.at(-1)?.date === date) return;
    if (nowMs < session.startMs + 0.8 * (session.endMs - session.startMs)) return;
    if (nowMs >= session.endMs || this.#standing?.state !== 'trading') return;
    const { pid } = this.#daemon;
    this.#resident.push({ date, pid, mib: residentMib(pid) });
  }

  /** Halts now and then, kills at once, and ends each halt at night; ends those too that the program came to by itself. */
  #operate(): void {
    if (this.#operating !== null) return;
    const { state, date } = this.#standing ?? {};
    if (state === 'waiting') this.#resumeAfter(date ?? '');
    else if (this.#isHaltDue(this.#days.findIndex((of) => of.date === date))) {
      this.#ask('halt', () => {
        this.#halts.push({ fromMs: this.#platform.nowMs(), untilMs: Infinity });
      });
    }
  }

  #resumeAfter(next: IstDate): void {
    const halt = this.#halts.at(-1);
    if (halt?.untilMs === Infinity) {
      if (istDate(halt.fromMs) === next) return;
      this.#ask('resume', () => {
        halt.untilMs = this.#platform.nowMs();
      });
      return;
    }
    const summary = [...this.#summaries.values()].at(-1);
    if (summary === undefined || summary.halt.state === 'active') return;
    // Its own: the book is judged by no halt that was not asked for.
    this.#summaries.set(summary.date, { ...summary, halt: { ...summary.halt, state: 'active' } });
    this.#ownHalts.push(`${summary.date}: ${summary.halt.reason}`);
    this.#ask('resume', () => undefined);
  }

  #isHaltDue(day: number): boolean {
    const { withKills } = this.#options;
    const session = this.#days[day]?.sessions[0];
    if (!withKills || day % HALT_EVERY_DAYS !== HALT_EVERY_DAYS - 1 || session === undefined) {
      return false;
    }
    if (this.#standing?.state !== 'trading') return false;
    const isAsked = this.#halts.some(({ fromMs }) => istDate(fromMs) === this.#days[day]?.date);
    const nowMs = this.#platform.nowMs();
    return !isAsked && nowMs > session.startMs + 60 * MINUTE_MS && nowMs < session.endMs;
  }

  #ask(what: 'halt' | 'resume', onDone: () => void): void {
    this.#operating = this.#account
      .run(what, '--journal', this.#account.journal, '--reason', 'soak')
      .then(async ({ code, err }) => {
        if (code === 0) onDone();
        else this.#options.say?.(`${what} ended with ${String(code)}: ${err}`);
        if (code === 0 && what === 'halt') await this.#kill('at-a-time');
        this.#operating = null;
      });
  }

  async #end(): Promise<void> {
    const { code, tookMs } = await this.#daemon.stop();
    if (code !== 0 || tookMs > STOP_MS_MAX) {
      this.#violate('stop', `SIGTERM ended it with ${String(code)} after ${String(tookMs)} ms`);
    }
    const verified = await this.#account.run('journal', this.#account.journal, '--verify');
    if (verified.code !== 0) this.#violate('I15', `the journal: ${verified.err}`);
  }

  async #report(): Promise<SoakReport> {
    const { options, orders } = { options: this.#options, orders: this.#book.orders() };
    this.#judgeDays();
    if (options.mode === 'paper') this.#judgePaper();
    const entries = await this.#account.journaled('intent,attempt-ended');
    const { calendar } = this.#platform.knowledge;
    const judged = {
      orders,
      fills: this.#book.fills(),
      entries,
      calendar,
      halts: this.#halts,
      notFlat: this.#notFlat,
    };
    const slackMs = SLACK_REAL_MS * options.speed;
    if (options.mode === 'live') this.#violations.push(...judgeBook({ ...judged, slackMs }));
    const { seed, mode, speed, nightSpeed, withKills, withFaults, isolation } = options;
    return {
      ...{ seed, mode, speed, nightSpeed, withKills, withFaults, isolation },
      days: this.#days.map(({ date }) => date),
      daysTraded: this.#days.filter(({ date }) => this.#traded.has(date)).length,
      reports: this.#days.filter(({ date }) => this.#hasReport(date)).length,
      kills: Object.fromEntries(this.#kills),
      halts: this.#halts.length,
      ownHalts: this.#ownHalts,
      notFlat: [...this.#notFlat].sort(),
      orders: orders.length,
      ordersByDate: Object.fromEntries(ordersByDate(orders)),
      ordersInASecondMax: mostInASecond(orders),
      faultsMet: [...this.#platform.met()].sort(),
      notices: Object.fromEntries([...this.#notices].sort()),
      resident: this.#resident,
      realMinutes: (performance.now() - this.#startedRealMs) / 60_000,
      violations: this.#violations,
      directory: options.keepsFiles === true ? this.#account.directory : null,
    };
  }

  /** A day is missed where it was not traded or left no report, whenever its process was killed. */
  #judgeDays(): void {
    for (const what of lostWithout(this.#platform.met(), this.#lost)) this.#violate('day', what);
    for (const { date } of this.#days) {
      if (!this.#traded.has(date)) this.#violate('day', `${date} was not traded`);
      if (!this.#hasReport(date)) this.#violate('day', `${date} has no report`);
      // Nothing was put to the test.
      if (this.#options.mode === 'live' && this.#book.ordersOf(date).length === 0) {
        this.#violate('day', `${date} went by without an order`);
      }
    }
    for (const { date, orders } of this.#summaries.values()) {
      const there = this.#book.ordersOf(date).length;
      if (this.#options.mode === 'live' && orders.placed !== there) {
        const found = `${String(orders.placed)} orders, the platform has ${String(there)}`;
        this.#violate('I25', `the report of ${date} says ${found}`);
      }
    }
  }

  #judgePaper(): void {
    const live = /^orders (POST|PUT)|^webhook|^ordersWebhook/;
    for (const [route, count] of this.#platform.requests()) {
      if (live.test(route)) this.#violate('I5', `${route}: ${String(count)} times`);
    }
  }

  #hasReport(date: IstDate): boolean {
    const stem = basename(this.#account.journal, '.journal');
    const path = join(this.#account.directory, 'state', 'reports', `${stem}.${date}.json`);
    return existsSync(path) && readFileSync(path, 'utf8').endsWith('}\n');
  }

  #violate(invariant: string, what: string): void {
    this.#violations.push({ invariant, what });
    this.#options.say?.(
      `${istTimestamp(this.#platform.nowMs())} broken ${invariant}: ${what.slice(0, 300)}`,
    );
  }
}

function tradingDays(
  { knowledge: { calendar } }: ServedPlatform,
  { startAtMs, days }: SoakDaysOptions,
): readonly CalendarDay[] {
  const found: CalendarDay[] = [];
  let day = calendar.day(istDate(startAtMs));
  while (found.length < days) {
    if (day.sessions.length > 0) found.push(day);
    day = calendar.day(calendar.nextTradingDay(day.date));
  }
  return found;
}
