import { countedText, rupeesText, shortRupees, tone } from '../amounts.ts';
import { type Markup, markup } from '../markup.ts';
import { chartFrame, percentOf, px, ticksOf } from './chart-frame.ts';
import { extent, roundScale, roundStep, scaleOf } from './scale.ts';

const HEIGHT_PX = 220;
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
    const height = HEIGHT_PX * y.at(days);
    return markup`<rect class="bar ${from < 0 ? 'loss' : 'gain'}" x="${percentOf(bin / bins)}" width="${percentOf(1 / bins)}" y="${px(HEIGHT_PX - height)}" height="${px(height)}"><title>${rupeesText(from)} to ${rupeesText(from + step)}: ${countedText(days, 'day')}</title></rect>`;
  };
  const ascending = netPaise.toSorted((one, other) => one - other);
  const median = ascending[Math.floor(ascending.length / 2)] ?? 0;
  const mean = netPaise.reduce((sum, net) => sum + net, 0) / netPaise.length;
  return markup`<figure><figcaption>Distribution of days' net after costs: number of days per ${shortRupees(step)}</figcaption>${chartFrame(
    {
      summary: `Distribution of ${countedText(netPaise.length, 'day')}: from ${rupeesText(low)} to ${rupeesText(high)}, mean ${rupeesText(Math.round(mean))}, median ${rupeesText(median)}`,
      heightPx: HEIGHT_PX,
      xTicks: ticksOf(x, shortRupees).map((tick, index) => ({ ...tick, isMinor: index % 2 === 1 })),
      yTicks: ticksOf(y, String).filter(({ label }) => !label.includes('.')),
      content: [counts.map(bar), upright(x.at(mean), 'mean')],
    },
  )}<p class="legend"><span class="dash ${tone(mean)}">Dashed: the mean, ${rupeesText(Math.round(mean))}.</span> Median ${rupeesText(median)}.</p></figure>`;
}

function upright(at: number, className: string): Markup {
  return markup`<line class="upright ${className}" x1="${percentOf(at)}" x2="${percentOf(at)}" y2="${HEIGHT_PX}"/>`;
}
