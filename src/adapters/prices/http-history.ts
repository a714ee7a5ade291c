import { z } from 'zod';

import { fail, ok, type Result } from '../../base/result.ts';
import { type Bar, type HistoryAsked } from '../../model/market/bar.ts';
import { MINUTE_MS } from '../../model/time/ist.ts';
import { NO_HISTORY_ANSWER, type Prices } from '../../ports/prices.ts';
import { type Transport } from '../../ports/transport.ts';
import { describeFinding } from '../shared/describe-issue.ts';
import { readAnswer } from '../shared/answer.ts';
import { barFromWire } from './map.ts';
import { getPrices, GATEWAY_ANSWERS, wireBar } from './wire.ts';

/** Statuses of a server without the route. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Past bars from a gateway: `GET {path}?underlying=NIFTY&minutes=15&count=50&before=EPOCH_MS`, answered by an array of
 * `{start, end, open, high, low, close}`, oldest first, in rupees and epoch milliseconds. A gateway without that route has no
 * history. An answer with one impossible bar is not used at all.
 */
export function createHttpHistory(options: {
  readonly transport: Transport;
  readonly path: string;
}): NonNullable<Prices['history']> {
  const { transport, path } = options;
  return async (asked) => {
    const { underlying, minutes, count, beforeMs } = asked;
    const query = `underlying=${encodeURIComponent(underlying)}&minutes=${String(minutes)}&count=${String(count)}&before=${String(beforeMs)}`;
    const result = await transport.send(getPrices(`${path}?${query}`));
    if (result.kind === 'response' && NO_ROUTE.has(result.status)) return NO_HISTORY_ANSWER;
    return readAnswer(result, GATEWAY_ANSWERS, (body) => barsIn(body, asked));
  };
}

function barsIn(body: unknown, asked: HistoryAsked): Result<readonly Bar[], string> {
  const read = z.array(wireBar).max(asked.count).safeParse(body);
  if (!read.success) return fail(`Bars have another form: ${describeFinding(read.error, body)}`);
  const bars = read.data.map((bar) => barFromWire(asked.underlying, bar));
  const problem = problemOf(bars, asked);
  return problem === null ? ok(bars) : fail(problem);
}

/** What is wrong with a list of bars; null when nothing is. */
function problemOf(bars: readonly Bar[], { minutes, beforeMs }: HistoryAsked): string | null {
  let afterMs = -Infinity;
  for (const [index, { startMs, endMs }] of bars.entries()) {
    const name = `Bar ${String(index)}`;
    if (startMs < afterMs) return `${name} begins before the one before it ends`;
    if (endMs - startMs > minutes * MINUTE_MS) {
      return `${name} is longer than ${String(minutes)} minutes`;
    }
    if (endMs > beforeMs) return `${name} ends after the requested ${String(beforeMs)}`;
    afterMs = endMs;
  }
  return null;
}
