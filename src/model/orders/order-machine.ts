/** Where an order stands. `unrecognised` is a word of the platform that we do not know: kept, shown, treated as working. */
export type OrderStatus =
  | 'place-pending'
  | 'open'
  | 'trigger-pending'
  | 'modify-pending'
  | 'cancel-pending'
  | 'cancelled'
  | 'rejected'
  | 'completed'
  | 'unrecognised';

/** What a status says of its order. */
export interface StatusFacts {
  /** It may still fill, or is over. An unknown word counts as working: the opposite could hide a position. */
  readonly phase: OrderPhase;
  /** The exchange has it, or had it: past being placed. */
  readonly hasArrived: boolean;
  /** Between two statuses: a modify waits until it is in one. */
  readonly isChanging: boolean;
  /** Where it stays in the book until the exchange or a person moves it; null where it does not rest. */
  readonly rests: 'at-limit' | 'at-trigger' | null;
}

/** Whether an order may still fill. */
export type OrderPhase = 'working' | 'over';

const RESTING = { phase: 'working', hasArrived: true, isChanging: false } as const;
const OVER = { phase: 'over', hasArrived: true, isChanging: false, rests: null } as const;

/** All that is asked of a status, on one screen. */
export const ORDER_STATUSES: Readonly<Record<OrderStatus, StatusFacts>> = {
  'place-pending': { phase: 'working', hasArrived: false, isChanging: true, rests: null },
  open: { ...RESTING, rests: 'at-limit' },
  'trigger-pending': { ...RESTING, rests: 'at-trigger' },
  'modify-pending': { phase: 'working', hasArrived: true, isChanging: true, rests: null },
  // Its cancel may still fail, and until then it rests at its limit.
  'cancel-pending': { phase: 'working', hasArrived: true, isChanging: true, rests: 'at-limit' },
  unrecognised: { phase: 'working', hasArrived: true, isChanging: false, rests: null },
  completed: OVER,
  cancelled: OVER,
  rejected: OVER,
};

/** What a record does to what is known of its order. */
export type OrderStep = 'appears' | 'lags' | 'moves' | 'ends' | 'corrects' | 'revives';

/** What each step means, for docs/orders.md. An alarm is what no exchange does. */
export const ORDER_STEPS: Readonly<Record<OrderStep, string>> = {
  appears: 'the first record, taken in whatever status it is',
  lags: 'updated before what is known: only more fills count',
  moves: 'taken, and the order still works',
  ends: 'taken, and the order is over',
  corrects: 'taken, an order that was over is over still (alarm where the status differs)',
  revives: 'not taken, no order comes back to life: only more fills count (alarm)',
};

/** What a record that is not older does, by the phase that its order is in and the phase that it shows. */
export const ORDER_LIFE: Readonly<Record<OrderPhase, Readonly<Record<OrderPhase, OrderStep>>>> = {
  working: { working: 'moves', over: 'ends' },
  over: { working: 'revives', over: 'corrects' },
};

/** What decides the step of an order: its status, and when the platform last changed it. */
export interface OrderMoment {
  readonly status: OrderStatus;
  readonly updatedAtMs: number;
}

/** Says what a record does to what is known of its order. Polls answer late, twice and out of order. */
export function stepOrder(known: OrderMoment | undefined, record: OrderMoment): OrderStep {
  if (known === undefined) return 'appears';
  if (record.updatedAtMs < known.updatedAtMs) return 'lags';
  return ORDER_LIFE[phaseOf(known)][phaseOf(record)];
}

/** Whether a newer record says of an order that was over what no exchange does: that it works, or is over otherwise. */
export function isContradiction(known: OrderMoment, record: OrderMoment): boolean {
  if (record.updatedAtMs <= known.updatedAtMs || record.status === known.status) return false;
  const step = stepOrder(known, record);
  return step === 'revives' || step === 'corrects';
}

/** Whether an order can no longer fill. */
export function isTerminal(status: OrderStatus): boolean {
  return ORDER_STATUSES[status].phase === 'over';
}

/** Whether an order may still fill; an unknown word counts as working, since the opposite could leave a position unseen. */
export function isWorking(order: Pick<OrderMoment, 'status'>): boolean {
  return phaseOf(order) === 'working';
}

function phaseOf({ status }: Pick<OrderMoment, 'status'>): OrderPhase {
  return ORDER_STATUSES[status].phase;
}
