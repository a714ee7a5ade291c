import { type PositionView, type StopView } from '../../../runtime/day-view.ts';
import { isOpen } from './is-open.ts';
import { priceText, signedPaise } from './money-text.ts';
import { type Line, moneyStyle, type Span, span, type Style } from './span.ts';

/** What is on a row, and why it stands where it stands. */
export interface Row {
  readonly cells: readonly Span[];
  readonly reason: string;
}

/** An open or closed leg, with the stop that it has. */
export function positionRow(of: PositionView, stop: StopView | undefined): Row {
  const style: Style = isOpen(of) ? 'plain' : 'dim';
  const cells = [
    span(`  ${of.symbol}`, style),
    span(String(of.netUnits).padStart(5), style),
    span(isOpen(of) ? `now ${priceText(of.lastPaise)}` : 'closed', style),
    ...stopCells(of, stop),
    span(signedPaise(of.pnlPaise).padStart(11), moneyStyle(of.pnlPaise)),
    span(of.leg, 'dim'),
    span(strategyOf(of.runId), 'dim'),
    span(isOpen(of) ? `at ${priceText(of.averagePricePaise)}` : '', style),
  ];
  return { cells, reason: of.isPaused ? 'paused: sauda status tells why, and how to go on' : '' };
}

/** The trigger, and how far the price is from it: in points, and percent of the price. */
function stopCells({ lastPaise }: PositionView, stop: StopView | undefined): Span[] {
  if (stop === undefined) return [span(''), span('')];
  const { triggerPaise, awayPaise, state } = stop;
  if (triggerPaise === null) {
    return [span('stop', 'dim'), span(STOP_TEXTS[state], stopStyle(state))];
  }
  const trigger = span(`stop ${priceText(triggerPaise)}`, stopStyle(state));
  if (awayPaise === null || lastPaise === null || lastPaise === 0) return [trigger, span('')];
  if (awayPaise <= 0 || state === 'passed') return [trigger, span('reached', 'bad')];
  const percent = ((100 * awayPaise) / lastPaise).toFixed(0);
  return [trigger, span(`${priceText(awayPaise)} ${percent}%`)];
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

/** A custom position of the platform. */
export function customLine(of: PositionView): Line {
  const style: Style = isOpen(of) ? 'plain' : 'dim';
  const text = of.custom === null ? '' : CUSTOM_TEXTS[of.custom];
  return [
    span(`  custom position ${of.leg}  `, style),
    span(text, of.custom === 'start-unknown' ? 'warning' : style),
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
