import { isRecord, parsedJson } from '../../base/json.ts';
import { IST_OFFSET_MS } from '../../model/time/ist.ts';
import { type Fault, type FaultName } from './fault-catalogue.ts';
import { mix32, pick } from './mix.ts';

type Fields = Record<string, unknown>;

/** The body of an answer with its fault (F11, F13, F16, F28); unchanged where the fault does not apply. */
export function spoilBody(body: string, fault: Fault): string {
  return SPOILERS[fault.name]?.(body, fault) ?? body;
}

const SPOILERS: Readonly<Partial<Record<FaultName, (body: string, fault: Fault) => string>>> = {
  F11: brokenText,
  F13: (body, fault) => withRecord(body, (records) => spoilRecord(records, fault)),
  F16: otherElements,
  F28: (body, fault) => withRecord(body, (records) => otherDates(records, fault)),
};

const HTML =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please wait</body></html>';

function brokenText(body: string, { variant, draw }: Fault): string {
  switch (variant) {
    case 'empty':
      return '';
    case 'bom':
      return `\ufeff${body}`;
    case 'cut':
      // At least the last character is gone, and with it the end of the list or object.
      return body.slice(0, draw % Math.max(1, body.length));
    case 'trailing-comma':
      return `${body.slice(0, -1)},${body.slice(-1)}`;
    default:
      return HTML;
  }
}

/** Replaces the records of a body; null leaves it alone. */
type Spoil = (records: readonly unknown[]) => readonly unknown[] | null;

function withRecord(body: string, spoil: Spoil): string {
  const value = parsedJson(body);
  if (Array.isArray(value)) {
    const spoilt = spoil(value);
    return spoilt === null ? body : JSON.stringify(spoilt);
  }
  if (!isRecord(value)) return body;
  const values = Object.values(value);
  if (values.length > 0 && values.every(isRecord)) {
    const spoilt = spoil(values);
    if (spoilt === null) return body;
    const keys = Object.keys(value);
    return JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, spoilt[index]])));
  }
  const spoilt = spoil([value]);
  return spoilt === null ? body : JSON.stringify(spoilt[0]);
}

function spoilRecord(records: readonly unknown[], fault: Fault): readonly unknown[] | null {
  if (records.length === 0) return null;
  const index = fault.draw % records.length;
  const record = records[index];
  if (fault.variant === 'malformed-record') {
    return records.with(index, pick(fault.draw, NO_RECORDS));
  }
  if (!isRecord(record)) return null;
  return records.with(index, spoilFields(record, fault));
}

const NO_RECORDS: readonly unknown[] = [null, 7, 'record', [], {}];
/** A field whose value is one of a few words. */
const WORD_FIELDS = [
  'status',
  'side',
  'product_type',
  'option_type',
  'instrument_type',
  'exchange',
  'type',
];
/** A wrong id is another fault than a wrong type. */
const ID_FIELDS = ['order_id', 'id', 'symbol', 'token'];

function spoilFields(record: Fields, { variant, draw }: Fault): Fields {
  const names = Object.keys(record);
  const one = (wanted: readonly string[]): string =>
    wanted.length > 0 ? pick(mix32(draw, 1), wanted) : (names[0] ?? 'field');
  switch (variant) {
    case 'unknown-word':
      return { ...record, [one(names.filter(isWordField))]: 'Simulated Unknown Word' };
    case 'missing-field': {
      const missing = one(names);
      return Object.fromEntries(Object.entries(record).filter(([name]) => name !== missing));
    }
    case 'extra-field':
      return { ...record, simulated_extra: { list: [1, 'two', null] } };
    case 'null-id':
      return { ...record, [one(names.filter((name) => ID_FIELDS.includes(name)))]: null };
    case 'nan-text':
      return { ...record, [one(names.filter((name) => typeof record[name] === 'number'))]: 'NaN' };
    default: {
      const name = one(names.filter((other) => !ID_FIELDS.includes(other)));
      return { ...record, [name]: otherType(record[name]) };
    }
  }
}

function isWordField(name: string): boolean {
  return WORD_FIELDS.includes(name);
}

function otherType(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'boolean' ? String(value) : 7;
}

/** Elements doubled, reordered, or one under a name that was not requested. */
function otherElements(body: string, { variant, draw }: Fault): string {
  const value = parsedJson(body);
  if (Array.isArray(value)) {
    return JSON.stringify(arrange<unknown>(value, { variant, draw }, renameElement));
  }
  if (!isRecord(value) || 'detail' in value || 'error' in value) return body;
  const entries = arrange<readonly [string, unknown]>(
    Object.entries(value),
    { variant, draw },
    ([key, element]) => [key.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), element],
  );
  // Written by hand, since an object cannot hold a key twice.
  const members = entries.map(
    ([key, element]) => `${JSON.stringify(key)}:${JSON.stringify(element)}`,
  );
  return `{${members.join(',')}}`;
}

function arrange<Item>(
  items: readonly Item[],
  { variant, draw }: Pick<Fault, 'variant' | 'draw'>,
  rename: (item: Item) => Item,
): readonly Item[] {
  if (items.length === 0) return items;
  const index = draw % items.length;
  const item = items[index] as Item;
  if (variant === 'doubled') return [...items, item];
  return variant === 'reordered' ? items.toReversed() : items.with(index, rename(item));
}

function renameElement(element: unknown): unknown {
  return isRecord(element) ? { ...element, user_tag: `${String(element['user_tag'])}x` } : element;
}

/** Readable: the same instants in IST with microseconds, in every record. Unreadable: a form of no standard, in one. */
function otherDates(
  records: readonly unknown[],
  { variant, draw }: Fault,
): readonly unknown[] | null {
  const isHit = (index: number): boolean =>
    variant === 'readable' || index === draw % records.length;
  const changed = records.map((record, index) =>
    isRecord(record) && 'created_at' in record && isHit(index) ? redate(record, variant) : record,
  );
  return changed.some((record, index) => record !== records[index]) ? changed : null;
}

function redate(record: Fields, variant: string): Fields {
  const write = (value: unknown): unknown => {
    if (typeof value !== 'string' || value === '') {
      return variant === 'readable' ? value : '0000-00-00';
    }
    const inIst = new Date(Date.parse(value) + IST_OFFSET_MS).toISOString();
    if (variant === 'readable') return `${inIst.slice(0, 23).replace('T', ' ')}000+05:30`;
    return `${inIst.slice(8, 10)}/${inIst.slice(5, 7)}/${inIst.slice(0, 4)} ${inIst.slice(11, 16)}`;
  };
  const { created_at, updated_at, trade_time } = record;
  return {
    ...record,
    created_at: write(created_at),
    updated_at: write(updated_at),
    trade_time: write(trade_time),
  };
}
