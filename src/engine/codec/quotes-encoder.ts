import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import {
  DIGITS,
  type Expected,
  Form,
  KEPT,
  type Moves,
  QuoteMemory,
  smallMoves,
  textOfNumber,
  TICK_PAISE,
  WRITTEN_OUT,
} from './quote-text.ts';

const NO_QUOTE: Quote = { symbol: '', bidPaise: 0, askPaise: 0, lastPaise: 0, atMs: 0 };
const KEPT_AT_END = /\.+$/u;

/**
 * Writes the quotes of a poll as what differs from the polls written before: `[text, order, names]`, without zeros at
 * the end. The text has a character for a quote that is as before or moved little, numbers for others. `order` names the
 * symbols by number where they are not those of the poll before, `names` those that are new.
 */
export class QuotesEncoder {
  readonly #memory = new QuoteMemory();

  encode(
    quotes: readonly Quote[],
    atMs: number,
  ): readonly [text: string, order: Json, names: Json] {
    const memory = this.#memory;
    const known = memory.symbols.length;
    const order = quotes.map(({ symbol }) => memory.numberOf(symbol));
    const names = memory.symbols.slice(known);
    const isSameOrder =
      order.length === memory.order.length && order.every((of, at) => of === memory.order[at]);
    memory.order = order;
    const text = this.#quotes(quotes, atMs);
    return [text, isSameOrder ? 0 : textOfOrder(order), names.length === 0 ? 0 : names];
  }

  #quotes(quotes: readonly Quote[], atMs: number): string {
    const memory = this.#memory;
    const expected: Expected = { ageMs: memory.firstAgeMs, movedTicks: 0 };
    let text = '';
    for (const [place, quote] of quotes.entries()) {
      const number = memory.order[place] ?? 0;
      text += written({ quote, before: memory.last[number], atMs, expected });
      memory.last[number] = quote;
    }
    const [first] = quotes;
    if (first !== undefined) memory.firstAgeMs = atMs - first.atMs;
    return text.replace(KEPT_AT_END, '');
  }
}

/** The numbers of symbols, each against the one after the number before it. */
function textOfOrder(order: readonly number[]): string {
  let next = 0;
  let text = '';
  for (const number of order) {
    text += textOfNumber(number - next);
    next = number + 1;
  }
  return text;
}

interface ToWrite {
  readonly quote: Quote;
  readonly before: Quote | undefined;
  readonly atMs: number;
  readonly expected: Expected;
}

function written(of: ToWrite): string {
  const { quote, before, atMs, expected } = of;
  if (before !== undefined && isSame(quote, before)) {
    expected.movedTicks = 0;
    return KEPT;
  }
  const ageMs = atMs - quote.atMs;
  const paise = movesPaise(quote, before ?? NO_QUOTE);
  const isTicks = paise.every((move) => move % TICK_PAISE === 0);
  const hasBoth = quote.bidPaise !== null && quote.askPaise !== null;
  const moves: Moves = isTicks ? inTicks(paise, quote, expected) : paise;
  const digit = isTicks && hasBoth && ageMs === expected.ageMs ? smallMoves(moves) : null;
  const text = digit === null ? writtenOut(of, moves, isTicks) : DIGITS.charAt(digit);
  expected.ageMs = ageMs;
  return text;
}

function isSame(one: Quote, other: Quote): boolean {
  return (
    one.bidPaise === other.bidPaise &&
    one.askPaise === other.askPaise &&
    one.lastPaise === other.lastPaise &&
    one.atMs === other.atMs
  );
}

function movesPaise(quote: Quote, before: Quote): Moves {
  const bid = quote.bidPaise === null ? 0 : quote.bidPaise - (before.bidPaise ?? 0);
  const ask = quote.askPaise === null ? bid : quote.askPaise - (before.askPaise ?? 0);
  return [bid, ask - bid, quote.lastPaise - before.lastPaise - bid];
}

function inTicks([bid, ask, last]: Moves, { bidPaise }: Quote, expected: Expected): Moves {
  const ticks = bid / TICK_PAISE;
  const against = bidPaise === null ? 0 : expected.movedTicks;
  if (bidPaise !== null) expected.movedTicks = ticks;
  return [ticks - against, ask / TICK_PAISE, last / TICK_PAISE];
}

function writtenOut(
  { quote, atMs, expected }: ToWrite,
  [bid, ask, last]: Moves,
  isTicks: boolean,
): string {
  const lateMs = atMs - quote.atMs - expected.ageMs;
  const { bidPaise, askPaise } = quote;
  const form =
    (lateMs === 0 ? 0 : Form.aged) |
    (bidPaise === null ? Form.noBid : 0) |
    (askPaise === null ? Form.noAsk : 0) |
    (isTicks ? 0 : Form.paise);
  const numbers = [
    form,
    ...(lateMs === 0 ? [] : [lateMs]),
    ...(bidPaise === null ? [] : [bid]),
    ...(askPaise === null ? [] : [ask]),
    last,
  ];
  return WRITTEN_OUT + numbers.map(textOfNumber).join('');
}
