import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { renderView } from '../../src/apps/cli/view/render-view.ts';
import { runDay } from '../../src/daemon/run-day.ts';
import { type DayView } from '../../src/day/day-view.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { valueOf } from './simulated-day.ts';

/**
 * Draws docs/pictures/paper-day.svg: what `npm start` shows in a terminal at noon of its day. Run it again when the
 * view changes: `node test/support/draw-paper-day.ts`.
 */
const ROOT = join(import.meta.dirname, '../..');
const COLUMNS = 112;
const ROWS = 34;
const CELL = { width: 8, height: 18 };
const PADDING = 16;

const settings = valueOf(
  loadSettings(join(ROOT, 'config/demo.yaml'), { environment: {}, workingDirectory: ROOT }),
);
const strategies = [];
for (const { path, params } of settings.strategies) {
  strategies.push(valueOf(await loadStrategy(path, params)));
}
const afternoon: DayView[] = [];
await runDay({
  settings,
  strategies,
  onView: (view) => {
    if (istClock(view.atMs) >= '12:00:00') afternoon.push(view);
  },
});
const [noon] = afternoon;
if (noon !== undefined) {
  const text = renderView(noon, { columns: COLUMNS, rows: ROWS, color: true });
  writeFileSync(join(ROOT, 'docs/pictures/paper-day.svg'), svgOf(text));
}
process.exit(0);

function svgOf(text: string): string {
  const lines = text.split('\n');
  const width = COLUMNS * CELL.width + 2 * PADDING;
  const height = lines.length * CELL.height + 2 * PADDING;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`,
    '<title>A paper trading day in the terminal</title>',
    `<rect width="${String(width)}" height="${String(height)}" rx="8" fill="#16181d"/>`,
    ...lines.flatMap(lineOf),
    '</svg>',
    '',
  ].join('\n');
}

function lineOf(line: string, row: number): string[] {
  const y = PADDING + row * CELL.height + 13;
  let column = 0;
  // SGR codes of the renderer: one opens a span, 0 closes it.
  // eslint-disable-next-line no-control-regex -- terminal colours start with the escape character
  return [...line.matchAll(/(?:\u001b\[([\d;]+)m)?([^\u001b]+)(?:\u001b\[0m)?/g)].flatMap(
    (match) => {
      const [, codes = '', text = ''] = match;
      const x = PADDING + column * CELL.width;
      const length = Array.from(text).length;
      column += length;
      if (text.trim() === '') return [];
      const look = lookOf(codes);
      const box =
        look.back === null
          ? []
          : [
              `<rect x="${String(x)}" y="${String(y - 13)}" width="${String(length * CELL.width)}" height="${String(CELL.height)}" fill="${look.back}"/>`,
            ];
      const size = `textLength="${String(length * CELL.width)}" lengthAdjust="spacingAndGlyphs"`;
      const weight = look.isBold ? ' font-weight="bold"' : '';
      return [
        ...box,
        `<text x="${String(x)}" y="${String(y)}" ${size} fill="${look.fill}"${weight} xml:space="preserve">${escaped(text)}</text>`,
      ];
    },
  );
}

function lookOf(codes: string): { fill: string; back: string | null; isBold: boolean } {
  const fills: Readonly<Record<string, string>> = {
    2: '#8b93a1',
    30: '#16181d',
    31: '#f2777a',
    32: '#8fce7e',
    33: '#e5c07b',
    37: '#ffffff',
  };
  const backs: Readonly<Record<string, string>> = { 41: '#c03b3b', 46: '#4fb3bf' };
  const parts = codes.split(';');
  const fill = parts.map((part) => fills[part]).find((color) => color !== undefined);
  const back = parts.map((part) => backs[part]).find((color) => color !== undefined);
  return { fill: fill ?? '#d7dae0', back: back ?? null, isBold: parts.includes('1') };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
