import { type Quote } from '../../model/market/quote.ts';
import { type Input } from '../../model/runs/input.ts';
import { type RunCall } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { type ToldLine } from './said-lines.ts';
import { type QuoteNumbers, QuoteReader, QuoteWriter, type WrittenQuote } from './shared-quotes.ts';

/**
 * What a line wants of a strategy process.
 *
 * - `call`: an answer of its run.
 * - `stop`, `quotes`: nothing.
 * - `pass`: that all runs have done what was due.
 * - `replay`: a step of a replay; all of them are answered as one, by the last.
 * - `finish`: the last of them.
 */
type LineKind = 'call' | 'stop' | 'quotes' | 'pass' | 'replay' | 'finish';

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

type Shown = Extract<Input, { kind: 'quotes-observed' }>;

/** An input of quotes, and the run that sees it. */
interface ShownTo {
  readonly runId: string;
  readonly input: Shown;
}

/** Quotes that several runs see, in a line of their own to all: an input then has their numbers in place of them. */
interface QuotesLine {
  readonly quotes: readonly WrittenQuote[];
  readonly atMs: number;
}

/** Writes the lines of a log in their order. Whoever reads them has to read those to all runs, and all of its own. */
export class LineWriter {
  readonly #quotes = new QuoteWriter();
  #latestMs = 0;

  /** One line, after one of the quotes that no line before it has. */
  write(told: ToldLine): readonly LoggedLine[] {
    const shown = shownIn(told);
    const lines = shown === null ? [lineOf(told, this.#latestMs)] : this.#writeShown(told, shown);
    this.#latestMs = lines.at(-1)?.atMs ?? this.#latestMs;
    return lines;
  }

  #writeShown(told: ToldLine, { runId, input }: ShownTo): readonly LoggedLine[] {
    const atMs = Math.max(this.#latestMs, input.atMs);
    const { fresh, of } = this.#quotes.write(runId, input.quotes, atMs);
    const written = JSON.stringify(withQuotes(told, input, of));
    const line = lineOf(told, atMs, written);
    if (fresh.length === 0) return [line];
    const quotes: QuotesLine = { quotes: fresh, atMs };
    return [{ kind: 'quotes', runId: null, atMs, text: JSON.stringify(quotes) }, line];
  }
}

/** Reads them again. */
export class LineReader {
  readonly #quotes = new QuoteReader();

  /** Null: there is nothing to do for it. */
  read(text: string): ToldLine | null {
    const line = JSON.parse(text) as ToldLine | QuotesLine;
    if ('quotes' in line) {
      this.#quotes.take(line.quotes, line.atMs);
      return null;
    }
    const shown = shownIn(line);
    if (shown === null) return line;
    const { runId, input } = shown;
    // Written as numbers.
    const numbers = input.quotes as unknown as QuoteNumbers;
    return withQuotes(line, input, this.#quotes.read(runId, numbers));
  }
}

function shownIn(told: ToldLine): ShownTo | null {
  if ('replay' in told) {
    const { replay } = told;
    if (replay.step !== 'deliver' || replay.input.kind !== 'quotes-observed') return null;
    return { runId: replay.runId, input: replay.input };
  }
  if (!('call' in told) || told.call.kind !== 'deliver') return null;
  const { input } = told.call;
  return input.kind === 'quotes-observed' ? { runId: told.runId, input } : null;
}

/** The same line, with other quotes in the place of those of its input. */
function withQuotes(
  told: ToldLine,
  input: Shown,
  quotes: readonly Quote[] | QuoteNumbers,
): ToldLine {
  const other = { ...input, quotes } as Input;
  if ('replay' in told) return { replay: { ...told.replay, input: other } as ReplayStep };
  return { ...told, call: { kind: 'deliver', input: other } };
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
  if ('replay' in told) return told.replay.step === 'finish' ? 'finish' : 'replay';
  return 'call' in told ? 'call' : 'stop';
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
  if ('announce' in told || 'repeat' in told) return null;
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
