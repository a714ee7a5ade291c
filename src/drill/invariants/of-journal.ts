import { EventDecoder, isPollOf } from '../../engine/codec/event-codec.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { Engine, type EngineOptions } from '../../engine/engine.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';

/** A day of one poll a second of two kinds, and all that it may decide beside. */
const ENTRIES_A_DAY_MAX = 120_000;

/** What is wrong with entries that became durable (I20, I22); null when nothing is. */
export function whatJournalsMustNotHold(
  entries: readonly JournalEntry[],
  kept: number,
  secrets: readonly string[],
): string | null {
  if (kept > ENTRIES_A_DAY_MAX) return `The journal has ${String(kept)} entries of one day`;
  for (const entry of entries) {
    if (entry.kind === 'event' && isNumbers(entry.event)) continue;
    const text = JSON.stringify(entry);
    if (secrets.some((secret) => text.includes(secret))) return 'The journal holds a secret';
  }
  return null;
}

function isNumbers(event: Extract<JournalEntry, { kind: 'event' }>['event']): boolean {
  return typeof event === 'number' || isPollOf(event, 'quotes');
}

const EXCERPT_LENGTH = 160;

/**
 * Whether a fold of the journal leads to where the process stood when it died (I15), at deaths that came when all was
 * durable. Null when it does.
 */
function foldsToTheSame(
  entries: Iterable<JournalEntry>,
  stood: EngineView,
  options: EngineOptions,
): string | null {
  const engine = new Engine(options);
  const decoder = new EventDecoder();
  try {
    for (const entry of entries) {
      if (entry.kind === 'event') engine.step(decoder.decode(entry.event, entry.atMs));
    }
  } catch (error) {
    return `The journal cannot be folded: ${error instanceof Error ? error.message : String(error)}`;
  }
  const folded = engine.view();
  for (const key of Object.keys(stood) as (keyof EngineView)[]) {
    const [was, is] = [JSON.stringify(stood[key]), JSON.stringify(folded[key])];
    if (was === is) continue;
    const at = firstDifference(was, is);
    return `${key} differ after a fold: ${excerpt(was, at)} became ${excerpt(is, at)}`;
  }
  return null;
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - EXCERPT_LENGTH / 2);
  return text.slice(from, from + EXCERPT_LENGTH);
}

/** The engine of one life of a process. */
export interface FoldedEngine {
  readonly view: () => EngineView;
  readonly options: EngineOptions;
}

const CHECKS_A_DAY_MAX = 1;

/**
 * Remembers how a process stood when it died, where all that it had worked in was durable by then, and holds the
 * journal against that. At other deaths what was not durable yet is rightly lost.
 */
export class FoldCheck {
  #engine: FoldedEngine | null = null;
  #stood: EngineView | null = null;
  #isDurable = false;
  #diesWhenDurable = false;
  #checks = 0;

  begin(engine: FoldedEngine): void {
    this.#engine = engine;
    this.#stood = null;
    this.#isDurable = false;
    this.#diesWhenDurable = false;
  }

  takeStep(): void {
    this.#isDurable = false;
  }

  takeDurable(): void {
    this.#isDurable = true;
    if (this.#diesWhenDurable) this.takeDeath();
    this.#diesWhenDurable = false;
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    const isWrite = kind === 'append' || kind === 'recover';
    if (isWrite) this.#diesWhenDurable = verdict === 'crash-after';
    else if (verdict === 'crash-before' || verdict === 'crash-after') this.takeDeath();
  }

  takeDeath(): void {
    if (!this.#isDurable || this.#stood !== null || this.#checks >= CHECKS_A_DAY_MAX) return;
    this.#stood = this.#engine?.view() ?? null;
  }

  /** What a fold of the journal makes of the day otherwise than the process that died; null when nothing. */
  judge(entries: () => Iterable<JournalEntry>): string | null {
    if (this.#stood === null || this.#engine === null) return null;
    this.#checks += 1;
    const difference = foldsToTheSame(entries(), this.#stood, this.#engine.options);
    this.#stood = null;
    return difference;
  }
}
