import { PositionLedger } from '../../../engine/position-ledger.ts';

/** Has every ledger book twice what was filled, for as long as something takes. */
export async function withMiscount<Value>(work: () => Promise<Value>): Promise<Value> {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back below, and called on its own object
  const { apply } = PositionLedger.prototype;
  PositionLedger.prototype.apply = function twice(event, about) {
    apply.call(this, event, about);
    apply.call(this, event, about);
  };
  try {
    return await work();
  } finally {
    PositionLedger.prototype.apply = apply;
  }
}
