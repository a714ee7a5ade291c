import { paiseFromRupees } from '../../../model/money/money.ts';
import { type Order } from '../../../model/orders/order.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';
import { type IstDate, istDate } from '../../../model/time/ist.ts';
import { type MalformedRecord } from '../../../ports/orders.ts';
import { describeFinding } from '../../shared/describe-issue.ts';
import { InstantReader, offsetMs } from '../../../model/time/instant.ts';
import { type Scrub } from '../../shared/scrub.ts';
import { isPrice, type OrderWords, readWords } from './order-words.ts';
import { orderRecordWire } from './record-wire.ts';

/** Reads order records of the wire. */
export interface OrderReader {
  /**
   * The order; null when the record is not one. The record must not be changed afterwards. A likely identifier, from the
   * previous poll, is used in place of an equal one: it is known to be valid, and compares at once.
   */
  readonly read: (record: unknown, likelyId?: string) => Order | null;
  /** What is wrong with a record that `read` refuses, and its identifiers where readable. Slow. */
  readonly explain: (record: unknown) => Unread;
  /** The same without the reason. Quick. */
  readonly name: (record: unknown) => Unread;
}

/** A record that is no order. */
export type Unread = Omit<MalformedRecord, 'index'>;

/** Longest tag that is shown. */
const TAG_LENGTH_MAX = 64;

/** The fields of a record, none of them checked. Read by name: on the hot path a list of names costs more than all else. */
type Wire = Readonly<
  Record<
    | 'order_id'
    | 'created_at'
    | 'updated_at'
    | 'user_tag'
    | 'extra_tags'
    | 'instrument_id'
    | 'symbol'
    | 'product_type'
    | 'side'
    | 'quantity'
    | 'lot_size'
    | 'order_info'
    | 'broker_id'
    | 'user_id'
    | 'broker_order_id'
    | 'status'
    | 'rejection_code'
    | 'rejection_reason'
    | 'trade_time'
    | 'filled_quantity'
    | 'average_price'
    | 'underlying'
    | 'strike_price'
    | 'instrument_type'
    | 'option_type'
    | 'expiry',
    unknown
  >
>;

/** Whether each field may be null. */
type Nullables = Readonly<Partial<Record<keyof Wire, boolean>>>;

/** Makes the reader of a profile. Texts of records are masked by `scrub` before people see them. */
export function createOrderReader(profile: Profile, scrub: Scrub = (text) => text): OrderReader {
  const instants = new InstantReader(offsetMs(profile.records.zonelessOffset));
  const expiries = new ExpiryReader(instants);
  const nullables: Nullables = Object.fromEntries(
    profile.records.nullableOrderFields.map((field) => [field, true]),
  );
  const words = readWords(profile);
  let wire: ReturnType<typeof orderRecordWire> | null = null;

  const read = (value: unknown, likelyId?: string): Order | null => {
    if (typeof value !== 'object' || value === null) return null;
    const record = value as Wire;
    if (!hasTexts(record) || !hasFields(record, nullables)) return null;
    const orderId = idOf(record.order_id as string, likelyId);
    const createdAtMs = instants.read(record.created_at as string);
    const updatedAtMs = instants.read(record.updated_at as string);
    const side = words.side(record.side);
    const terms = words.terms(record.order_info);
    const expiry = expiries.read(record.expiry);
    if (orderId === null || side === null || terms === null || expiry === undefined) return null;
    // NaN passes through a sum, so one look is enough.
    if (Number.isNaN(createdAtMs + updatedAtMs)) return null;
    return build(record, words, { orderId, createdAtMs, updatedAtMs, side, terms, expiry });
  };
  const name = (record: unknown): Unread => {
    const { order_id: orderId, user_tag: userTag } = (record ?? {}) as Partial<Wire>;
    const tag = userTag === null && nullables.user_tag === true ? '' : userTag;
    return {
      problem: 'Not readable',
      ...(typeof orderId === 'string' && isOrderId(orderId) ? { orderId } : {}),
      ...(typeof tag === 'string' ? { tag: scrub(tag).slice(0, TAG_LENGTH_MAX) } : {}),
    };
  };
  const explain = (record: unknown): Unread => {
    // Few readers ever meet a record that they refuse.
    wire ??= orderRecordWire(profile, instants);
    const checked = wire.safeParse(record);
    const problem = checked.success
      ? 'expiry: not an ISO 8601 date, or date and time'
      : describeFinding(checked.error, record);
    return { ...name(record), problem: scrub(problem) };
  };
  return { read, explain, name };
}

function idOf(written: string, likelyId: string | undefined): string | null {
  if (written === likelyId) return likelyId;
  return isOrderId(written) ? written : null;
}

type Checked = Pick<Order, 'orderId' | 'createdAtMs' | 'updatedAtMs' | 'side' | 'terms' | 'expiry'>;

