import { invariant } from '../../base/invariant.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Input } from '../../model/runs/input.ts';
import { type RunCall } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { LookReader, LookWriter, type ShownTo, type WrittenLook } from './look-lines.ts';
import { type HeardLine, type ToldLine } from './said-lines.ts';
import { type FreshQuotes, type QuoteNumbers, QuoteReader, QuoteWriter } from './shared-quotes.ts';

/**
 * What a line wants of a strategy process.
 *
 * - `call`: an answer of its run.
 * - `stop`, `shared`: nothing.
 * - `pass`: that all runs have done what was due.
 * - `replay`: a step of a replay, or a look that several see; all of them are answered as one, by the last.
 * - `finish`: the last of them, or the last for now.
 */
type LineKind = 'call' | 'stop' | 'shared' | 'pass' | 'replay' | 'finish';

/** A line to strategy processes, and what is to be known of it without reading it. */
export interface LoggedLine {
  readonly kind: LineKind;
  /** Null: to all runs. */
  readonly runId: string | null;
  /** The instant that it is about, epoch milliseconds: never before that of an earlier line. */
  readonly atMs: number;
  /** JSON without line ends. */
  readonly text: string;
}

/** What several runs see, in a line of its own to all: their inputs refer to it. */
type SharedLine =
  | { readonly fresh: FreshQuotes; readonly atMs: number }
  | { readonly listed: readonly Contract[]; readonly underlying: string };

/** A line that shows a run quotes: they stand beside it, by their numbers. */
interface ShownLine {
  readonly shown: ToldLine;
  readonly of: QuoteNumbers;
}

/** Any line as it is written. */
type WrittenLine = ToldLine | ShownLine | SharedLine | { readonly look: WrittenLook };

/**
 * Writes the lines of a log in their order. Whoever reads them has to read those to all runs, and all of its own. A look that is
 * replayed is one line for all runs that see it, and leaves with the line after it.
 */
export class LineWriter {
  readonly #quotes = new QuoteWriter();
  readonly #look = new LookWriter(this.#quotes);
  /** The contracts of each underlying as they were written last. */
  readonly #listed = new Map<string, readonly Contract[]>();
  #latestMs = 0;

  /** What is to be sent now. */
  write(told: ToldLine): readonly LoggedLine[] {
    const shown = shownIn(told);
    if (shown !== null && 'replay' in told) return this.#gather(shown);
    return [...this.#endLook(), ...this.#writeNow(told, shown)];
  }

  #gather(shown: ShownTo): readonly LoggedLine[] {
    const before = this.#look.takes(shown) ? [] : this.#endLook();
    this.#look.add(shown);
    return before;
  }

  #endLook(): readonly LoggedLine[] {
    const look = this.#look.take();
    return look === null ? [] : [this.#toAll('replay', look.atMs, { look })];
  }

