import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult, type PollResult } from '../engine/event.ts';
import { type Venue } from '../kernel/venue.ts';
import { type Contracts } from '../ports/contracts.ts';
import { type Orders } from '../ports/orders.ts';
import { historyOf, type Prices } from '../ports/prices.ts';
import { type LivePositions, type Signals } from '../ports/webhooks.ts';

/** The live routes of a platform, or of the simulator that stands in for it. */
export interface LivePorts {
  readonly name: string;
  readonly orders: Orders;
  readonly contracts: Contracts;
  readonly prices: Prices;
  readonly positions: LivePositions;
  readonly signals: Signals;
}

/** Behind a live run: every attempt and poll goes to the platform. */
export function createLiveVenue(ports: LivePorts): Venue {
  return {
    name: ports.name,
    attempt: (attempt) => liveAttempt(ports, attempt),
    poll: (poll) => livePoll(ports, poll),
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

async function livePoll(ports: LivePorts, poll: PollRequest): Promise<PollResult> {
  switch (poll.subject) {
    case 'orders':
      return { subject: poll.subject, outcome: await ports.orders.today() };
    case 'orders-of-tag': {
      const { subject, tag, range } = poll;
      return { subject, tag, outcome: await ports.orders.byTag(tag, range) };
    }
    case 'contracts': {
      const { subject, underlying } = poll;
      return { subject, underlying, outcome: await ports.contracts.list(underlying) };
    }
    case 'quotes':
      return { subject: poll.subject, outcome: await ports.prices.quotes(poll.symbols) };
    case 'history':
      return { ...poll, outcome: await historyOf(ports.prices, poll.asked) };
  }
}
