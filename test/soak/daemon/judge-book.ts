import { type Order } from '../../../src/model/orders/order.ts';
import { isWorking } from '../../../src/model/orders/order-machine.ts';
import { type Calendar } from '../../../src/model/time/calendar.ts';
import { type IstDate, istDate, istTimestamp } from '../../../src/model/time/ist.ts';
import { type JournalEntry } from '../../../src/ports/journal.ts';
import { acceptedTags } from '../../support/accepted-tags.ts';
import { type BookFill } from './book-watch.ts';

/** An invariant that did not hold, by its number in the list of invariants. */
export interface Violation {
  readonly invariant: string;
  readonly what: string;
}

/** The platform's own book of a soak, and the journal that should explain it. */
export interface JudgedBook {
  readonly orders: readonly Order[];
  readonly fills: readonly BookFill[];
  /** Kinds `intent` and `attempt-ended`, all dates. */
  readonly entries: readonly JournalEntry[];
  readonly calendar: Pick<Calendar, 'day'>;
  /** The two clocks may differ by so much, simulated milliseconds. */
  readonly slackMs: number;
  /** Stretches from a halt that was confirmed to its end, simulated. */
  readonly halts: readonly { readonly fromMs: number; readonly untilMs: number }[];
  /** Dates on which a critical notice said that something was open at the close. */
  readonly notFlat: ReadonlySet<IstDate>;
}

/** What an intent of the journal is for. */
type Intent = Extract<JournalEntry, { kind: 'intent' }>;

/** The platform allows so many order messages a second. */
const ORDERS_A_SECOND_MAX = 10;

/** Judges a book from outside: nothing is asked of the program but what it wrote down before it sent. */
export function judgeBook(book: JudgedBook): readonly Violation[] {
  const intents = new Map<string, Intent[]>();
  for (const entry of book.entries) {
    if (entry.kind !== 'intent') continue;
    intents.set(entry.tag, [...(intents.get(entry.tag) ?? []), entry]);
  }
  return [
    ...eachOnce(book.orders),
    ...eachIntended(book, intents),
    ...eachInItsHours(book),
    ...noneTooFast(book.orders),
    ...noneWhileHalted(book, intents),
    ...acceptedArePresent(book),
    ...exitsReduce(book.fills, intents),
    ...flatAtTheClose(book),
  ];
}

function eachOnce(orders: readonly Order[]): readonly Violation[] {
  const tags = orders.map(({ tag }) => tag);
  const twice = tags.filter((tag, index) => tags.indexOf(tag) !== index);
  return twice.map((tag) => violation('I1', `two orders have the tag ${tag}`));
}

function eachIntended(
  { orders, slackMs }: JudgedBook,
  intents: ReadonlyMap<string, readonly Intent[]>,
): readonly Violation[] {
  return orders.flatMap((order) => {
    const of = intents.get(order.tag) ?? [];
    if (of.length !== 1) {
      return [violation('I4', `${named(order)} has ${String(of.length)} intents`)];
    }
    const late = (of[0]?.atMs ?? Infinity) > order.createdAtMs + slackMs;
    return late ? [violation('I3', `${named(order)} was there before its intent`)] : [];
  });
}

function eachInItsHours({ orders, calendar, slackMs }: JudgedBook): readonly Violation[] {
  const isInHours = ({ createdAtMs }: Order): boolean =>
    calendar
      .day(istDate(createdAtMs))
      .sessions.some(
        ({ startMs, endMs }) => createdAtMs >= startMs - slackMs && createdAtMs < endMs + slackMs,
      );
  return orders
    .filter((order) => !isInHours(order))
    .map((order) => violation('I6', `${named(order)} came outside the session`));
}

/** The most orders that came within any second of the platform's clock. */
export function mostInASecond(orders: readonly Order[]): number {
  const times = orders.map(({ createdAtMs }) => createdAtMs).sort((one, other) => one - other);
  let most = 0;
  let from = 0;
  for (const [index, atMs] of times.entries()) {
    while ((times[from] ?? atMs) <= atMs - 1_000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

function noneTooFast(orders: readonly Order[]): readonly Violation[] {
  const most = mostInASecond(orders);
  return most > ORDERS_A_SECOND_MAX
    ? [violation('I9', `${String(most)} orders within a second`)]
    : [];
}

function noneWhileHalted(
  { orders, halts }: JudgedBook,
  intents: ReadonlyMap<string, readonly Intent[]>,
): readonly Violation[] {
  const isEntry = ({ tag }: Order): boolean => intents.get(tag)?.[0]?.role === 'entry';
  return orders.filter(isEntry).flatMap((order) => {
    const isHalted = halts.some(
      ({ fromMs, untilMs }) => order.createdAtMs > fromMs && order.createdAtMs < untilMs,
    );
    return isHalted ? [violation('I12', `${named(order)} is an entry during a halt`)] : [];
  });
}

function acceptedArePresent({ orders, entries }: JudgedBook): readonly Violation[] {
  const present = new Set(orders.map(({ tag }) => tag));
  const missing = acceptedTags(entries).filter((tag) => !present.has(tag));
  return missing.map((tag) => violation('I25', `${tag} was accepted and is not in the book`));
}

/** Of each leg of each run, in its own contract. */
function exitsReduce(
  fills: readonly BookFill[],
  intents: ReadonlyMap<string, readonly Intent[]>,
): readonly Violation[] {
  const net = new Map<string, number>();
  return fills.flatMap(({ order, units }) => {
    const intent = intents.get(order.tag)?.[0];
    if (intent === undefined) return [];
    const leg = `${intent.runId.split('@')[0] ?? ''} ${intent.leg} ${order.symbol}`;
    const before = net.get(leg) ?? 0;
    net.set(leg, before + units);
    if (intent.role === 'entry') return [];
    const isReduced = Math.abs(before + units) < Math.abs(before) && before * units < 0;
    return isReduced
      ? []
      : [
          violation(
            'I8',
            `${named(order)} is an ${intent.role} of ${leg} with ${String(before)} units`,
          ),
        ];
  });
}

/** Nothing of an intraday day is open, and nothing works, once its exchange has closed; or a person was called. */
function flatAtTheClose({ orders, fills, notFlat }: JudgedBook): readonly Violation[] {
  const net = new Map<string, number>();
  for (const { order, units } of fills) {
    const date = istDate(order.createdAtMs);
    if (order.product === 'carry-forward' || notFlat.has(date)) continue;
    const key = `${date} ${order.symbol}`;
    net.set(key, (net.get(key) ?? 0) + units);
  }
  const open = [...net].filter(([, units]) => units !== 0);
  return [
    ...open.map(([key, units]) => violation('I7', `${key}: ${String(units)} units at the close`)),
    ...orders
      .filter(
        ({ status, createdAtMs }) => isWorking({ status }) && !notFlat.has(istDate(createdAtMs)),
      )
      .map((order) => violation('I7', `${named(order)} still works at the close`)),
  ];
}

/** Dates on which orders came, with how many. */
export function ordersByDate(orders: readonly Order[]): ReadonlyMap<IstDate, number> {
  const dates = new Map<IstDate, number>();
  for (const { createdAtMs } of orders) {
    const date = istDate(createdAtMs);
    dates.set(date, (dates.get(date) ?? 0) + 1);
  }
  return dates;
}

function named({ tag, symbol, side, createdAtMs }: Order): string {
  return `${tag === '' ? 'an order without a tag' : tag} (${side} ${symbol}, ${istTimestamp(createdAtMs)})`;
}

function violation(invariant: string, what: string): Violation {
  return { invariant, what };
}
