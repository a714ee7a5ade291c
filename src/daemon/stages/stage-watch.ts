import { type AuditEntry } from '../../audit/audit-entry.ts';
import { type AuditStream } from '../../audit/audit-stream.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type Stage, stageBelow } from '../../model/runs/stage.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type FillBound } from '../../settings/stage-terms.ts';
import { type ChangedRun, isBeyondEarned } from './begun-runs.ts';
import { type ComparedFill, FillComparison } from './fill-comparison.ts';
import { isSameCode } from './stage-in-force.ts';
import {
  type LOWERED_BY,
  type StagedCode,
  type StageLedger,
  type StageRecord,
} from './stage-ledger.ts';

/** What a watch is made of. */
export interface StageWatchOptions {
  readonly date: IstDate;
  readonly nowMs: () => number;
  readonly ledger: StageLedger;
  /** The strategies at the platform that take part in stages, by run id. */
  readonly codes: ReadonlyMap<string, StagedCode>;
  /** Runs that began the day as something else than they are now. */
  readonly changed: readonly ChangedRun[];
  readonly bound: FillBound;
  readonly onVetoes: (vetoes: readonly Veto[]) => void;
  readonly onNotice: (notice: Notice) => void;
}

type Cause = (typeof LOWERED_BY)[number];

interface Found {
  readonly cause: Cause;
  readonly detail: string;
}

/** Limits that say that a strategy loses. A cooldown or a cap on open premium is how it trades. */
const BREACHES: ReadonlySet<string> = new Set([
  'day-loss',
  'week-loss',
  'drawdown',
  'losing-streak',
]);
/** What an operator says of an order, start or signal of which nothing was certain. */
const OF_UNKNOWNS: ReadonlySet<string> = new Set(['absent', 'resend', 'started', 'arrived']);

type Heard = Extract<AuditEntry, { kind: 'sent' | 'learned' | 'seen' | 'decided' | 'notice' }>;

/**
 * Watches the live runs that take part in stages, and sends one of them a stage back where a limit was reached, a live fill
 * differs from the paper rules without an explanation, or an unknown order took the operator. It has no new entries for the
 * rest of the day, by a veto, and the lower stage from the next day on. All of it follows from the journal: a restart finds it again.
 * Entries of a run that was changed while its program was down, to code that has not earned the stage of its day, are kept back too.
 *
 * States of a run: as it began, lowered (for the rest of the day).
 */
export class StageWatch {
  readonly #options: StageWatchOptions;
  readonly #comparison: FillComparison;
  readonly #lowered = new Map<string, Found>();
  /** Runs that have asked for an order. */
  readonly #traders = new Set<string>();
  /** Found before the day has begun, as in the journal. */
  readonly #early: (Found & { readonly runId: string })[] = [];
  #unkept: readonly Extract<StageRecord, { kind: 'lowered' }>[] = [];
  #stages: ReadonlyMap<string, Stage> | null = null;

  constructor(options: StageWatchOptions) {
    this.#options = options;
    this.#comparison = new FillComparison(options.bound);
    this.#takeEarlier();
    this.#veto();
  }

  /** Follows a day that has not started: what its journal holds is heard, too. */
  follow(audit: Pick<AuditStream, 'listen'>): () => void {
    return audit.listen(['sent', 'learned', 'seen', 'decided', 'notice'], (entry) => {
      this.#take(entry);
    });
  }

