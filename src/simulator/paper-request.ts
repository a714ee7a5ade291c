import { type PlaceElement, type PlaceRequest } from '../ports/orders.ts';
import { LIMITS } from './platform/limits.ts';

/** What is wrong with a request, as the adapters would say it. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Checks the limits of a batch to place. */
export function checkPlacement({ brokerId, elements }: PlaceRequest): readonly Problem[] {
  const problems = [...checkBatch('orders', elements)];
  if (!LIMITS.brokerId.test(brokerId)) {
    problems.push({ path: 'broker_id', message: `Must match ${LIMITS.brokerId.source}` });
  }
  const tags = new Set<string>();
  for (const [index, element] of elements.entries()) {
    const path = `orders.${String(index)}`;
    problems.push(...checkElement(path, element));
    if (tags.has(element.tag)) {
      problems.push({ path: `${path}.user_tag`, message: 'Must be unique in its batch' });
    }
    tags.add(element.tag);
  }
  return problems;
}

/** Checks how many items a call carries. */
export function checkBatch(path: string, items: readonly unknown[]): readonly Problem[] {
  if (items.length >= 1 && items.length <= LIMITS.batchMax) return [];
  const found = String(items.length);
  return [{ path, message: `Must hold 1 to ${String(LIMITS.batchMax)} items, found ${found}` }];
}

/** Checks that order ids are uuids and all different. */
export function checkIds(orderIds: readonly string[]): readonly Problem[] {
  return orderIds.flatMap((orderId, index) => {
    const path = `orders.${String(index)}.order_id`;
    if (!LIMITS.uuid.test(orderId)) return [{ path, message: 'Must be a uuid' }];
    const isRepeated = orderIds.indexOf(orderId) !== index;
    return isRepeated ? [{ path, message: 'Must be unique in its call' }] : [];
  });
}

function checkElement(path: string, element: PlaceElement): readonly Problem[] {
  const problems: Problem[] = [];
  if (element.tag.length < 1 || element.tag.length > LIMITS.tagLengthMax) {
    const message = `Must have 1 to ${String(LIMITS.tagLengthMax)} characters`;
    problems.push({ path: `${path}.user_tag`, message });
  }
  const entries = Object.entries(element.extraTags);
  const isTooLong = entries.some(
    ([key, value]) =>
      key.length > LIMITS.extraTagKeyLengthMax || value.length > LIMITS.extraTagValueLengthMax,
  );
  if (entries.length > LIMITS.extraTagsMax || isTooLong) {
    problems.push({ path: `${path}.extra_tags`, message: 'Too many entries, or one too long' });
  }
  if (!Number.isSafeInteger(element.quantityUnits)) {
    problems.push({ path: `${path}.quantity`, message: 'Must be a whole number' });
  }
  return problems;
}
