import { type Repeats } from '../model/input.ts';
import { type Seen } from '../model/order-event.ts';

/**
 * When something was last seen: by the poll that brought it, or by the latest of those that are known to bring the
 * same. Whoever reads it later learns of a later one.
 */
export function lastSeen(
  { seen, repeats }: { readonly seen: Seen; readonly repeats?: Repeats },
  nowMs: () => number,
): Seen {
  if (repeats === undefined) return seen;
  const { observedAtMs, ageMsMax } = seen;
  const { everyMs, untilMs } = repeats;
  return {
    get observedAtMs() {
      const polls = Math.ceil((Math.min(nowMs(), untilMs) - observedAtMs) / everyMs) - 1;
      return polls > 0 ? observedAtMs + polls * everyMs : observedAtMs;
    },
    ageMsMax,
  };
}
