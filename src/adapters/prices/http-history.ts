import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { type Bar, type HistoryAsked } from '../../model/market/bar.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { NO_HISTORY_ANSWER, type Prices } from '../../ports/prices.ts';
import { type Transport, type TransportResult } from '../../ports/transport.ts';
import { describeFinding } from '../shared/describe-issue.ts';
import { answerOf, unreadable } from './answer.ts';
import { barFromWire } from './map.ts';
import { wireBar } from './wire.ts';

/** A server answers so where it has no such route. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);
const MINUTE_MS = 60_000;

/**
 * Bars of the past from a gateway: `GET {path}?underlying=NIFTY&minutes=15&count=50&before=EPOCH_MS`, answered by an array
 * of `{start, end, open, high, low, close}`, oldest first, in rupees and epoch milliseconds. A gateway without that route
 * has no history. Of an answer of which one bar cannot be right none is used.
 */
export function createHttpHistory(options: {
  readonly transport: Transport;
  readonly path: string;
}): NonNullable<Prices['history']> {
  const { transport, path } = options;
  return async (asked) => {
    const { underlying, minutes, count, beforeMs } = asked;
    const query = `underlying=${encodeURIComponent(underlying)}&minutes=${String(minutes)}&count=${String(count)}&before=${String(beforeMs)}`;
    const result = await transport.send({
      role: 'prices',
      method: 'GET',
      path: `${path}?${query}`,
      headers: { accept: 'application/json' },
      body: null,
    });
    if (isWithoutRoute(result)) return NO_HISTORY_ANSWER;
    const answer = answerOf(result, 'Bars');
    return answer.kind === 'answered' ? barsIn(answer.value, asked) : answer;
  };
}

function isWithoutRoute(result: TransportResult): boolean {
  return result.kind === 'response' && NO_ROUTE.has(result.status);
}

function barsIn(body: Json, asked: HistoryAsked): Outcome<readonly Bar[]> {
  const read = z.array(wireBar).max(asked.count).safeParse(body);
  if (!read.success) {
    const detail = `Bars have another form: ${describeFinding(read.error, body)}`;
    return unreadable('body-malformed', 200, detail);
  }
  const bars = read.data.map((bar) => barFromWire(asked.underlying, bar));
  const problem = problemOf(bars, asked);
  return problem === null
    ? { kind: 'accepted', value: bars }
    : unreadable('body-malformed', 200, problem);
}

/** What is wrong with bars together; null when nothing is. */
function problemOf(bars: readonly Bar[], { minutes, beforeMs }: HistoryAsked): string | null {
  let afterMs = -Infinity;
  for (const [index, { startMs, endMs }] of bars.entries()) {
    const name = `Bar ${String(index)}`;
    if (startMs < afterMs) return `${name} begins before the one before it ends`;
    if (endMs - startMs > minutes * MINUTE_MS) {
      return `${name} is longer than ${String(minutes)} minutes`;
    }
    if (endMs > beforeMs) return `${name} ends after ${String(beforeMs)}, which was asked for`;
    afterMs = endMs;
  }
  return null;
}