function build(record: Wire, words: OrderWords, checked: Checked): Order {
  const filledUnits = record.filled_quantity as number;
  const averagePrice = (record.average_price as number | null) ?? 0;
  const optionType = words.optionType(record.option_type);
  return {
    orderId: checked.orderId,
    createdAtMs: checked.createdAtMs,
    updatedAtMs: checked.updatedAtMs,
    tag: textOf(record.user_tag),
    extraTags: readTags(record.extra_tags),
    instrumentId: record.instrument_id as string,
    symbol: record.symbol as string,
    underlying: textOf(record.underlying),
    expiry: checked.expiry,
    strikePaise: optionType === null ? null : strikePaise(record.strike_price),
    optionType,
    product: words.product(record.product_type) ?? 'unrecognised',
    side: checked.side,
    quantityUnits: record.quantity as number,
    lotSizeUnits: record.lot_size as number,
    terms: checked.terms,
    brokerId: record.broker_id as string,
    brokerOrderId: textOf(record.broker_order_id),
    status: words.status(record.status) ?? 'unrecognised',
    statusWord: record.status as string,
    rejectionCode: textOf(record.rejection_code),
    rejectionReason: textOf(record.rejection_reason),
    filledUnits,
    filledValuePaise: Math.round(filledUnits * averagePrice * 100),
  };
}

function hasTexts(record: Wire): boolean {
  return (
    typeof record.order_id === 'string' &&
    typeof record.created_at === 'string' &&
    typeof record.updated_at === 'string' &&
    typeof record.instrument_id === 'string' &&
    typeof record.symbol === 'string' &&
    typeof record.product_type === 'string' &&
    typeof record.broker_id === 'string' &&
    typeof record.user_id === 'string' &&
    typeof record.status === 'string'
  );
}

function hasOpenTexts(record: Wire, nullables: Nullables): boolean {
  return (
    isText(record.user_tag, nullables.user_tag) &&
    isText(record.broker_order_id, nullables.broker_order_id) &&
    isText(record.rejection_code, nullables.rejection_code) &&
    isText(record.rejection_reason, nullables.rejection_reason) &&
    isText(record.trade_time, nullables.trade_time) &&
    isText(record.underlying, nullables.underlying) &&
    isText(record.instrument_type, nullables.instrument_type) &&
    isText(record.option_type, nullables.option_type)
  );
}

function hasFields(record: Wire, nullables: Nullables): boolean {
  return (
    hasOpenTexts(record, nullables) &&
    isCount(record.lot_size) &&
    isFill(record, nullables.average_price) &&
    isTags(record.extra_tags, nullables.extra_tags) &&
    isAmount(record.strike_price, nullables.strike_price)
  );
}

function isText(value: unknown, mayBeNull: boolean | undefined): boolean {
  return typeof value === 'string' || (value === null && mayBeNull === true);
}

function isFill(record: Wire, averageMayBeNull: boolean | undefined): boolean {
  const { quantity, filled_quantity: filled, average_price: average } = record;
  if (!isCount(quantity) || !isCount(filled) || filled > quantity) return false;
  return isAmount(average, averageMayBeNull === true && filled === 0);
}

function isAmount(value: unknown, mayBeNull: boolean | undefined): boolean {
  return isPrice(value) || (value === null && mayBeNull === true);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTags(value: unknown, mayBeNull: boolean | undefined): boolean {
  if (value === null) return mayBeNull === true;
  return typeof value === 'object' && !Array.isArray(value);
}

/** Tags of other programs may hold anything; ours hold texts. Nested values are not kept: they may nest without end. */
function readTags(value: unknown): Readonly<Record<string, string>> {
  if (value === null) return NO_TAGS;
  const tags = value as Readonly<Record<string, unknown>>;
  for (const key in tags) {
    if (typeof tags[key] !== 'string') {
      return Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, flat(tag)]));
    }
  }
  return tags as Readonly<Record<string, string>>;
}

const NO_TAGS: Readonly<Record<string, string>> = {};

function flat(tag: unknown): string {
  return typeof tag === 'object' && tag !== null ? '[nested]' : String(tag);
}

/** Reads expiries: few different ones in thousands of records. */
class ExpiryReader {
  readonly #instants: InstantReader;
  #text = '';
  #date: IstDate | undefined = undefined;

  constructor(instants: InstantReader) {
    this.#instants = instants;
  }

  /** Null for none, undefined when it is no date. */
  read(value: unknown): IstDate | null | undefined {
    if (value === null) return null;
    if (typeof value !== 'string') return undefined;
    if (value !== this.#text) {
      const atMs = this.#instants.read(value.length === 10 ? `${value}T00:00:00+05:30` : value);
      this.#date = Number.isNaN(atMs) ? undefined : istDate(atMs);
      this.#text = value;
    }
    return this.#date;
  }
}

function strikePaise(rupees: unknown): number | null {
  return typeof rupees === 'number' ? paiseFromRupees(rupees) : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const LENGTH = 36;
const DASH = 0x2d;
const HEX = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = 1;
const DASHES = new Set([8, 13, 18, 23]);
const IS_DASH = Uint8Array.from({ length: LENGTH }, (_, at) => (DASHES.has(at) ? 1 : 0));

/** Whether a text is a uuid of any version, as `ORDER_ID` says: at a fifth of its cost, for the thousands of a poll. */
export function isOrderId(text: string): boolean {
  if (text.length !== LENGTH) return false;
  for (let at = 0; at < LENGTH; at += 1) {
    const code = text.charCodeAt(at);
    const isRight = IS_DASH[at] === 1 ? code === DASH : HEX[code] === 1;
    if (!isRight) return false;
  }
  return true;
}
