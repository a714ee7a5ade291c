import { type EngineView } from '../engine/engine-view.ts';
import { isWorking } from '../model/order.ts';
import { type DaySummary } from './day-view.ts';

/** How many orders the platform has, by what became of them; one that was answered as accepted works until it is seen. */
export function countOrders({
  intents,
  unknownCount,
}: Pick<EngineView, 'intents' | 'unknownCount'>): Omit<DaySummary['orders'], 'refused'> {
  const records = intents.flatMap(({ orders }) => orders);
  const withStatus = (status: string): number =>
    records.filter((order) => order.status === status).length;
  const unseen = intents.filter(({ state, orders }) => state === 'accepted' && orders.length === 0);
  const rejectedAtOnce = intents.filter(({ state }) => state === 'rejected').length;
  return {
    placed: records.length + unseen.length,
    filled: withStatus('completed'),
    working: records.filter(isWorking).length + unseen.length,
    cancelled: withStatus('cancelled'),
    rejected: withStatus('rejected') + rejectedAtOnce,
    unknown: unknownCount,
  };
}
