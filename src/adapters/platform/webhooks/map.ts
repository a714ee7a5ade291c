import { type SignalTrade } from '../../../model/orders/command.ts';
import { type InstantFormat } from '../../../model/orders/platform-profile.ts';
import { type PositionStart } from '../../../ports/webhooks.ts';
import { formatInstant } from '../../../model/time/instant.ts';

/** A position start as the platform wants it. Not checked: `wire.ts` does that. */
export function positionStartBody(
  start: PositionStart,
  accessToken: string,
  exitTimeFormat: InstantFormat,
): unknown {
  const { alertName, exitAtMs, ticker, legs } = start;
  return {
    access_token: accessToken,
    alert_name: alertName,
    ...(exitAtMs === null ? {} : { exit_time: formatInstant(exitAtMs, exitTimeFormat) }),
    strategy: { Ticker: ticker, Legs: legs },
  };
}

/** `NIFTY250417C23000 sell 2, INFY buy 10`: the text of a trade signal. */
export function signalText(trades: readonly SignalTrade[]): string {
  return trades
    .map(({ ticker, side, quantity }) => `${ticker} ${side} ${String(quantity)}`)
    .join(', ');
}
