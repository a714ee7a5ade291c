import { type Json } from '../base/json.ts';
import { type SignalTrade } from '../model/orders/command.ts';
import { type Outcome } from './outcome.ts';

/** A custom position to start. */
export interface PositionStart {
  readonly alertName: string;
  /** When the platform closes it by itself, epoch milliseconds; null for its own rule. */
  readonly exitAtMs: number | null;
  readonly ticker: string;
  /** Legs in the platform's words. 1 to 10. */
  readonly legs: readonly Json[];
}

/** A text trade signal. */
export interface TradeSignal {
  readonly trades: readonly SignalTrade[];
  readonly signalTag: string;
  /** At least one. */
  readonly brokerIds: readonly string[];
}

/** Starting paper positions: all that a paper run may ask of the webhook hosts. */
export interface PaperPositions {
  readonly start: (start: PositionStart) => Promise<Outcome<{ readonly positionId: string }>>;
}

/** Starting and squaring off live positions. A start is never repeated: it has no look-up. */
export interface LivePositions {
  readonly start: (start: PositionStart) => Promise<Outcome<{ readonly positionId: string }>>;
  readonly squareOff: (positionId: string) => Promise<Outcome<{ readonly message: string }>>;
}

/** Sending text trade signals: always live, never repeated. */
export interface Signals {
  readonly send: (
    signal: TradeSignal,
  ) => Promise<Outcome<{ readonly orderId: string | null; readonly message: string }>>;
}
