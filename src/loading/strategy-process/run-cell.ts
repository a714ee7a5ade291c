import { type RunListener } from '../../ports/run-host.ts';
import { type LoggedLine, lineOf } from './logged-line.ts';
import { type RunSources } from './run-sources.ts';
import { asHeard, type RunVersions } from './run-versions.ts';
import { type DecidingLine, SaidByRun, type SaidSoFar } from './said-so-far.ts';
import {
  type ProcessEnded,
  type RunInterrupted,
  type StrategyProcessHost,
} from './strategy-process-host.ts';
import { type ToldLog } from './told-log.ts';

/** More than this on its way to a process, and it is sent the rest as it takes it: characters. */
const UNREAD_MAX = 32 * 2 ** 20;

/** One thing that a run says, in a form to pass on. */
export interface RunSaying {
  readonly runId: string;
  readonly passOn: (listener: RunListener) => void;
}

/** What a cell is made with. */
export interface CellParts {
  readonly log: ToldLog;
  /** Runs that go on in another version. */
  readonly versions: RunVersions;
  /** The sources that runs began in. */
  readonly sources: Pick<RunSources, 'changed'>;
  /** Opens a process for its runs. */
  readonly open: (onEnded: (ended: ProcessEnded) => void) => StrategyProcessHost;
  /** Something was said, after so much before it in this process. */
  readonly onSaying: (saying: RunSaying, said: SaidSoFar) => void;
  /** What a run has said, with what it said in a process before this one. */
  readonly onRepeated: (runId: string, said: SaidSoFar) => void;
  readonly onOutside: (runId: string, reason: string) => void;
  /** Its process has done all that its runs were told, for the first time. */
  readonly onCaughtUp: (cell: RunCell) => void;
  /** The same, each time. @default no one hears */
  readonly onIdle?: (cell: RunCell) => void;
  /** Code of one of several runs was interrupted. Its process serves the others, and nothing that it says of this one is passed on. */
  readonly onInterrupted: (cell: RunCell, interrupted: RunInterrupted) => void;
  /** Its process cannot run a run: the file was changed since it was checked. */
  readonly onChanged?: (cell: RunCell, runId: string) => void;
  readonly onEnded: (cell: RunCell, ended: ProcessEnded) => void;
}

/** How far runs have answered what they heard. */
interface Unsaid {
  /** Lines of the log. */
  readonly answered: number;
  readonly saidBeforeMs: number;
  readonly waitingSinceMs: number | null;
}

const NOTHING_UNSAID: Unsaid = { answered: 0, saidBeforeMs: -Infinity, waitingSinceMs: null };

/**
 * A process, and the runs that live in it. It hears what the log has of them, from the start.
 *
 * - down: it has no process. What its runs hear is in the log.
 * - catching up: its process hears what the log has, as fast as it takes it.
 * - level: its process hears each line as it comes.
 */
export class RunCell {
  readonly #parts: CellParts;
  readonly #runs: Set<string>;
  /** Runs that its process began and that live elsewhere: nothing that it says of them counts. */
  readonly #elsewhere = new Set<string>();
  #said = new SaidByRun();
  #host: StrategyProcessHost | null = null;
  /** Lines of the log that its process heard. */
  #place = 0;
  #isLevel = false;
  #isAnnounced = false;
  /** Lines of the log that its runs have answered, in this process or one before it. */
  #answered: number;
  #hasCaughtUp = false;
  /** Everything has been said of lines before it. */
  #saidBeforeMs: number;
  /** Of the first line that waits for its process. */
  #waitingSinceMs: number | null;

  constructor(
    parts: CellParts,
    runs: Iterable<string>,
    { answered, saidBeforeMs, waitingSinceMs }: Unsaid = NOTHING_UNSAID,
  ) {
    this.#parts = parts;
    this.#runs = new Set(runs);
    this.#answered = answered;
    this.#saidBeforeMs = saidBeforeMs;
    this.#waitingSinceMs = waitingSinceMs;
  }

  get runs(): ReadonlySet<string> {
    return this.#runs;
  }

  get pid(): number | undefined {
    return this.#host?.pid;
  }

  /** Whether its process has done all that its runs were told so far. */
  get isIdle(): boolean {
    const host = this.#host;
    return host !== null && this.#isLevel && host.late.unansweredSinceMs() === null;
  }

  /** Since when something has no answer: the instant that it is about; null when all has. */
  unansweredSinceMs(): number | null {
    const sinceMs = this.#host?.late.unansweredSinceMs() ?? this.#waitingSinceMs;
    return sinceMs === null ? null : Math.max(sinceMs, this.#saidBeforeMs);
  }

  /** What a run has said in this process. */
  saidOf(runId: string): SaidSoFar {
    return this.#said.of(runId);
  }

  /** What a cell for some of its runs is to know of what they have not answered. */
  unsaid(): Unsaid {
    const [answered, saidBeforeMs] = [this.#answered, this.#saidBeforeMs];
    return { answered, saidBeforeMs, waitingSinceMs: this.unansweredSinceMs() };
  }

  add(runId: string): void {
    this.#runs.add(runId);
  }

  /** A run is over. What it heard before is still answered. */
  drop(runId: string): void {
    this.#runs.delete(runId);
    this.#host?.stop(runId);
  }

  /** A run lives elsewhere from here on. */
  remove(runId: string): void {
    this.drop(runId);
    this.#elsewhere.add(runId);
  }

  /** Its processes say whose code they replay from the next one on: the one before ended in a replay, and it is not known whose. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /** Opens a process, and has it catch up. */
  open(): void {
    this.close();
    this.#said = new SaidByRun();
    this.#elsewhere.clear();
    this.#place = 0;
    this.#hasCaughtUp = false;
    const host = this.#parts.open((ended) => {
      this.#end(ended);
    });
    this.#host = host;
    this.#listen(host);
    void this.#begin(host);
  }

