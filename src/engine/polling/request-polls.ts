import { invariant } from '../../base/invariant.ts';
import { type Desk } from '../desk.ts';
import { type PollRequest } from '../effect.ts';
import { wantPrices } from '../watching/wanted-prices.ts';
import { watchedUnderlyings } from '../watching/watched-symbols.ts';
import { type Cadence, contractsCadence, ordersCadence } from './cadence.ts';
import { firstNeededMs, mayHold, takeAsMade } from './held-polls.ts';
import { type PollState } from './poll-book.ts';
import { requestTagPolls } from './tag-polls.ts';

/** Asks for every poll that is due and not under way, and to be woken for the next. */
export function requestPolls(desk: Desk): void {
  const { nowMs, day, limits } = desk;
  const orders = desk.polls.state('orders');
  const isWorking = desk.intents.hasLive || desk.isWindingDown;
  const ordersDue = ordersCadence({ nowMs, day, limits, poll: orders }, isWorking);
  if (isNeeded(desk, orders, { cadence: ordersDue, isAsBefore: true })) {
    begin(desk, orders, { subject: 'orders' });
  }
  for (const underlying of listedUnderlyings(desk)) {
    const contracts = desk.polls.state('contracts', underlying);
    const contractsDue = contractsCadence({ nowMs, day, limits, poll: contracts });
    if (isNeeded(desk, contracts, { cadence: contractsDue, isAsBefore: false })) {
      begin(desk, contracts, { subject: 'contracts', underlying });
    }
  }
  wantPrices(desk);
  requestTagPolls(desk);
}

/** Those that runs watch, and those of carried legs, whose contracts are compared with the list. */
function listedUnderlyings(desk: Desk): readonly string[] {
  const watched = watchedUnderlyings(desk);
  const { overnightUnderlyings } = desk.ledger;
  if (overnightUnderlyings.size === 0) return watched;
  return [...new Set([...watched, ...overnightUnderlyings])].sort();
}

/** When a poll may be due. */
interface Wanted {
  readonly cadence: Cadence | null;
  /** Whether it may be left out where its answer is known. */
  readonly isAsBefore: boolean;
}

/** Whether a poll is to begin now. */
function isNeeded(desk: Desk, state: PollState, { cadence, isAsBefore }: Wanted): boolean {
  if (state.isUnderWay) return false;
  if (cadence === null) {
    state.isHolding = false;
    return false;
  }
  state.everyMs = cadence.everyMs;
  state.endMs = cadence.endMs;
  const isDue = cadence.dueMs <= desk.nowMs;
  state.isHolding = isAsBefore && mayHold(desk, state);
  if (isDue && !state.isHolding) return true;
  if (isDue) takeAsMade(desk, state, { polls: 1, lastAtMs: desk.nowMs });
  const nextMs = isDue ? desk.nowMs + cadence.everyMs : cadence.dueMs;
  desk.wakesAtMs.push(firstNeededMs(state, nextMs));
  return false;
}

function begin(desk: Pick<Desk, 'nowMs' | 'outbox'>, state: PollState, poll: PollRequest): void {
  invariant(!state.isUnderWay, 'Two polls of one subject are under way');
  state.isUnderWay = true;
  state.lastStartedAtMs = desk.nowMs;
  state.attemptsAtStart = desk.outbox.attempts;
  desk.outbox.poll(poll);
}
