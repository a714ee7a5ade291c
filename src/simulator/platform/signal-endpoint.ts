import { fail, ok, type Result } from '../../base/result.ts';
import { LIMITS } from '../../exchange/request-limits.ts';
import { ContractDirectory } from '../../market/contract-directory.ts';
import { type Listing } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { withNoShares } from '../../model/market/underlying.ts';
import type { SignalTrade } from '../../model/orders/command.ts';
import { type IstDate, istDate } from '../../model/time/ist.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { type Call, type Endpoint, type PlatformParts } from './platform-parts.ts';
import { errorEnvelope, jsonAnswer, type SimulatedResponse } from './simulated-message.ts';

/**
 * POST /webhook/tv/tk-trade: places a protected market order for each trade of the text at each of its brokers; 401 for a wrong token, 400, with
 * nothing placed, for anything else that is wrong. A repeated call places again.
 */
export function signalEndpoint(parts: PlatformParts): Endpoint {
  const { exchange } = parts;
  const directory = new ContractDirectory(parts.listing);
  return (call) => {
    const refusal = refusalOf(call, parts);
    if (refusal !== null) return refusal;
    const signal = parseSignal(call.body ?? '');
    if (!signal.ok) return errorEnvelope(400, 'BAD_SIGNAL', signal.error);
    const elements: PlaceElement[] = [];
    for (const line of signal.value) {
      const date = istDate(call.nowMs);
      const contract = resolve(line.ticker, date, { directory, listing: parts.listing });
      if (!contract.ok) return errorEnvelope(400, 'UNKNOWN_TICKER', contract.error);
      elements.push(elementOf(line, contract.value, call.query.get('tag') ?? ''));
    }
    const answers = brokersIn(call).flatMap((brokerId) =>
      elements.map((element) => exchange.place(element, brokerId, call.nowMs)),
    );
    const placed = answers.filter((answer) => answer.kind === 'accepted');
    return jsonAnswer(200, {
      success: placed.length === answers.length,
      order_id: placed[0]?.orderId ?? '',
      message: `Placed ${String(placed.length)} of ${String(answers.length)} orders`,
    });
  };
}

/** Each trades the whole signal. */
function brokersIn({ query }: Call): readonly string[] {
  return [...new Set((query.get('brokers') ?? '').split(','))];
}

function refusalOf(call: Call, parts: PlatformParts): SimulatedResponse | null {
  const { query } = call;
  if (query.get('token') !== parts.credentials.webhookToken) {
    return errorEnvelope(401, 'INVALID_TOKEN', 'Webhook token is missing or wrong');
  }
  if ((query.get('tag') ?? '') === '') {
    return errorEnvelope(400, 'BAD_REQUEST', 'Query "tag" is required');
  }
  return brokersIn(call).every((broker) => parts.brokerIds.includes(broker))
    ? null
    : errorEnvelope(400, 'UNKNOWN_BROKER', 'Query "brokers" must list brokers of the user');
}

function elementOf(line: SignalTrade, contract: Contract, signalTag: string): PlaceElement {
  return {
    tag: '',
    extraTags: { signal: signalTag.slice(0, LIMITS.extraTagValueLengthMax) },
    instrumentId: contract.instrumentId,
    symbol: contract.symbol,
    side: line.side,
    quantityUnits: line.quantity * contract.lotSizeUnits,
    product: 'intraday',
    terms: { kind: 'market', referencePricePaise: 0 },
  };
}

function resolve(
  ticker: string,
  date: IstDate,
  { directory, listing }: { directory: ContractDirectory; listing: Listing },
): Result<Contract, string> {
  const [, underlying, month] = /^(.+)([12])!$/.exec(ticker) ?? [];
  const contract =
    underlying === undefined
      ? directory.find(ticker, date)
      : listing
          .contracts(underlying, date)
          .filter(({ kind, expiry }) => kind === 'future' && expiry >= date)
          .toSorted((left, right) => (left.expiry < right.expiry ? -1 : 1))[Number(month) - 1];
  if (contract !== undefined) return ok(contract);
  return fail(withNoShares(`Ticker is not listed: "${ticker}"`, ticker, listing.underlyings));
}

const TRADE = /^([A-Z][A-Z0-9&-]*(?:\.\d+)?!?)\s+(buy|sell)\s+([1-9]\d{0,6})$/;
const TRADES_MAX = 50;

/** Reads `TICKER buy|sell QUANTITY`, several separated by commas; the failure names the wrong one. */
function parseSignal(text: string): Result<readonly SignalTrade[], string> {
  const parts = text.split(',');
  if (parts.length > TRADES_MAX) return fail(`At most ${String(TRADES_MAX)} trades in a signal`);
  const lines: SignalTrade[] = [];
  for (const [index, part] of parts.entries()) {
    const [, ticker, side, quantity] = TRADE.exec(part.trim()) ?? [];
    if (ticker === undefined) {
      return fail(`Trade ${String(index + 1)} is not "TICKER buy|sell QUANTITY"`);
    }
    lines.push({ ticker, side: side === 'buy' ? 'buy' : 'sell', quantity: Number(quantity) });
  }
  return ok(lines);
}
