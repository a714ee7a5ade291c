/** Number of a record of a day, and which of its versions; both show in the record. */
export interface SampleRecord {
  readonly index: number;
  readonly version: number;
}

/** An order record of the platform, whole, to be changed as a test needs. */
export function sampleRecord({ index, version }: SampleRecord): Record<string, unknown> {
  const digits = index.toString(16).padStart(12, '0');
  const second = String(version % 60).padStart(2, '0');
  const strike = 20_000 + 50 * (index % 200);
  return {
    order_id: `4b1f0c3e-0000-4000-8000-${digits}`,
    created_at: '2026-11-20T09:20:00.123456+05:30',
    updated_at: `2026-11-20T09:20:${second}.123456+05:30`,
    user_tag: `p${digits}`,
    extra_tags: { run: 'short-straddle@2026-11-20/paper', leg: 'ce' },
    instrument_id: `NSE_${String(40_000 + index)}`,
    symbol: `NIFTY261124C${String(strike)}`,
    product_type: 'ProductType.MIS',
    side: index % 2 === 0 ? 'PositionType.Sell' : 'PositionType.Buy',
    quantity: 75,
    lot_size: 75,
    order_info: { order_type: 'OrderType.Limit', price: 101.25 + (version % 100) },
    broker_id: '0123456789abcdef01234567',
    user_id: 'u0001',
    broker_order_id: `1120${digits}`,
    status: version % 2 === 0 ? 'Open' : 'Modify Pending',
    rejection_code: '',
    rejection_reason: '',
    trade_time: '',
    filled_quantity: 0,
    average_price: 0,
    underlying: 'NIFTY',
    strike_price: strike,
    instrument_type: 'OPT',
    option_type: 'CE',
    expiry: '2026-11-24T15:30:00+05:30',
  };
}
