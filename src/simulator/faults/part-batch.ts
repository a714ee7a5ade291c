import { isRecord, parsedJson } from '../../base/json.ts';
import { type SimulatedRequest } from '../platform/simulated-message.ts';
import { mix32 } from './mix.ts';

/** A batch with elements that are not taken (F17). */
export interface PartBatch {
  /** The rest of the request; null when nothing is left. */
  readonly request: SimulatedRequest | null;
  /** The whole answer, from the answer to the rest; null when that does not answer a batch. */
  readonly join: (body: string) => string | null;
}

/** Takes elements out of a batch: at least one, each other one at random. Null when the body is not a batch. */
export function partBatch(request: SimulatedRequest, draw: number): PartBatch | null {
  const body = parsedJson(request.body ?? '');
  const elements = elementsOf(body);
  if (elements.length === 0) return null;
  const refusedIndex = draw % elements.length;
  const isRefused = (index: number): boolean =>
    index === refusedIndex || (mix32(draw, index) & 1) === 1;
  const taken = elements.filter((_element, index) => !isRefused(index));
  const left = textOf(isRecord(body) ? { ...body, orders: taken } : taken);
  if (left === null) return null;
  return {
    request: taken.length === 0 ? null : { ...request, body: left },
    join: (answered) => {
      const answers = parsedJson(answered);
      if (request.path === '/place') return joinList(elements, answers, isRefused);
      return joinNamed(elements, answers, isRefused);
    },
  };
}

type IsRefused = (index: number) => boolean;

function joinList(
  elements: readonly unknown[],
  answers: unknown,
  isRefused: IsRefused,
): string | null {
  if (!Array.isArray(answers)) return null;
  const left: unknown[] = [...(answers as readonly unknown[])];
  const joined = elements.map((element, index) => {
    if (!isRefused(index)) return left.shift();
    const { user_tag = null, extra_tags = {} } = isRecord(element) ? element : {};
    return { success: false, order_id: null, user_tag, extra_tags };
  });
  return JSON.stringify(joined);
}

function joinNamed(
  elements: readonly unknown[],
  answers: unknown,
  isRefused: IsRefused,
): string | null {
  if (typeof answers !== 'object' || answers === null) return null;
  const named = Array.isArray(answers) ? {} : (answers as Readonly<Record<string, unknown>>);
  const joined = elements.map((element, index) => {
    const id = String(isRecord(element) ? element['order_id'] : element).toLowerCase();
    const refusal = { success: false, msg: 'Not taken by the broker' };
    return [id, isRefused(index) ? refusal : named[id]] as const;
  });
  return JSON.stringify(Object.fromEntries(joined));
}

function elementsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const orders = isRecord(body) ? body['orders'] : null;
  return Array.isArray(orders) ? orders : [];
}

/** Null for what is nested too deeply to be written; the platform refuses it. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
