import { isSameJson, type Json, stableJson } from '../base/json.ts';
import type { TimedCommand } from '../ports/run-host.ts';
import { formatPaise } from '../model/money/money.ts';
import { type Command, type TermsRequest } from '../model/orders/command.ts';
import { istClock } from '../model/time/ist.ts';
import { type JournalEntry } from '../ports/journal.ts';

/** Where a replay of a run first differs from its journal. */
export type Divergence =
  | {
      readonly kind: 'command';
      /** Number of the command in its run, from 0. */
      readonly index: number;
      /** Null: the replay has one command more. */
      readonly recorded: TimedCommand | null;
      /** Null: the replay lacks it. */
      readonly replayed: TimedCommand | null;
    }
  | {
      /** The run cannot be made again, or not with the same parameters. */
      readonly kind: 'run';
      readonly detail: string;
      /** Its code must not run at all. @default false */
      readonly isQuarantined?: boolean;
    };

/** One sentence for people, with both sides. */
export function describeDivergence(divergence: Divergence): string {
  if (divergence.kind === 'run') return divergence.detail;
  const { index, recorded, replayed } = divergence;
  return `Its replay differs from the journal at command ${String(index)}: recorded ${sideText(recorded)}, replayed ${sideText(replayed)}`;
}

function sideText(side: TimedCommand | null): string {
  return side === null ? 'none' : `${describeCommand(side.command)} at ${istClock(side.atMs)}`;
}

/** A command on one line: its kind and what matters of it, else all of it. */
export function describeCommand(command: Command): string {
  if (command.kind === 'place') {
    const orders = command.orders.map(
      ({ leg, side, quantityUnits, contract, terms }) =>
        `${leg} ${side} ${String(quantityUnits)} ${contract.symbol}${termsText(terms)}`,
    );
    return `place ${orders.join(', ')}`;
  }
  const { kind, ...rest } = command;
  return `${kind} ${JSON.stringify(rest)}`;
}

function termsText(terms: TermsRequest): string {
  if (terms.kind === 'stop') return ` at trigger ${formatPaise(terms.triggerPricePaise)}`;
  return terms.kind === 'limit' ? ` at ${formatPaise(terms.pricePaise)}` : '';
}

/** Whether two commands say the same. A part that is left out and one that is undefined are the same. */
export function isSameCommand(one: Command, other: Command): boolean {
  return isSameJson(one, other) || stableText(one) === stableText(other);
}

function stableText(command: Command): string {
  // A command is plain data; its interfaces only lack the index signature that Json asks for.
  return stableJson(command as unknown as Json);
}

/** What the engine makes of events, as far as it is journaled and compared with the journal. */
export type MadeEntry = Extract<JournalEntry, { kind: 'intent' | 'attempt' }>;

/** This program makes something else of the journal's events than the one that wrote them. */
export interface ProgramDivergence {
  readonly atMs: number;
  readonly detail: string;
}

/** Whether two entries say the same, whichever build made them and whenever its journal was opened. */
export function isSameMade(recorded: MadeEntry, made: MadeEntry): boolean {
  const [one, other] = [withoutMaker(recorded), withoutMaker(made)];
  return isSameJson(one, other) || stableJson(one) === stableJson(other);
}

function withoutMaker(entry: MadeEntry): Json {
  // An entry is plain data; its interface only lacks the index signature that Json asks for.
  return { ...entry, build: '', fence: 0 };
}

/** The difference between what is recorded and what was made; null on a side that has nothing. */
export function programDivergence(
  atMs: number,
  recorded: MadeEntry | null,
  made: MadeEntry | null,
): ProgramDivergence {
  const detail = `at ${istClock(atMs)} the journal has ${textOf(recorded)}, this program makes ${textOf(made)}`;
  return { atMs, detail };
}

function textOf(entry: MadeEntry | null): string {
  if (entry === null) return 'nothing';
  if (entry.kind === 'attempt') return `attempt ${JSON.stringify(entry.attempt)}`;
  const { tag, runId, role, leg, parametersHash } = entry;
  return `the intent ${tag} of ${runId} (${leg} ${role}, parameters ${parametersHash.slice(0, 8)})`;
}
