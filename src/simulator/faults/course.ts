import { type Fault } from './fault.ts';
import { type FaultName } from './fault-catalogue.ts';

/** What becomes of a request on its way there, and of its answer on the way back. */
export type Course =
  | {
      /** The answer comes back whole, held for some time on the way. */
      readonly kind: 'whole';
      readonly holdMs: number;
    }
  | {
      /** Not a byte is written. */
      readonly kind: 'not-sent';
      readonly how: 'refused' | 'connect-timeout' | 'tls';
    }
  | {
      /** No byte of an answer comes back. */
      readonly kind: 'lost';
      /** When it is taken: never, when it arrives, or later by this much from its start. */
      readonly taken: 'never' | 'on-arrival' | number;
      readonly how: 'reset' | 'closed' | 'silence';
    }
  | {
      /** The answer begins and stops. */
      readonly kind: 'cut';
      readonly framing: 'length' | 'chunked' | 'close';
      /** Share of the body that comes, 0 to 1, less than all of it. */
      readonly share: number;
    }
  | {
      /** A byte now and then, without end. */
      readonly kind: 'drip';
    }
  | {
      /** More bytes than anybody takes. */
      readonly kind: 'huge';
    };

/** The course of a request that meets no fault on its way. */
export const UNDISTURBED: Course = { kind: 'whole', holdMs: 0 };

/** Bytes of the body of F12. */
export const HUGE_BODY_BYTES = 64 * 1_048_576;

/** The course of a request that meets a fault. */
export function courseOf(fault: Fault | null): Course {
  return fault === null ? UNDISTURBED : (COURSES[fault.name]?.(fault) ?? UNDISTURBED);
}

const COURSES: Readonly<Partial<Record<FaultName, (fault: Fault) => Course>>> = {
  F1: ({ variant }) => ({
    kind: 'not-sent',
    how: variant === 'connect-timeout' ? 'connect-timeout' : 'refused',
  }),
  F2: ({ variant }) => ({
    kind: 'lost',
    taken: 'never',
    how: variant === 'silence' ? 'silence' : 'reset',
  }),
  F3: () => ({ kind: 'lost', taken: 'on-arrival', how: 'reset' }),
  F4: () => ({ kind: 'lost', taken: 'on-arrival', how: 'silence' }),
  F5: ({ afterMs }) => ({ kind: 'lost', taken: afterMs, how: 'silence' }),
  F9: () => ({ kind: 'drip' }),
  F10: ({ variant, draw }) => ({
    kind: 'cut',
    framing: variant === 'chunked' || variant === 'close' ? variant : 'length',
    share: draw / 0x1_0000_0000,
  }),
  F12: () => ({ kind: 'huge' }),
  F15: () => ({ kind: 'lost', taken: 'never', how: 'closed' }),
  F18: () => ({ kind: 'not-sent', how: 'tls' }),
  F20: ({ variant, afterMs }) => ({
    kind: 'whole',
    holdMs: variant === 'overtaken' ? afterMs : 0,
  }),
};
