import { describeRefusal, type Refusal, type RiskRule } from '../risk/refusal.ts';
import { graded } from './notice-kind.ts';

/** What is not done though the gate let it through, or never reached it. */
export interface Undone {
  readonly kind: keyof typeof UNDONE;
  /** What the sentence of that kind is completed by; empty where it needs nothing. */
  readonly detail: string;
}

/** Why something is not done: the gate's refusal, or what else came in between. */
export type WhyNot = Refusal | Undone;

const UNDONE = {
  'not-sent': (detail: string) => `Not sent: ${detail}`,
  'not-sent-again': (detail: string) => `Not sent again: ${detail}`,
  /** Another order of the command failed. */
  'not-sent-alone': (detail: string) => `Not sent because ${detail}`,
  'not-sent-in-time': (detail: string) => `Not sent in time: ${detail}`,
  cancelled: (detail: string) => `Cancelled: ${detail}`,
  'not-modified': (detail: string) => `Not modified: ${detail}`,
  rejected: (detail: string) => `Rejected by the platform: ${detail}`,
  'modify-rejected': (detail: string) => `Modify rejected by the platform: ${detail}`,
  'modify-not-sent': (detail: string) => `Modify not sent: ${detail}`,
  'exit-never-arrived': (detail: string) =>
    `It never arrived (${detail}): its open units are free for another exit`,
  'entry-never-arrived': (detail: string) => `Never arrived and not wanted: ${detail}`,
  /** The detail is the leg. */
  'dropped-by-square-off': (leg: string) => `Not sent again: leg "${leg}" is being squared off`,
  'resolved-as-absent': () => 'The operator says that it never arrived',
  /** The detail is the tag. */
  'tag-taken': (tag: string) => `Tag "${tag}" belongs to another order of today`,
  /** The detail is what is wrong with the command. */
  'not-a-command': (detail: string) => detail,
};

/** The rule of the gate, or what came in between, as one word. */
export function reasonOf(why: WhyNot): RiskRule | Undone['kind'] {
  return 'rule' in why ? why.rule : why.kind;
}

/** Why something is not done, in one sentence. */
export function whyNotText(why: WhyNot): string {
  return 'rule' in why ? describeRefusal(why) : UNDONE[why.kind](why.detail);
}

/** What is not done. */
export const REFUSALS = {
  refused: graded<{
    /** Null where it is of no leg. */
    readonly leg: string | null;
    readonly why: WhyNot;
    /** It comes about in the ordinary course of a day. */
    readonly isOrdinary: boolean;
    /** The engine itself asked for it, or something held is without what was to close it. */
    readonly isUrgent: boolean;
  }>(
    ['info', 'warning', 'critical'],
    ({ isOrdinary, isUrgent }) => (isOrdinary ? 'info' : isUrgent ? 'critical' : 'warning'),
    ({ leg, why }) => `Refused${leg === null ? '' : ` leg "${leg}"`}: ${whyNotText(why)}`,
  ),
};
