import { isRecord } from '../../../base/json.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { type ElementOutcome } from '../../../ports/orders.ts';
import { describeIssue } from '../../shared/describe-issue.ts';
import { type Scrub } from '../../shared/scrub.ts';
import { changedWire, placedWire } from './wire.ts';

type Outcomes = ReadonlyMap<string, ElementOutcome>;

/** The outcome of each tag of a place answer. Elements are matched by tag, never by position. */
export function placeOutcomes(
  body: unknown,
  tags: readonly string[],
  scrub: Scrub,
): Result<Outcomes, string> {
  if (!Array.isArray(body)) return fail('The answer to place is not a list');
  const byTag = new Map<string, unknown[]>(tags.map((tag) => [tag, []]));
  let strays = 0;
  for (const element of body as readonly unknown[]) {
    const found = byTag.get(fieldText(element, 'user_tag') ?? '');
    if (found === undefined) strays += 1;
    else found.push(element);
  }
  return ok(
    new Map([...byTag].map(([tag, elements]) => [tag, placedOutcome(elements, strays, scrub)])),
  );
}

/** A modify or cancel answer, and how its values are keyed. */
export interface KeyedAnswer {
  readonly body: unknown;
  /** The body's text: a repeated key is only visible there. */
  readonly text: string;
  readonly orderIds: readonly string[];
  readonly keyedBy: 'order-id' | 'index';
  readonly scrub: Scrub;
}

/** The outcome of each order of a modify or cancel answer. */
export function changeOutcomes(answer: KeyedAnswer): Result<Outcomes, string> {
  const { body, text, orderIds, keyedBy, scrub } = answer;
  if (!isRecord(body)) return fail('The answer is not an object');
  const values = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]));
  const outcomes = orderIds.map((orderId, index): [string, ElementOutcome] => {
    const key = keyedBy === 'index' ? String(index) : orderId.toLowerCase();
    if (!values.has(key)) return [orderId, undecided('The answer does not speak of this order')];
    if (countKey(text, key) > 1) return [orderId, undecided('The answer speaks of it twice')];
    return [orderId, changedOutcome(values.get(key), orderId, scrub)];
  });
  return ok(new Map(outcomes));
}

function placedOutcome(elements: readonly unknown[], strays: number, scrub: Scrub): ElementOutcome {
  if (elements.length === 0) {
    const others = strays === 0 ? '' : `, but ${String(strays)} that were not asked for`;
    return undecided(`The answer has no element with this tag${others}`);
  }
  if (elements.length > 1) return undecided('The answer has several elements with this tag');
  const read = placedWire.safeParse(elements[0]);
  if (!read.success) return undecided(scrub(describeIssue(read.error)));
  const orderId = read.data.order_id === null ? null : String(read.data.order_id);
  const detail = scrub(reason(elements[0]));
  if (read.data.success) return { kind: 'accepted', orderId, detail };
  if (orderId !== null) return undecided(`Not successful, yet with an order: ${detail}`);
  return { kind: 'rejected', detail: detail === '' ? 'Not taken; no reason given' : detail };
}

function changedOutcome(value: unknown, orderId: string, scrub: Scrub): ElementOutcome {
  const read = changedWire.safeParse(value);
  if (!read.success) return undecided(scrub(describeIssue(read.error)));
  const detail = scrub(read.data.msg);
  return read.data.success ? { kind: 'accepted', orderId, detail } : { kind: 'rejected', detail };
}

/** The place answer has no field for a reason; some deployments may send one. */
function reason(element: unknown): string {
  const names = ['msg', 'message', 'error'];
  return names.map((name) => fieldText(element, name)).find((text) => text !== null) ?? '';
}

function undecided(detail: string): ElementOutcome {
  return { kind: 'unknown', detail };
}

function fieldText(record: unknown, name: string): string | null {
  const value = isRecord(record) && Object.hasOwn(record, name) ? record[name] : null;
  return typeof value === 'string' ? value : null;
}

/** JSON.parse keeps the last of two equal keys, so they are counted in the text. */
function countKey(text: string, key: string): number {
  let count = 0;
  const lower = text.toLowerCase();
  const quoted = `"${key}"`;
  for (let at = lower.indexOf(quoted); at >= 0; at = lower.indexOf(quoted, at + quoted.length)) {
    if (/^\s*:/.test(lower.slice(at + quoted.length, at + quoted.length + 16))) count += 1;
  }
  return count;
}
