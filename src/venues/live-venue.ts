import { type Attempt } from '../engine/effect.ts';
import { type AttemptResult } from '../engine/event.ts';
import { type Venue } from '../kernel/venue.ts';
import { type Orders } from '../ports/orders.ts';
import { type LivePositions, type Signals } from '../ports/webhooks.ts';
import { type PolledPorts, pollPorts } from './paper-venue.ts';

/** The live routes of a platform, or of the simulator that stands in for it. */
export interface LivePorts extends PolledPorts {
  readonly name: string;
  readonly orders: Orders;
  readonly positions: LivePositions;
  readonly signals: Signals;
}

/** Behind a live run: every attempt and poll goes to the platform. */
export function createLiveVenue(ports: LivePorts): Venue {
  return {
    name: ports.name,
    attempt: (attempt) => liveAttempt(ports, attempt),
    poll: (poll) => pollPorts(ports, poll),
  };
}

async function liveAttempt(ports: LivePorts, attempt: Attempt): Promise<AttemptResult> {
  const { kind } = attempt;
  switch (kind) {
    case 'place':
      return { kind, outcome: await ports.orders.place(attempt.request) };
    case 'modify':
      return { kind, outcome: await ports.orders.modify(attempt.elements) };
    case 'cancel':
      return { kind, outcome: await ports.orders.cancel(attempt.orderIds) };
    case 'start-position':
      return { kind, outcome: await ports.positions.start(attempt.start) };
    case 'square-off-position':
      return { kind, outcome: await ports.positions.squareOff(attempt.positionId) };
    case 'signal':
      return { kind, outcome: await ports.signals.send(attempt.signal) };
  }
}
