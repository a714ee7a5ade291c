import { istDate, istTimeOfDayMs } from '../../model/time/ist.ts';
import { type BacktestResult, type Trade } from '../../results/backtest-result.ts';
import {
  clockOfMinute,
  countedText,
  rupeesText,
  shortRupees,
  signedRupees,
  tone,
} from '../amounts.ts';
import {
  chartFrame,
  extent,
  percentOf,
  px,
  roundScale,
  roundStep,
  type Scale,
  scaleOf,
  ticksOf,
} from '../chart/chart-frame.ts';
import { legendMark, type LegLook, legLooks, legName, mark } from '../chart/marks.ts';
import { type Markup, markup, type Part } from '../markup.ts';

const HEIGHT_PX = 300;
/** More trades than this are dots that do not say what they are: a page must open. */
const TITLED_MAX = 1_500;
const LEGEND_MAX = 16;
/** Steps of the time axis, minutes. */
const TIME_STEPS = [1, 5, 15, 30, 60, 120];

/** Trades by time of entry and net, one mark each. */
export function tradeScatter({ trades, days }: Pick<BacktestResult, 'trades' | 'days'>): Markup {
  if (trades.length === 0) return markup`<p>There were no trades.</p>`;
  const minutes = trades.map(entryMinute);
  const [first, last] = extent(minutes);
  const step = TIME_STEPS.find((each) => (last + 1 - first) / each <= 8) ?? 240;
  const x = scaleOf(Math.floor(first / step) * step, Math.ceil((last + 1) / step) * step, step);
  const y = roundScale([0, ...trades.map(({ netPaise }) => netPaise)]);
  const looks = legLooks(trades.map(legName));
  const places = placesOf(trades, { x, y, dates: days.map(({ date }) => date) });
  const content = trades.length > TITLED_MAX ? dots(places, looks) : marks(places, looks);
  return markup`<figure><figcaption>Trades by time of entry (IST) and net after costs. Within one entry time, earlier days stand further left.</figcaption>${chartFrame(
    {
      summary: `${countedText(trades.length, 'trade')} by time of entry and net`,
      heightPx: HEIGHT_PX,
      xTicks: ticksOf(x, clockOfMinute).map((tick, index) => ({
        ...tick,
        isMinor: index % 2 === 1,
      })),
      yTicks: ticksOf(y, shortRupees),
      zeroAt: y.at(0),
      content,
    },
  )}${legend(looks)}</figure>`;
}

interface Place {
  readonly trade: Trade;
  readonly x: number;
  readonly y: number;
}

interface Axes {
  readonly x: Scale;
  readonly y: Scale;
  readonly dates: readonly string[];
}

function placesOf(trades: readonly Trade[], { x, y, dates }: Axes): readonly Place[] {
  const order = new Map(dates.map((date, index) => [date, index]));
  // All trades of a strategy often begin at one minute: its days are spread over that minute's width.
  const spread = Math.max(1, (x.max - x.min) * 0.02) / Math.max(1, dates.length);
  return trades.map((trade) => {
    const day = order.get(istDate(trade.openedAtMs)) ?? 0;
    return {
      trade,
      x: Math.min(1, x.at(entryMinute(trade) + (day + 0.5) * spread)),
      y: HEIGHT_PX * (1 - y.at(trade.netPaise)),
    };
  });
}

function marks(places: readonly Place[], looks: ReadonlyMap<string, LegLook>): Part {
  return places.map(({ trade, x, y }) => {
    const look = looks.get(legName(trade));
    const date = istDate(trade.openedAtMs);
    const title = `${date} ${clockOfMinute(entryMinute(trade))} ${legName(trade)}, ${trade.symbol}: ${signedRupees(trade.netPaise)}, closed by ${trade.closedBy}`;
    const at = { x: percentOf(x), y: px(y), className: look?.className ?? '', title };
    return markup`<a href="#day=${date}" tabindex="-1">${mark(look?.mark ?? 'circle', at)}</a>`;
  });
}

