import { type Json } from '../base/json.ts';
import { isSameJson } from '../base/same-json.ts';
import { stableJson } from '../base/stable-json.ts';
import { type Command, type TermsRequest } from '../model/command.ts';
import { istClock } from '../model/ist.ts';
import { formatPaise } from '../model/money.ts';

/** A command and when it was decided, or recorded as emitted. */
export interface DecidedCommand {
  readonly atMs: number;
  readonly command: Command;
}

/** Where a replay of a run first differs from its journal. */
export type Divergence =
  | {
      readonly kind: 'command';
      /** Number of the command in its run, from 0. */
      readonly index: number;
      /** Null: the replay has one command more. */
      readonly recorded: DecidedCommand | null;
      /** Null: the replay lacks it. */
      readonly replayed: DecidedCommand | null;
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

function sideText(side: DecidedCommand | null): string {
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