  /** The day has started. `stages` are those in force, by run id. */
  begin(stages: ReadonlyMap<string, Stage>): void {
    this.#stages = stages;
    for (const found of this.#early.splice(0)) this.#lower(found.runId, found);
  }

  /** Why a run was lowered today, for people; null where it was not. */
  whyLowered(runId: string): string | null {
    return this.#lowered.get(runId)?.detail ?? null;
  }

  /** Live fills beside those of the paper rules. */
  compared(): readonly ComparedFill[] {
    return this.#comparison.compared();
  }

  /** Writes what could not be written when it happened, or says again that it cannot. Never throws. */
  keepRest(): void {
    const rest = this.#unkept;
    this.#unkept = [];
    for (const record of rest) this.#keep(record);
  }

  #take(entry: Heard): void {
    if (entry.kind === 'notice') this.#takeNotice(entry.notice);
    else if (entry.kind === 'decided') {
      if (entry.what.kind === 'intent') this.#traders.add(entry.what.runId);
    } else {
      this.#comparison.take(entry);
      for (const fill of this.#comparison.takeUnexplained()) this.#find(fill.runId, ofFill(fill));
    }
  }

  #takeNotice(notice: Notice): void {
    const { code, runId } = notice;
    if (code === 'entries-locked' && BREACHES.has(notice.facts.protection)) {
      const found: Found = { cause: 'limit', detail: notice.facts.reason };
      // A limit of the account is reached by those who traded.
      for (const of of runId === null ? this.#traders : [runId]) this.#find(of, found);
    } else if (code === 'resolved' && runId !== null && OF_UNKNOWNS.has(notice.facts.as)) {
      const { name, as } = notice.facts;
      this.#find(runId, {
        cause: 'unknown-order',
        detail: `the operator resolved ${name} as ${as}`,
      });
    }
  }

  #find(runId: string, found: Found): void {
    if (!this.#options.codes.has(runId)) return;
    if (this.#stages === null) this.#early.push({ runId, ...found });
    else this.#lower(runId, found);
  }

  #lower(runId: string, found: Found): void {
    const code = this.#options.codes.get(runId);
    const from = this.#stages?.get(runId);
    const to = from === undefined ? null : stageBelow(from);
    if (code === undefined || from === undefined || to === null) return;
    if (this.#lowered.has(runId)) return;
    this.#lowered.set(runId, found);
    const { date, nowMs, onNotice } = this.#options;
    this.#keep({ kind: 'lowered', date, atMs: nowMs(), ...code, from, to, ...found });
    onNotice(noticeOf('stage-lowered', runId, { from, to, ...found }));
    this.#veto();
  }

  /** One that cannot be written is tried again at the close; until then a restart finds it in the journal again. */
  #keep(record: Extract<StageRecord, { kind: 'lowered' }>): void {
    const { ledger, onNotice } = this.#options;
    const added = ledger.add([record]);
    if (added.ok) return;
    this.#unkept = [...this.#unkept, record];
    const { name, from, to } = record;
    const facts = { name, from, to, path: ledger.path, detail: added.error.detail };
    onNotice(noticeOf('stage-unkept', null, facts));
  }

  /** What the ledger has of today, as before a restart. */
  #takeEarlier(): void {
    const { ledger, codes, date } = this.#options;
    const { records } = ledger.read();
    for (const [runId, code] of codes) {
      const found = records.find((of) => {
        const isOfRun = of.name === code.name && isSameCode(of, code);
        return of.kind === 'lowered' && of.date === date && isOfRun;
      });
      if (found?.kind === 'lowered') this.#lowered.set(runId, found);
    }
  }

  #veto(): void {
    const { changed, onVetoes } = this.#options;
    const lowered = [...this.#lowered].map(([runId, { cause, detail }]): Veto => {
      const found = `its stage was lowered today: ${detail}`;
      return { by: 'stage', code: `lowered-by-${cause}`, runId, found, next: 'sauda stage' };
    });
    onVetoes([...lowered, ...changed.filter(isBeyondEarned).map(ofChanged)]);
  }
}

function ofChanged({ runId, began, inForce }: ChangedRun): Veto {
  const found = `it began its day at ${began} and was changed since: what it is now is at ${inForce}`;
  return { by: 'stage', code: 'changed-today', runId, found, next: 'sauda stage' };
}

function ofFill({ tag, symbol, side, livePaise, paperPaise }: ComparedFill): Found {
  const detail = `the ${side} of ${symbol} (tag ${tag}) filled at ${rupees(livePaise)}, by the paper rules at ${rupees(paperPaise)}`;
  return { cause: 'fills', detail };
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}
