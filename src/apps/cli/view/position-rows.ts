import { type PositionView } from '../../../day/day-view.ts';
import { type StopView } from '../../../day/stop-view.ts';
import { type Cell, type Line, priceText, profit, span, type Style } from './span.ts';
import { hasValue, isOpen } from './run-standing.ts';

/** What is on a row, and why it stands where it stands. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly reason: string;
}

/** The legs of a day as a table: its titles, none over the first column, and a row for each. */
interface PositionTable {
  readonly titles: readonly string[];
  readonly rows: readonly Row[];
}

/** With so many columns, the way to a stop stands there in points too. */
const COLUMNS_WIDE = 100;
const UNCONFIRMED =
  'carried, not confirmed: no stop and no exit is sent; sauda status tells what to type';
const PAUSED = 'paused: sauda status tells why, and how to go on';

/** Open and closed legs with their stops, and whose they are. Without a stop on any leg there is no column for stops. */
export function positionTable(
  legs: readonly PositionView[],
  stops: readonly StopView[],
  columns: number,
): PositionTable {
  const isWide = columns >= COLUMNS_WIDE;
  const pairs = legs.map((of) => ({ of, stop: stops.find((stop) => isStopOf(stop, of)) }));
  const hasStops = pairs.some(({ stop }) => stop !== undefined);
  const titles = [
    ...['', '>units', '>now', ...(hasStops ? ['stop, away'] : [])],
    ...['>P&L', 'strategy, leg', ...(isWide ? ['>in at'] : [])],
  ];
  const rows = pairs.map(({ of, stop }): Row => ({
    cells: [
      ...legCells(of),
      ...(hasStops ? [stopCell(of, stop, isWide)] : []),
      profit(of.pnlPaise),
      span(`${strategyOf(of.runId)} ${of.leg}`, 'dim'),
      ...(isWide ? [span(isOpen(of) ? priceText(of.averagePricePaise) : '', 'dim')] : []),
    ],
    reason: reasonOf(of),
  }));
  return { titles, rows };
}

function reasonOf({ isPaused, isUnconfirmed }: PositionView): string {
  if (isUnconfirmed) return UNCONFIRMED;
  return isPaused ? PAUSED : '';
}

function isStopOf(stop: StopView, of: PositionView): boolean {
  return stop.runId === of.runId && stop.leg === of.leg && stop.symbol === of.symbol;
}

function legCells(of: PositionView): Cell[] {
  const style: Style = isOpen(of) ? 'plain' : 'dim';
  return [
    span(`  ${of.symbol}`, style),
    span(String(of.netUnits), style),
    span(isOpen(of) ? priceText(of.lastPaise) : 'closed', style),
  ];
}

/** The trigger, and how far the price is from it: in percent of the price, and in points where there is room. */
function stopCell({ lastPaise }: PositionView, stop: StopView | undefined, isWide: boolean): Cell {
  if (stop === undefined) return '';
  const { triggerPaise, awayPaise, state } = stop;
  if (triggerPaise === null) return span(STOP_TEXTS[state], stopStyle(state));
  const trigger = priceText(triggerPaise);
  if (awayPaise === null || lastPaise === null || lastPaise === 0) {
    return span(trigger, stopStyle(state));
  }
  if (awayPaise <= 0 || state === 'passed') return span(`${trigger} reached`, 'bad');
  const points = isWide ? `${priceText(awayPaise)} ` : '';
  const percent = ((100 * awayPaise) / lastPaise).toFixed(0);
  return span(`${trigger} ${points}${percent}%`, stopStyle(state));
}

function stopStyle(state: StopView['state']): Style {
  if (state === 'standing' || state === 'flat') return 'plain';
  return state === 'passed' || state === 'unknown' || state === 'paused' ? 'bad' : 'warning';
}

const STOP_TEXTS: Readonly<Record<StopView['state'], string>> = {
  flat: '',
  standing: 'standing',
  placing: 'being placed',
  passed: 'reached',
  unknown: 'unknown',
  closing: 'closing',
  paused: 'paused',
  closed: 'at the open',
  unasked: '',
};

/** A custom position of the platform. What it is worth, the platform does not say. */
export function customLine(of: PositionView): Line {
  const style: Style = isOpen(of) ? 'plain' : 'dim';
  const text = of.custom === null ? '' : CUSTOM_TEXTS[of.custom];
  return [
    span(`  custom position ${of.leg}  `, style),
    span(text, of.custom === 'start-unknown' ? 'warning' : style),
    span(hasValue(of) ? '' : '  P&L not known', isOpen(of) ? 'warning' : 'dim'),
    span(`  ${strategyOf(of.runId)}`, 'dim'),
  ];
}

const CUSTOM_TEXTS: Readonly<Record<NonNullable<PositionView['custom']>, string>> = {
  starting: 'starting',
  started: 'open at the platform',
  'start-rejected': 'not started',
  'start-unknown': 'may be open',
  'squaring-off': 'squaring off',
  'squared-off': 'closed',
};

/** The strategy in `<strategy>@<date>/<mode>`. */
function strategyOf(runId: string): string {
  return runId.split('@')[0] ?? runId;
}
