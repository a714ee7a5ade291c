import { type LegOrder } from '../../../model/command.ts';
import { type SeenStep } from '../seen-step.ts';

/** An order of a place command, and the intents that it became. */
export interface PlacedOrder {
  readonly runId: string;
  readonly index: number;
  readonly order: LegOrder;
  readonly tags: string[];
  isRefused: boolean;
}

/** Reads off a step's effects what became of each order that its commands asked for, in the order of the effects. */
export function placedIn({ effects }: SeenStep): readonly PlacedOrder[] {
  const placed: PlacedOrder[] = [];
  let current: readonly PlacedOrder[] = [];
  for (const effect of effects) {
    if (effect.kind === 'deliver') takeRefusal(placed, effect);
    if (effect.kind !== 'record') continue;
    const { entry } = effect;
    if (entry.kind === 'command') {
      current = ordersOf(entry);
      placed.push(...current);
    }
    if (entry.kind === 'intent') {
      const { runId, leg, role, tag } = entry;
      const isOf = (of: PlacedOrder): boolean =>
        of.runId === runId && of.order.leg === leg && of.order.role === role;
      current.find(isOf)?.tags.push(tag);
    }
  }
  return placed;
}

type Recorded = Extract<SeenStep['effects'][number], { kind: 'record' }>['entry'];

function ordersOf({
  runId,
  index,
  command,
}: Extract<Recorded, { kind: 'command' }>): readonly PlacedOrder[] {
  if (command.kind !== 'place') return [];
  return command.orders.map((order) => ({ runId, index, order, tags: [], isRefused: false }));
}

function takeRefusal(
  placed: readonly PlacedOrder[],
  { runId, input }: Extract<SeenStep['effects'][number], { kind: 'deliver' }>,
): void {
  if (input.kind !== 'command-refused') return;
  for (const of of placed) {
    const isOf = of.runId === runId && of.index === input.commandIndex;
    if (isOf && (input.leg === null || input.leg === of.order.leg)) of.isRefused = true;
  }
}
