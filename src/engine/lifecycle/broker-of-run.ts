import { invariant } from '../../base/invariant.ts';
import { type Order } from '../../model/orders/order.ts';
import { type RunBroker } from '../../model/runs/run-broker.ts';
import { type Desk } from '../desk.ts';
import { type EngineEvent } from '../event.ts';

type RunStarted = Extract<EngineEvent, { readonly kind: 'run-started' }>;

/** The broker connection that all orders of a run go to: entries, stops and exits alike. */
export function brokerOf(
  { runs, options }: Pick<Desk, 'runs' | 'options'>,
  runId: string,
): RunBroker {
  return runs.get(runId).broker ?? { name: '', brokerId: options.brokerId };
}

/**
 * The connection that a run gets: the one that holds what it carried overnight, and without that the one that it asks for.
 * An exit at another broker would close nothing, and open the other side there.
 */
export function brokerAtStart(
  { options, outbox }: Pick<Desk, 'options' | 'outbox'>,
  event: Pick<RunStarted, 'run' | 'broker' | 'carried'>,
): RunBroker | null {
  const asked = event.broker ?? null;
  const holders = (event.carried ?? []).map(({ overnight }) => overnight?.broker ?? null);
  const [holder] = holders;
  if (holder === undefined) return asked;
  const idOf = (broker: RunBroker | null): string => broker?.brokerId ?? options.brokerId;
  const isTogether = holders.every((of) => idOf(of) === idOf(holder));
  invariant(isTogether, 'A run carries positions of two brokers');
  if (idOf(holder) === idOf(asked)) return asked;
  const broker = named(holder, options);
  const about = { broker: nameOf(broker), asked: nameOf(asked), why: 'carried' } as const;
  outbox.notice('broker-kept', event.run.runId, about);
  return broker;
}

function nameOf(broker: RunBroker | null): string {
  return broker?.name ?? '';
}

/** The account's own connection of an earlier day has no name any more where the account has another one now. */
function named(holder: RunBroker | null, { brokerId: own }: Desk['options']): RunBroker | null {
  if (holder === null || holder.brokerId === own) return null;
  return holder.name === '' ? { ...holder, name: holder.brokerId } : holder;
}

/**
 * Whether an order may be at the broker of a run. The platform may show a connection by another identifier than the one that orders
 * are sent with: today's records of what was sent there tell which. Before the first of them, as with a leg that was carried, an
 * identifier that is of no run may be another form of the run's own: to miss a close by hand would close the leg twice.
 */
export function mayBeAt(
  desk: Pick<Desk, 'runs' | 'options' | 'intents'>,
  runId: string,
  { brokerId }: Pick<Order, 'brokerId'>,
): boolean {
  const { brokerId: own } = brokerOf(desk, runId);
  if (brokerId === own) return true;
  const shownAs = formsShown(desk);
  const forms = shownAs.get(own);
  if (forms !== undefined) return forms.has(brokerId);
  if (brokerId === desk.options.brokerId) return false;
  const isOfAnother = ([id, shown]: readonly [string, ReadonlySet<string>]): boolean =>
    id === brokerId || shown.has(brokerId);
  if ([...shownAs].some(isOfAnother)) return false;
  return desk.runs.all().every(({ broker }) => broker?.brokerId !== brokerId);
}

/** How the records of the runs' own orders show each connection, by the identifier that those were sent with. */
function formsShown(
  desk: Pick<Desk, 'runs' | 'options' | 'intents'>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const shownAs = new Map<string, Set<string>>();
  for (const { runId, orders } of desk.intents.all()) {
    if (orders.size === 0) continue;
    const { brokerId: sentTo } = brokerOf(desk, runId);
    const forms = shownAs.get(sentTo) ?? new Set<string>();
    shownAs.set(sentTo, forms);
    for (const { brokerId } of orders.values()) forms.add(brokerId);
  }
  return shownAs;
}
