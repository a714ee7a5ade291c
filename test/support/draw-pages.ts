import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a backtest and a sweep over generated days, and draws the pictures of docs/pictures from their pages with a Chromium
 * that is on the machine. Run it again when pages or fills change: `node test/support/draw-pages.ts chromium`.
 * Without the name of a browser it only writes the pages and says where.
 */
const ROOT = join(import.meta.dirname, '../..');
const PICTURES = join(ROOT, 'docs/pictures');
const DAYS = ['--generate', '3', '--from', '2026-01-01', '--to', '2026-06-30'];
const STRATEGY = 'strategies/short-straddle.ts';
const VALUES = ['--param', 'entry=09:20..10:20:20m', '--param', 'stopPercent=20..60:5'];
const WIDTH_PX = 1100;

interface Picture {
  readonly name: string;
  /** The page and the part of it that is at the top of the picture. */
  readonly at: string;
  readonly theme: 'light' | 'dark';
  readonly heightPx: number;
}

const SHOWN: readonly Picture[] = [
  { name: 'report.png', at: 'backtest.html', theme: 'light', heightPx: 1255 },
  {
    name: 'report-day.png',
    at: 'backtest.html#replay-of-a-day',
    theme: 'dark',
    heightPx: 1040,
  },
  { name: 'report-over-time.png', at: 'backtest.html#benchmark', theme: 'light', heightPx: 1130 },
  { name: 'report-sweep.png', at: 'sweep.html', theme: 'light', heightPx: 950 },
];

const directory = mkdtempSync(join(tmpdir(), 'sauda-pages-'));
sauda('backtest', STRATEGY, ...DAYS, '--report', join(directory, 'backtest.html'));
sauda(
  'sweep',
  STRATEGY,
  ...VALUES,
  ...DAYS,
  ...['--split', '70/30', '--no-cache'],
  '--report',
  join(directory, 'sweep.html'),
);
process.stdout.write(`Wrote ${directory}/backtest.html and sweep.html\n`);

const browser = process.argv[2];
if (browser !== undefined) {
  mkdirSync(PICTURES, { recursive: true });
  for (const picture of SHOWN) draw(browser, picture);
}

/** Runs the program and waits for its end. */
function sauda(...args: readonly string[]): void {
  execFileSync(process.execPath, ['src/apps/cli/main.ts', ...args], { cwd: ROOT, stdio: 'ignore' });
}

function draw(program: string, { name, at, theme, heightPx }: Picture): void {
  // A page that is scrolled comes out blank, so it is scrolled within another.
  const frame = join(directory, 'frame.html');
  const size = `width:${String(WIDTH_PX)}px;height:${String(heightPx)}px`;
  writeFileSync(
    frame,
    `<!doctype html><body style="margin:0"><iframe src="${at}" style="border:0;${size}"></iframe>`,
  );
  execFileSync(
    program,
    [
      ...['--headless', '--no-sandbox', '--hide-scrollbars', '--virtual-time-budget=3000'],
      `--window-size=${String(WIDTH_PX)},${String(heightPx)}`,
      `--blink-settings=preferredColorScheme=${theme === 'dark' ? '0' : '1'}`,
      `--screenshot=${join(PICTURES, name)}`,
      `file://${frame}`,
    ],
    { stdio: 'ignore', timeout: 60_000 },
  );
  process.stdout.write(`Drew ${join(PICTURES, name)}\n`);
}
