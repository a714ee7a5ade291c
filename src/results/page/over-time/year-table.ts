import { type YearNet } from '../../statistics/year-net.ts';
import { rupees, shortRupees, tone } from '../amounts.ts';
import { depthClass, fullColour } from '../depth-class.ts';
import { type Markup, markup, type Part } from '../markup.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The net of each month: years downwards, months across, totals at the end of both. */
export function yearTable(years: readonly YearNet[]): Markup {
  if (years.length === 0) return markup`<p>No day ran, so there is no month.</p>`;
  const sizes = years.flatMap(({ months }) => months).map((net) => Math.abs(net ?? 0));
  const full = fullColour(sizes);
  return markup`<p class="caption">Net of each month after costs</p><div class="scroll" role="group" tabindex="0" aria-label="Net of each month"><table class="map months"><tbody><tr><td></td>${MONTHS.map(
    (month) => markup`<th scope="col">${month}</th>`,
  )}<th scope="col">Total</th></tr>${years.map(
    ({ year, months, netPaise }) =>
      markup`<tr><th scope="row">${year}</th>${months.map((net) => cell(net, full))}${total(netPaise)}</tr>`,
  )}${years.length > 1 ? allYears(years) : null}</tbody></table></div><p class="note">Under the pointer a month tells its net to the paisa. A month without a figure had no day that ran.</p>`;
}

function cell(netPaise: number | null, full: number): Part {
  if (netPaise === null) return markup`<td title="no day ran"></td>`;
  return markup`<td class="${depthClass(netPaise, full)}" title="${rupees(netPaise)}">${signed(netPaise)}</td>`;
}

function total(netPaise: number): Part {
  return markup`<th class="${tone(netPaise)}" title="${rupees(netPaise)}">${signed(netPaise)}</th>`;
}

function allYears(years: readonly YearNet[]): Part {
  const sum = (nets: readonly (number | null)[]): number =>
    nets.reduce<number>((all, net) => all + (net ?? 0), 0);
  return markup`<tr><th scope="row">All</th>${MONTHS.map((_, place) => {
    const ofMonth = years.map(({ months }) => months[place] ?? null);
    return ofMonth.every((net) => net === null) ? markup`<td></td>` : total(sum(ofMonth));
  })}${total(sum(years.map(({ netPaise }) => netPaise)))}</tr>`;
}

function signed(netPaise: number): string {
  return `${netPaise > 0 ? '+' : ''}${shortRupees(netPaise)}`;
}
