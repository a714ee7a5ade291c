import { type ResolveAs } from '../model/orders/operator-request.ts';
import { istClock, istDate } from '../model/time/ist.ts';
import { define } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

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
  'position-started': define<{ readonly position: string; readonly positionId: string }>({
    severity: 'info',
    meaning: 'The platform has started a custom position.',
    action: 'Nothing.',
    text: ({ position, positionId }) => `Position "${position}": Started as ${positionId}`,
  }),
  'position-not-started': define<{ readonly position: string; readonly detail: string }>({
    severity: 'warning',
    meaning: 'The platform would not start a custom position.',
    action: 'Read why. The run knows.',
    text: ({ position, detail }) => `Position "${position}" did not start: ${detail}`,
  }),
  'position-squared-off': define<{ readonly position: string }>({
    severity: 'info',
    meaning: 'The platform has squared a custom position off.',
    action: 'Nothing.',
    text: ({ position }) => `Position "${position}" is squared off`,
  }),
  'paper-position-closed': define<{ readonly position: string; readonly detail: string }>({
    severity: 'info',
    meaning: 'A custom position on paper was closed here: the platform has no square-off of those.',
    action: 'Nothing.',
    text: ({ position, detail }) => `Position "${position}": ${detail}`,
  }),
  'square-off-refused': define<RefusedClose>({
    severity: 'critical',
    meaning: 'The platform would not square a custom position off, or gave no certain answer.',
    action: 'Look at the platform, then resolve it. An unknown square-off is retried.',
    text: refusedCloseText,
  }),
  'position-open-at-close': define<{
    readonly position: string;
    readonly positionId: string | null;
    readonly detail: string;
    readonly isSquareOffWanted: boolean;
    /** Null where the platform refused no square-off. */
    readonly refused: RefusedClose | null;
  }>({
    severity: {
      among: ['warning', 'critical'],
      of: ({ isSquareOffWanted, refused }) =>
        isSquareOffWanted || refused !== null ? 'critical' : 'warning',
    },
    meaning: 'A custom position is still open at the close and nothing will close it.',
    action: 'Look at the platform and close it there.',
    text: ({ position, positionId, detail, refused }) =>
      `At the close custom position "${position}" (identifier ${positionId ?? 'unknown'}) is still open: ${refused === null ? detail : refusedCloseText(refused)}`,
  }),
  'start-unknown': define<UncertainStart>({
    severity: 'critical',
    meaning:
      'No certain answer came to a position start or a text signal: it may have taken effect.',
    action: 'Look at the platform now, then resolve it. It is never sent again.',
    text: (start) => `The outcome of "${start.name}" is unknown. ${lookAtPlatform(start)}`,
  }),
  'start-still-unknown': define<UncertainStart>({
    severity: 'critical',
    meaning: 'After a restart a position start or a text signal still has no certain outcome.',
    action: 'Look at the platform now, then resolve it.',
    text: (start) => `The outcome of "${start.name}" is still unknown. ${lookAtPlatform(start)}`,
  }),
  'start-of-earlier-day-unknown': define<UncertainStart & { readonly sentAtMs: number }>({
    severity: 'critical',
    meaning: 'A position start or a text signal of an earlier day has no certain outcome.',
    action: 'Look at the platform, then resolve it.',
    text: ({ sentAtMs, ...start }) =>
      `The outcome of "${start.name}", sent on ${istDate(sentAtMs)} at ${istClock(sentAtMs)} IST, is still unknown. ${lookAtPlatform(start)}`,
  }),
  'start-unknown-at-close': define<
    UncertainStart & {
      readonly sentAtMs: number;
      readonly closeMs: number;
      /** Whether the exchange has closed; else it soon will. */
      readonly isClosed: boolean;
    }
  >({
    severity: 'critical',
    meaning:
      'Shortly before the close, or at it, a position start or a signal has no certain outcome.',
    action: 'Look at the platform while there is time to act, then resolve it.',
    text: ({ sentAtMs, closeMs, isClosed, ...start }) => {
      const when = isClosed ? 'at the close' : `before the close at ${istClock(closeMs)} IST`;
      return `The outcome of "${start.name}", sent at ${istClock(sentAtMs)} IST, is still unknown ${when}. ${lookAtPlatform(start)}`;
    },
  }),
  'start-not-squared-off': define<
    UncertainStart & {
      /** Its name in the strategy, where it is named by that; null: by the operator's name. */
      readonly position: string | null;
    }
  >({
    severity: 'critical',
    meaning: 'A square-off cannot reach a custom position or a signal without a certain outcome.',
    action: 'Look at the platform now, then resolve it.',
    text: ({ position, ...start }) => {
      const name = position === null ? `"${start.name}"` : `Position "${position}"`;
      return `${name} is not squared off. ${lookAtPlatform(start)}`;
    },
  }),
  'signal-answered': define<{
    readonly outcome: 'accepted' | 'rejected';
    readonly detail: string;
  }>({
    severity: {
      among: ['info', 'warning'],
      of: ({ outcome }) => (outcome === 'accepted' ? 'info' : 'warning'),
    },
    meaning: 'The platform has answered a text signal.',
    action: 'Nothing when it was accepted; else read why.',
    text: ({ outcome, detail }) => `Text signal ${outcome}: ${detail}`,
  }),
};

function refusedCloseText({ position, name, detail, mayBe }: RefusedClose): string {
  const commands = operatorCommands.resolveStart(name, mayBe).join(', or: ');
  const look = mayBe.length === 0 ? '' : `. Look at the platform, then: ${commands}`;
  return `Position "${position}" may still be open: its square-off is ${detail}${look}`;
}

function lookAtPlatform({ kind, name, detail }: UncertainStart): string {
  const commands = operatorCommands.resolveStart(name, RESOLVED_AS[kind]).join(', or: ');
  const what =
    kind === 'position'
      ? 'A custom position may be open. It cannot be squared off from here: that takes its identifier, which the lost answer would have brought'
      : 'A text signal may have traded. It cannot be undone from here';
  return `${what}. Look at the platform now, then: ${commands} (${detail})`;
}