  /** A line was added to the log. */
  told(line: LoggedLine): void {
    if (!concerns(line, this.#runs)) {
      if (this.#isLevel) this.#place += 1;
      return;
    }
    const host = this.#host;
    if (host === null || !this.#isLevel) {
      this.#waitingSinceMs ??= line.atMs;
    } else if (host.unread > UNREAD_MAX) {
      this.#isLevel = false;
      this.#waitingSinceMs = line.atMs;
      void this.#catchUp(host);
    } else {
      this.#place += 1;
      this.#pass(host, line);
    }
  }

  /** Ends its process; its runs say nothing more. */
  close(): void {
    this.#host?.close();
    this.#host = null;
    this.#isLevel = false;
  }

  #pass(host: StrategyProcessHost, line: LoggedLine): void {
    const { versions } = this.#parts;
    if (versions.size === 0) host.pass(line);
    else for (const heard of asHeard(line, versions)) host.pass(heard);
  }

  async #begin(host: StrategyProcessHost): Promise<void> {
    const { log, sources, versions } = this.#parts;
    // Its first runs were checked only now.
    if (log.length > 0) {
      const files = await sources.changed(this.#runs, versions);
      if (this.#host !== host) return;
      if (files.length > 0) host.pass(lineOf({ files }, 0));
    }
    if (this.#isAnnounced) host.announce();
    else if (this.#answered > 0) host.repeat();
    await this.#catchUp(host);
  }

  async #catchUp(host: StrategyProcessHost): Promise<void> {
    const { log } = this.#parts;
    this.#isLevel = false;
    const repeated = this.#isAnnounced ? 0 : this.#answered;
    while (this.#place < log.length) {
      for (const line of log.from(this.#place)) {
        this.#place += 1;
        if (concerns(line, this.#runs)) this.#pass(host, line);
        if (this.#place === repeated) host.endRepeat();
      }
      await host.taken();
      if (this.#host !== host) return;
    }
    this.#isLevel = true;
    this.#waitingSinceMs = null;
    this.#look();
  }

  #listen(host: StrategyProcessHost): void {
    host.listen({
      onTurn: (runId, answer) => {
        this.#take({ runId, what: 'turn', said: answer }, (to) => {
          to.onTurn(runId, answer);
        });
      },
      onPassed: (runId, answer) => {
        this.#take({ runId, what: 'passed', said: answer }, (to) => {
          to.onPassed?.(runId, answer);
        });
      },
      onHeld: (runId, detail) => {
        this.#take({ runId, what: 'held', said: detail }, (to) => {
          to.onHeld?.(runId, detail);
        });
      },
      onOutside: (runId, reason) => {
        if (!this.#elsewhere.has(runId)) this.#parts.onOutside(runId, reason);
      },
      onInterrupted: (interrupted) => {
        this.#interrupted(host, interrupted);
      },
      onChanged: (runId) => this.#parts.onChanged?.(this, runId),
      onRepeated: (all) => {
        for (const [runId, said] of Object.entries(all)) {
          this.#said.set(runId, said);
          if (!this.#elsewhere.has(runId)) this.#parts.onRepeated(runId, said);
        }
        this.#look();
      },
      onDone: () => {
        this.#look();
      },
    });
  }

  #take(line: DecidingLine, passOn: RunSaying['passOn']): void {
    const { runId } = line;
    const isElsewhere = this.#elsewhere.has(runId);
    if (!isElsewhere) this.#parts.onSaying({ runId, passOn }, this.#said.take(line));
    this.#look();
  }

  #look(): void {
    if (!this.isIdle) return;
    this.#answered = Math.max(this.#answered, this.#place);
    this.#parts.onIdle?.(this);
    if (this.#hasCaughtUp) return;
    this.#hasCaughtUp = true;
    this.#parts.onCaughtUp(this);
  }

  /** Where there is no one else to serve, a process whose code was interrupted is ended. */
  #interrupted(host: StrategyProcessHost, interrupted: RunInterrupted): void {
    const { runId } = interrupted;
    if (this.#runs.size > 1 || !this.#runs.has(runId)) {
      this.#parts.onInterrupted(this, interrupted);
      return;
    }
    host.close();
    this.#end(interrupted);
  }

  #end(ended: ProcessEnded): void {
    const sinceMs = this.unansweredSinceMs();
    this.#waitingSinceMs = sinceMs;
    this.#saidBeforeMs = sinceMs ?? this.#parts.log.latestMs;
    this.#host = null;
    this.#isLevel = false;
    this.#parts.onEnded(this, ended);
  }
}

function concerns({ runId }: LoggedLine, runs: ReadonlySet<string>): boolean {
  return runId === null || runs.has(runId);
}