function dots(places: readonly Place[], looks: ReadonlyMap<string, LegLook>): Part {
  const byLeg = Map.groupBy(places, ({ trade }) => legName(trade));
  return [...byLeg].map(([name, ofLeg]) => {
    const path = ofLeg.map(
      ({ x, y }) => `M${String(Math.round(x * 1000))} ${String(Math.round(y))}h0`,
    );
    return markup`<svg viewBox="0 0 1000 ${HEIGHT_PX}" preserveAspectRatio="none" width="100%" height="${HEIGHT_PX}" class="series dots ${looks.get(name)?.className ?? ''}"><path d="${path.join('')}"/></svg>`;
  });
}

function legend(looks: ReadonlyMap<string, LegLook>): Markup {
  const named = [...looks].slice(0, LEGEND_MAX);
  const more = looks.size - named.length;
  return markup`<p class="legend">${named.map(
    ([name, look]) => markup`<span>${legendMark(look.mark, look.className)} ${name}</span> `,
  )}${more > 0 ? `and ${countedText(more, 'further leg')}` : null}</p>`;
}

function entryMinute({ openedAtMs }: Trade): number {
  return Math.floor(istTimeOfDayMs(openedAtMs) / 60_000);
}

const BARS_PX = 220;
const BINS = 30;

/** How often days came to what. Paise. */
export function histogram(netPaise: readonly number[]): Markup {
  if (netPaise.length === 0) return markup`<p>No day ran.</p>`;
  const [low, high] = extent(netPaise);
  const step = roundStep((high - low) / BINS);
  const min = Math.floor(low / step) * step;
  const bins = Math.floor((high - min) / step) + 1;
  const counts = Array.from({ length: bins }, () => 0);
  for (const net of netPaise) {
    const bin = Math.floor((net - min) / step);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const max = min + bins * step;
  const x = scaleOf(min, max, roundStep((max - min) / 7));
  const y = roundScale([0, ...counts], 4);
  const bar = (days: number, bin: number): Markup | null => {
    if (days === 0) return null;
    const from = min + bin * step;
    const height = BARS_PX * y.at(days);
    return markup`<rect class="bar ${from < 0 ? 'loss' : 'gain'}" x="${percentOf(bin / bins)}" width="${percentOf(1 / bins)}" y="${px(BARS_PX - height)}" height="${px(height)}"><title>${rupeesText(from)} to ${rupeesText(from + step)}: ${countedText(days, 'day')}</title></rect>`;
  };
  const ascending = netPaise.toSorted((one, other) => one - other);
  const median = ascending[Math.floor(ascending.length / 2)] ?? 0;
  const mean = netPaise.reduce((sum, net) => sum + net, 0) / netPaise.length;
  return markup`<figure><figcaption>Distribution of days' net after costs: number of days per ${shortRupees(step)}</figcaption>${chartFrame(
    {
      summary: `Distribution of ${countedText(netPaise.length, 'day')}: from ${rupeesText(low)} to ${rupeesText(high)}, mean ${rupeesText(Math.round(mean))}, median ${rupeesText(median)}`,
      heightPx: BARS_PX,
      xTicks: ticksOf(x, shortRupees).map((tick, index) => ({ ...tick, isMinor: index % 2 === 1 })),
      yTicks: ticksOf(y, String).filter(({ label }) => !label.includes('.')),
      content: [counts.map(bar), upright(x.at(mean), 'mean')],
    },
  )}<p class="legend"><span class="dash ${tone(mean)}">Dashed: the mean, ${rupeesText(Math.round(mean))}.</span> Median ${rupeesText(median)}.</p></figure>`;
}

function upright(at: number, className: string): Markup {
  return markup`<line class="upright ${className}" x1="${percentOf(at)}" x2="${percentOf(at)}" y2="${BARS_PX}"/>`;
}
