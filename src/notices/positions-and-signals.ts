import { type ResolveAs } from '../model/orders/operator-request.ts';
import { istClock, istDate } from '../model/time/ist.ts';
import {
  critical,
  type Flags,
  graded,
  info,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';
import { type OperatorCommands } from './operator-commands.ts';

/** A position start or a text signal without a certain outcome. */
export interface UncertainStart {
  readonly kind: 'position' | 'signal';
  /** How the operator names it: the run, a slash, and the position's name or `signal-N`. */
  readonly name: string;
  readonly detail: string;
}

/** A custom position that the platform would not square off. */
export interface RefusedClose {
  readonly position: string;
  /** How the operator names it. */
  readonly name: string;
  readonly detail: string;
  /** What the operator may say became of it; none where it is asked for again. */
  readonly mayBe: readonly ResolveAs[];
}

/** What the operator may say became of a start or a signal. */
export const RESOLVED_AS: Readonly<Record<UncertainStart['kind'], readonly ResolveAs[]>> = {
  position: ['absent', 'started', 'closed'],
  signal: ['absent', 'arrived'],
};

/** Custom positions and text signals of the platform, which it has no look-up for. */
export const POSITIONS_AND_SIGNALS = {
  'position-started': info<Texts<'position' | 'positionId'>>(
    ({ position, positionId }) => `Position "${position}": Started as ${positionId}`,
  ),
  'position-not-started': warning<Texts<'position' | 'detail'>>(
    ({ position, detail }) => `Position "${position}" did not start: ${detail}`,
  ),
  'position-squared-off': info<Texts<'position'>>(
    ({ position }) => `Position "${position}" is squared off`,
  ),
  'paper-position-closed': info<Texts<'position' | 'detail'>>(
    ({ position, detail }) => `Position "${position}": ${detail}`,
  ),
  'square-off-refused': critical<RefusedClose>((refused, _, commands) =>
    refusedCloseText(refused, commands),
  ),
  'position-open-at-close': graded<
    Texts<'position' | 'detail'> &
      Flags<'isSquareOffWanted'> & {
        readonly positionId: string | null;
        /** Null where the platform refused no square-off. */
        readonly refused: RefusedClose | null;
      }
  >(
    ['warning', 'critical'],
    ({ isSquareOffWanted, refused }) =>
      isSquareOffWanted || refused !== null ? 'critical' : 'warning',
    ({ position, positionId, detail, refused }, _, commands) =>
      `At the close custom position "${position}" (identifier ${positionId ?? 'unknown'}) is still open: ${refused === null ? detail : refusedCloseText(refused, commands)}`,
  ),
  'start-unknown': critical<UncertainStart>(
    (start, _, commands) =>
      `The outcome of "${start.name}" is unknown. ${lookAtPlatform(start, commands)}`,
  ),
  'start-still-unknown': critical<UncertainStart>(
    (start, _, commands) =>
      `The outcome of "${start.name}" is still unknown. ${lookAtPlatform(start, commands)}`,
  ),
  'start-of-earlier-day-unknown': critical<UncertainStart & Numbers<'sentAtMs'>>(
    ({ sentAtMs, ...start }, _, commands) =>
      `The outcome of "${start.name}", sent on ${istDate(sentAtMs)} at ${istClock(sentAtMs)} IST, is still unknown. ${lookAtPlatform(start, commands)}`,
  ),
  'start-unknown-at-close': critical<
    UncertainStart & Numbers<'sentAtMs' | 'closeMs'> & Flags<'isClosed'>
  >(({ sentAtMs, closeMs, isClosed, ...start }, _, commands) => {
    const when = isClosed ? 'at the close' : `before the close at ${istClock(closeMs)} IST`;
    return `The outcome of "${start.name}", sent at ${istClock(sentAtMs)} IST, is still unknown ${when}. ${lookAtPlatform(start, commands)}`;
  }),
  'start-not-squared-off': critical<
    UncertainStart & {
      /** Its name in the strategy, where it is named by that; null: by the operator's name. */
      readonly position: string | null;
    }
  >(({ position, ...start }, _, commands) => {
    const name = position === null ? `"${start.name}"` : `Position "${position}"`;
    return `${name} is not squared off. ${lookAtPlatform(start, commands)}`;
  }),
  'signal-answered': graded<Texts<'detail'> & { readonly outcome: 'accepted' | 'rejected' }>(
    ['info', 'warning'],
    ({ outcome }) => (outcome === 'accepted' ? 'info' : 'warning'),
    ({ outcome, detail }) => `Text signal ${outcome}: ${detail}`,
  ),
};

function refusedCloseText(
  { position, name, detail, mayBe }: RefusedClose,
  commands: OperatorCommands,
): string {
  const next = commands.resolveStart(name, mayBe).join(', or: ');
  const look = mayBe.length === 0 ? '' : `. Look at the platform, then: ${next}`;
  return `Position "${position}" may still be open: its square-off is ${detail}${look}`;
}

function lookAtPlatform(
  { kind, name, detail }: UncertainStart,
  commands: OperatorCommands,
): string {
  const next = commands.resolveStart(name, RESOLVED_AS[kind]).join(', or: ');
  const what =
    kind === 'position'
      ? 'A custom position may be open. It cannot be squared off from here: that takes its identifier, which the lost answer would have brought'
      : 'A text signal may have traded. It cannot be undone from here';
  return `${what}. Look at the platform now, then: ${next} (${detail})`;
}
