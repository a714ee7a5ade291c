import { type Effect } from '../../../engine/effect.ts';
import { Kernel } from '../../kernel.ts';
import { type Venue } from '../../venue.ts';
import { VirtualClock } from '../../virtual-clock.ts';

const DAY_ENDS_MS = 1_000_000;
const CANCEL: Effect = {
  kind: 'attempt',
  attempt: { attemptId: 'a0', kind: 'cancel', orderIds: ['1'] },
};

/** Whether a kernel sends what its engine asks for a moment after the trading day is over. */
export function sendsAfterItsDay(): boolean {
  let isSent = false;
  const venue: Venue = {
    name: 'canary',
    attempt: () => {
      isSent = true;
      const cause = { reason: 'timeout', status: null, detail: '' } as const;
      return { kind: 'cancel', outcome: { kind: 'unknown', cause } };
    },
    poll: ({ subject }) => {
      const cause = { reason: 'timeout', status: null, detail: subject } as const;
      return { subject: 'quotes', outcome: { kind: 'unknown', cause } };
    },
  };
  const kernel = new Kernel({
    engine: { step: ({ kind }) => (kind === 'time-passed' ? [CANCEL] : []) },
    venue,
    journal: null,
    clock: new VirtualClock(DAY_ENDS_MS + 1),
    requests: 'at-once',
    dayEndsMs: DAY_ENDS_MS,
    onNotice: () => undefined,
  });
  kernel.tick();
  kernel.stop();
  return isSent;
}
