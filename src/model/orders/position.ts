import { type Side } from './order.ts';

/** What was bought and sold of one contract, and what is still open. */
export interface Position {
  /** Positive when long, negative when short, zero when flat. */
  readonly netUnits: number;
  /** What the open units cost (long) or brought (short), paise; never negative. */
  readonly openValuePaise: number;
  /** Money received less money paid, paise. */
  readonly cashPaise: number;
  /** Profit of what was closed, paise, before costs. */
  readonly realisedPaise: number;
}

/** Nothing bought, nothing sold. */
export const FLAT: Position = { netUnits: 0, openValuePaise: 0, cashPaise: 0, realisedPaise: 0 };

/** Adds a fill. `units` is at least 0; zero units with a value correct the price of earlier fills. */
export function applyFill(
  position: Position,
  fill: { readonly side: Side; readonly units: number; readonly valuePaise: number },
): Position {
  const sign = fill.side === 'buy' ? 1 : -1;
  const cashPaise = position.cashPaise - sign * fill.valuePaise;
  if (fill.units === 0) return withCorrection(position, cashPaise);
  const heldUnits = Math.abs(position.netUnits);
  const isClosing = heldUnits > 0 && Math.sign(position.netUnits) !== sign;
  if (!isClosing) {
    return {
      netUnits: position.netUnits + sign * fill.units,
      openValuePaise: position.openValuePaise + fill.valuePaise,
      cashPaise,
      realisedPaise: position.realisedPaise,
    };
  }
  const closedUnits = Math.min(heldUnits, fill.units);
  const closedBasisPaise = Math.round((position.openValuePaise * closedUnits) / heldUnits);
  const closedValuePaise = Math.round((fill.valuePaise * closedUnits) / fill.units);
  const isFlipped = fill.units > heldUnits;
  return {
    netUnits: position.netUnits + sign * fill.units,
    openValuePaise: isFlipped
      ? fill.valuePaise - closedValuePaise
      : position.openValuePaise - closedBasisPaise,
    cashPaise,
    // A long that closes sells (sign -1) for more than its basis; a short buys back for less.
    realisedPaise: position.realisedPaise - sign * (closedValuePaise - closedBasisPaise),
  };
}

/** Average price of what is open, rounded to the nearest paisa; 0 when flat. */
export function averagePricePaise(position: Position): number {
  if (position.netUnits === 0) return 0;
  return Math.round(position.openValuePaise / Math.abs(position.netUnits));
}

/** Realised profit and that of the open units at a price, paise, before costs. */
export function profitPaise(position: Position, pricePaise: number): number {
  return position.cashPaise + position.netUnits * pricePaise;
}

function withCorrection(position: Position, cashPaise: number): Position {
  const changePaise = cashPaise - position.cashPaise;
  if (position.netUnits === 0) {
    return { ...position, cashPaise, realisedPaise: position.realisedPaise + changePaise };
  }
  const openValuePaise = position.openValuePaise - Math.sign(position.netUnits) * changePaise;
  return { ...position, cashPaise, openValuePaise };
}
