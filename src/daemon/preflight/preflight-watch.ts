import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type Clock } from '../../ports/clock.ts';
import { type PreflightSettings } from '../../settings/readiness-settings.ts';
import { findAll, isGo } from './checks.ts';
import { type PreflightFinding, vetoesOfFindings } from './finding.ts';
import { type PreflightSight } from './sight.ts';

/** What looks are made of. */
export interface PreflightWatchOptions {
  readonly day: CalendarDay;
  readonly clock: Clock;
  /** Milliseconds of the day's clock in a real one. */
  readonly speed: number;
  readonly settings: PreflightSettings;
  /** What is there to be seen now. Asks for nothing. */
  readonly sight: () => PreflightSight;
  /**
   * Asks for what no poll has brought yet: before the open for all, in a session for contracts alone, which a day that was
   * recovered polls late. Never rejects, and ends by the deadlines of its requests.
   */
  readonly probe: (what: 'all' | 'contracts') => Promise<void>;
  /** What entries are kept back for from now on. */
  readonly onVetoes: (vetoes: readonly Veto[]) => void;
  readonly onNotice: (notice: Notice) => void;
  /** Waits real milliseconds. */
  readonly wait: (forMs: number, signal: AbortSignal) => Promise<void>;
}

const AGAIN_MS = 60_000;
const SELDOM_MS = 5 * 60_000;
/** Of a look that comes before anything was polled nothing is reported, for so long. */
const POLLED_WITHIN_MS = 60_000;
/** A sped-up clock passes minutes in no time, and a wall clock may jump. Real milliseconds. */
const [WAIT_MS_MIN, WAIT_MS_MAX] = [250, 30_000];

/**
 * Checks an account before each open and through its day.
 *
 * States: new (only what is known without asking), watching (a look at its time, each minute while something is a no-go,
 * every five minutes else, and whenever contracts are polled), ended. A look never throws and never waits for the day.
 */
export class PreflightWatch {
  readonly #options: PreflightWatchOptions;
  readonly #ended = new AbortController();
  readonly #startedAtMs: number;
  #findings: readonly PreflightFinding[] = [];
  /** Whether what was reported last was a go; null before the first report. */
  #wasGo: boolean | null = null;
  #nextMs: number;

  constructor(options: PreflightWatchOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.nowMs();
    this.#nextMs = Math.max(this.#startedAtMs, preflightAtMs(options.day, options.settings));
  }

  /** What the last look found, in the order of the table. */
  get findings(): readonly PreflightFinding[] {
    return this.#findings;
  }

  /** Looks at what can be seen now, and says what entries are kept back for. */
  look(): readonly Veto[] {
    const findings = findAll(this.#options.sight());
    this.#findings = findings;
    const vetoes = vetoesOfFindings(findings);
    this.#options.onVetoes(vetoes);
    this.#report(findings);
    return vetoes;
  }

  /** Looks at the times that are due, until it is ended. */
  begin(): void {
    void this.#loop();
  }

  end(): void {
    this.#ended.abort();
  }

  async #loop(): Promise<void> {
    const { clock, speed, wait, day } = this.#options;
    const lastMs = day.sessions.at(-1)?.endMs ?? 0;
    while (!this.#isEnded() && clock.nowMs() < lastMs) {
      const forMs = (this.#nextMs - clock.nowMs()) / speed;
      await wait(Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, forMs)), this.#ended.signal);
      if (clock.nowMs() >= this.#nextMs) await this.#lookInFull();
    }
  }

  async #lookInFull(): Promise<void> {
    const { clock, day, probe } = this.#options;
    const isBeforeOpen = clock.nowMs() < (day.sessions[0]?.startMs ?? 0);
    if (isBeforeOpen) await probe('all');
    else if (this.#areContractsOpen()) await probe('contracts');
    if (this.#isEnded()) return;
    this.look();
    this.#nextMs = clock.nowMs() + (isGo(this.#findings) ? SELDOM_MS : AGAIN_MS);
  }

  #areContractsOpen(): boolean {
    const { settings } = this.#options;
    const contracts = this.#findings.find(({ code }) => code === 'contracts');
    return contracts?.state !== 'go' && !settings.leaveOut.includes('contracts');
  }

  #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Every no-go is reported as its veto; a go once, and again after each no-go. */
  #report(findings: readonly PreflightFinding[]): void {
    const { clock, day, settings, onNotice } = this.#options;
    if (!isGo(findings)) {
      this.#wasGo = false;
      return;
    }
    const nowMs = clock.nowMs();
    const isEarly = nowMs < preflightAtMs(day, settings) || !this.#isPolled(nowMs);
    if (this.#wasGo === true || isEarly) return;
    this.#wasGo = true;
    const named = (state: PreflightFinding['state']): readonly string[] =>
      findings.filter((of) => of.state === state).map(({ code }) => code);
    onNotice(noticeOf('preflight-go', null, { checked: named('go'), open: named('not-checked') }));
  }

  #isPolled(nowMs: number): boolean {
    const contracts = this.#findings.find(({ code }) => code === 'contracts');
    return contracts?.state === 'go' || nowMs - this.#startedAtMs >= POLLED_WITHIN_MS;
  }
}

/** When an account is checked on a day. */
export function preflightAtMs(
  { date, sessions }: CalendarDay,
  { at, beforeMs }: Pick<PreflightSettings, 'at' | 'beforeMs'>,
): number {
  const openMs = sessions[0]?.startMs ?? 0;
  // A clock time after the open is of another day's hours, as before a Muhurat evening.
  const atMs = at === null ? openMs - beforeMs : instantAt(date, at);
  return atMs < openMs ? atMs : openMs - beforeMs;
}
