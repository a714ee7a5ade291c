import { invariant } from '../../base/invariant.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type SimulatedFill } from '../../exchange/fills/match-at-touch.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Order, type Product } from '../../model/orders/order.ts';
import { runName } from '../../model/runs/run.ts';
import { type BacktestFill } from '../../results/backtest-result.ts';

/** A fill with what it was a fill of. */
export interface DayFill {
  readonly shown: BacktestFill;
  readonly orderId: string;
  readonly contract: Contract;
  readonly product: Product;
}

/** What fills of the exchange are joined with. */
export interface FillSources {
  readonly view: Pick<EngineView, 'intents'>;
  readonly orderOf: (orderId: string) => Order | undefined;
  readonly contractOf: (symbol: string) => Contract | undefined;
}

/**
 * Says of which leg of which run each fill was, in time order.
 *
 * @throws {InvariantViolation} when a fill is of no run's order: nobody else trades in a backtest
 */
export function fillsOfDay(
  fills: readonly SimulatedFill[],
  { view, orderOf, contractOf }: FillSources,
): readonly DayFill[] {
  const intents = new Map(view.intents.map((intent) => [intent.tag, intent]));
  return fills.map((fill) => {
    const order = orderOf(fill.orderId);
    const contract = contractOf(fill.symbol);
    invariant(
      order !== undefined && contract !== undefined,
      'A fill is of an order and a contract',
    );
    const intent = intents.get(order.tag);
    invariant(intent !== undefined, `A fill of ${order.tag} is of no run's order`);
    invariant(order.product !== 'unrecognised', 'The simulator knows its products');
    const { runId, leg, role } = intent;
    const { atMs, symbol, side, units, pricePaise, assumption, bestPaise, worstPaise } = fill;
    const strategy = runName(runId);
    const where = { pricePaise, assumption, bestPaise, worstPaise };
    const shown = { atMs, strategy, runId, leg, role, symbol, side, units, ...where };
    return { shown, orderId: fill.orderId, contract, product: order.product };
  });
}