  #writeNow(told: ToldLine, shown: ShownTo | null): readonly LoggedLine[] {
    if (shown !== null) return this.#writeShown(told, shown);
    const input = inputIn(told);
    if (input?.kind !== 'contracts-observed') return [this.#line(told)];
    const { underlying, contracts } = input;
    const line = this.#line(withInput(told, { ...input, contracts: [] }));
    if (this.#listed.get(underlying) === contracts) return [line];
    this.#listed.set(underlying, contracts);
    return [this.#toAll('shared', input.atMs, { listed: contracts, underlying }), line];
  }

  #writeShown(told: ToldLine, { runId, input }: ShownTo): readonly LoggedLine[] {
    const atMs = Math.max(this.#latestMs, input.atMs);
    const of = this.#quotes.write(runId, input.quotes, atMs);
    const fresh = this.#quotes.takeFresh();
    const shown: ShownLine = { shown: withInput(told, { ...input, quotes: [] }), of };
    const line = this.#line(told, JSON.stringify(shown));
    return fresh === null ? [line] : [this.#toAll('shared', atMs, { fresh, atMs }), line];
  }

  #line(told: ToldLine, text?: string): LoggedLine {
    const line = lineOf(told, this.#latestMs, text);
    this.#latestMs = line.atMs;
    return line;
  }

  #toAll(
    kind: LineKind,
    atMs: number,
    line: SharedLine | { readonly look: WrittenLook },
  ): LoggedLine {
    this.#latestMs = Math.max(this.#latestMs, atMs);
    return { kind, runId: null, atMs: this.#latestMs, text: JSON.stringify(line) };
  }
}

/** Reads them again. */
export class LineReader {
  readonly #quotes = new QuoteReader();
  readonly #look = new LookReader(this.#quotes);
  readonly #listed = new Map<string, readonly Contract[]>();

  /** Null: there is nothing to do for it. */
  read(text: string): HeardLine | null {
    const line = JSON.parse(text) as WrittenLine;
    if ('look' in line) return { replays: this.#look.read(line.look) };
    if ('shown' in line) return this.#withQuotes(line);
    if ('fresh' in line) this.#quotes.take(line.fresh, line.atMs);
    else if ('listed' in line) this.#listed.set(line.underlying, line.listed);
    else return this.#completed(line);
    return null;
  }

  #withQuotes({ shown: told, of }: ShownLine): ToldLine {
    const shown = shownIn(told);
    invariant(shown !== null, 'A line has quotes for no run');
    const { runId, input } = shown;
    return withInput(told, { ...input, quotes: this.#quotes.read(runId, of) });
  }

  #completed(told: ToldLine): ToldLine {
    const input = inputIn(told);
    if (input?.kind !== 'contracts-observed') return told;
    const contracts = this.#listed.get(input.underlying) ?? [];
    return withInput(told, { ...input, contracts });
  }
}

function shownIn(told: ToldLine): ShownTo | null {
  const input = inputIn(told);
  const runId = runIdOf(told);
  return input?.kind === 'quotes-observed' && runId !== null ? { runId, input } : null;
}

/** What a line shows a run; null where it shows nothing. */
function inputIn(told: ToldLine): Input | null {
  if ('replay' in told) return told.replay.step === 'deliver' ? told.replay.input : null;
  if (!('call' in told)) return null;
  return told.call.kind === 'deliver' ? told.call.input : null;
}

/** The same line, with another input in the place of its own. */
function withInput(told: ToldLine, input: Input): ToldLine {
  if ('replay' in told) return { replay: { ...told.replay, input } as ReplayStep };
  return { ...told, call: { kind: 'deliver', input } };
}

/** Writes a line as it is. `latestMs`: of the lines before it. */
export function lineOf(
  told: ToldLine,
  latestMs: number,
  text: string = JSON.stringify(told),
): LoggedLine {
  const atMs = Math.max(latestMs, instantOf(told) ?? latestMs);
  return { kind: kindOf(told), runId: runIdOf(told), atMs, text };
}

function kindOf(told: ToldLine): LineKind {
  if ('pass' in told) return 'pass';
  if ('replay' in told) return isLast(told.replay) ? 'finish' : 'replay';
  return 'call' in told ? 'call' : 'stop';
}

function isLast({ step }: ReplayStep): boolean {
  return step === 'finish' || step === 'pause';
}

function runIdOf(told: ToldLine): string | null {
  if ('runId' in told) return told.runId;
  if (!('replay' in told)) return null;
  const { replay: step } = told;
  if (step.step === 'begin') return step.header.runId;
  return 'runId' in step ? step.runId : null;
}

/** The instant that a line is of; null where it says none. */
function instantOf(told: ToldLine): number | null {
  if ('announce' in told || 'repeat' in told || 'files' in told) return null;
  if ('pass' in told) return told.atMs;
  if ('runId' in told) return told.call === undefined ? null : instantOfCall(told.call);
  const { replay: step } = told;
  if (step.step === 'deliver') return step.input.atMs;
  return 'atMs' in step ? step.atMs : null;
}

function instantOfCall(call: RunCall): number | null {
  if (call.kind === 'fail' || call.kind === 'pass-before') return null;
  return call.kind === 'deliver' ? call.input.atMs : call.atMs;
}
