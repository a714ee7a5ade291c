import { type CarriedStart } from '../../model/orders/carried-over.ts';
import { type ResolveAs } from '../../model/orders/operator-request.ts';
import { operatorCommands } from '../../notices/operator-commands.ts';
import { type RefusedClose, type UncertainStart } from '../../notices/positions-and-signals.ts';
import { type Desk } from '../desk.ts';
import { type CustomPosition, isCloseRefused } from './custom-position-book.ts';
import { type SentSignal } from './webhook-book.ts';

/**
 * A position start or a text signal that may have taken effect. The interface has no look-up for either, and squares a
 * position off by its identifier alone, which only the answer to the start would have brought: a person must look.
 */
export interface UnknownStart {
  readonly kind: 'position' | 'signal';
  /** How the operator names it: the run, a slash, and the position's name or `signal-N`. */
  readonly name: string;
  readonly runId: string;
  /** `under-way`: the answer may still come. `unknown`: it will not. */
  readonly state: 'under-way' | 'unknown';
  /** When it was sent, epoch milliseconds. */
  readonly sinceMs: number;
  readonly detail: string;
}

/** All position starts and signals without a certain outcome, oldest first. */
export function unknownStarts(
  desk: Pick<Desk, 'customPositions' | 'signals'>,
): readonly UnknownStart[] {
  if (desk.customPositions.size === 0 && desk.signals.all().length === 0) return [];
  const positions = [...desk.customPositions.all()].flatMap(ofPosition);
  const signals = desk.signals.all().flatMap(ofSignal);
  return [...positions, ...signals].sort((one, other) => one.sinceMs - other.sinceMs);
}

/** How the operator names a custom position. */
export function nameOfPosition({
  runId,
  position,
}: Pick<CustomPosition, 'runId' | 'position'>): string {
  return `${runId}/${position}`;
}

/** How the operator names a text signal. */
export function nameOfSignal({
  runId,
  commandIndex,
}: Pick<SentSignal, 'runId' | 'commandIndex'>): string {
  return `${runId}/signal-${String(commandIndex)}`;
}

/**
 * What the operator may say of a position that has started: that its identifier is another, too, where the platform refuses
 * to square it off, or where a person typed it.
 */
export function resolvedAsOfStarted(custom: Readonly<CustomPosition>): readonly ResolveAs[] {
  return isCloseRefused(custom) || custom.isIdOfOperator ? ['closed', 'started'] : ['closed'];
}

/** What the operator can type about a position that has started. */
export function commandsOfStarted(custom: Readonly<CustomPosition>): readonly string[] {
  return [
    ...operatorCommands.flatten(custom.runId),
    ...operatorCommands.resolveStart(nameOfPosition(custom), resolvedAsOfStarted(custom)),
  ];
}

/** What a notice says of a position that the platform would not square off. */
export function refusedClose(custom: Readonly<CustomPosition>): RefusedClose {
  const { position, detail } = custom;
  const mayBe = isCloseRefused(custom) ? resolvedAsOfStarted(custom) : [];
  return { position, name: nameOfPosition(custom), detail, mayBe };
}

/** What a notice says of a start or a signal without a certain outcome. */
export function uncertain({ kind, name, detail }: UnknownStart): UncertainStart {
  return { kind, name, detail };
}

function ofPosition(custom: CustomPosition): readonly UnknownStart[] {
  const state = stateOf(custom.state, { underWay: 'starting', unknown: 'start-unknown' });
  if (state === null) return [];
  const { runId, askedAtMs: sinceMs, detail } = custom;
  return [{ kind: 'position', name: nameOfPosition(custom), runId, state, sinceMs, detail }];
}

function ofSignal(signal: SentSignal): readonly UnknownStart[] {
  const state = stateOf(signal.state, { underWay: 'sending', unknown: 'unknown' });
  if (state === null) return [];
  const { runId, sentAtMs: sinceMs, detail } = signal;
  return [{ kind: 'signal', name: nameOfSignal(signal), runId, state, sinceMs, detail }];
}

function stateOf(
  state: string,
  words: { readonly underWay: string; readonly unknown: string },
): UnknownStart['state'] | null {
  if (state === words.unknown) return 'unknown';
  return state === words.underWay ? 'under-way' : null;
}

/** What a day leaves to the next: what is unknown, and what no answer will come to any more. */
export function startsToCarry(desk: Desk): readonly CarriedStart[] {
  const positions = [...desk.customPositions.all()].flatMap((custom): readonly CarriedStart[] => {
    const { runId, position, askedAtMs: sentAtMs, exitAtMs, detail, state } = custom;
    if (state !== 'start-unknown' && state !== 'starting') return [];
    return [{ kind: 'position', runId, position, sentAtMs, exitAtMs, detail }];
  });
  const signals = desk.signals.all().flatMap((signal): readonly CarriedStart[] => {
    const { runId, commandIndex, sentAtMs, detail, state } = signal;
    if (state !== 'unknown' && state !== 'sending') return [];
    return [{ kind: 'signal', runId, commandIndex, sentAtMs, detail }];
  });
  return [...positions, ...signals];
}

/** Lists what earlier days left without a certain outcome, and says so: it can be resolved as on its own day. */
export function takeStartsCarriedOver(desk: Desk, starts: readonly CarriedStart[]): void {
  for (const { runId, sentAtMs, detail, ...of } of starts) {
    if (of.kind === 'position') {
      const { position, exitAtMs } = of;
      const custom = desk.customPositions.start({ runId, position, askedAtMs: sentAtMs, exitAtMs });
      Object.assign(custom, { state: 'start-unknown', detail });
    } else {
      const signal = desk.signals.send({ runId, commandIndex: of.commandIndex, sentAtMs });
      Object.assign(signal, { state: 'unknown', detail });
    }
  }
  for (const unknown of unknownStarts(desk)) {
    const { runId, sinceMs: sentAtMs } = unknown;
    const about = { ...uncertain(unknown), sentAtMs };
    desk.outbox.notice('start-of-earlier-day-unknown', runId, about);
  }
}
