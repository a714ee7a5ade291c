/*
 * These functions are put into the page as they stand here, so they call only each other and what a browser has, and
 * import nothing but types.
 */

function startPage(window: BrowserWindow): void {
  const { document } = window;
  startTheme(window);
  startReplay(window);
  offerSorting(document);
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('th button');
    if (button !== null) sortByHead(button);
  });
  document.addEventListener('click', chooseMoment);
  document.addEventListener('pointermove', readAtPointer);
  document.addEventListener('keydown', readAtKey);
}

/** Light or dark by the system's wish, until the reader chooses; kept where the browser lets a file keep things. */
function startTheme(window: BrowserWindow): void {
  const root = window.document.documentElement;
  const button = window.document.querySelector('#theme');
  if (button === null) return;
  const show = (theme: string): void => {
    if (theme === 'auto') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', theme);
    button.dataset['now'] = theme;
    button.textContent = `Colours: ${theme}`;
  };
  const next: Record<string, string> = { auto: 'light', light: 'dark', dark: 'auto' };
  show('auto');
  try {
    const kept = window.localStorage.getItem('sauda-theme');
    if (kept !== null && kept in next) show(kept);
  } catch {
    // A file may not be allowed to keep anything.
  }
  window.document.addEventListener('click', ({ target }) => {
    if (target.closest('#theme') === null) return;
    const theme = next[button.dataset['now'] ?? 'auto'] ?? 'auto';
    show(theme);
    try {
      window.localStorage.setItem('sauda-theme', theme);
    } catch {
      // The choice then lasts as long as the page.
    }
  });
}

/** The day in the address, from the list, by the buttons beside it, or by links anywhere in the page. */
function startReplay(window: BrowserWindow): void {
  const { document } = window;
  const choice = document.querySelector('#day');
  if (choice === null) return;
  const choose = (): void => {
    window.history.replaceState(null, '', `#day=${choice.value}`);
    showDay(document, choice.value);
  };
  const follow = (): void => {
    const date = /^#day=(\d{4}-\d{2}-\d{2})$/.exec(window.location.hash)?.[1];
    if (date !== undefined && showDay(document, date)) {
      document.querySelector('#day-choice')?.scrollIntoView({ block: 'start' });
    }
  };
  document.addEventListener('change', ({ target }) => {
    if (target === choice) choose();
  });
  document.addEventListener('click', ({ target }) => {
    const step = target.closest('[data-step]')?.dataset['step'];
    if (step === undefined) return;
    const place = choice.selectedIndex + Number(step);
    if (place < 0 || place >= choice.options.length) return;
    choice.selectedIndex = place;
    choose();
  });
  window.addEventListener('hashchange', follow);
  showDay(document, choice.value);
  follow();
}

function showDay(document: BrowserDocument, date: string): boolean {
  const template = document.querySelector(`template[id="day-${date}"]`);
  const place = document.querySelector('#replay');
  const choice = document.querySelector('#day');
  if (template === null || place === null || choice === null) return false;
  place.replaceChildren(template.content.cloneNode(true));
  offerSorting(document);
  choice.value = date;
  for (const [step, edge] of [
    ['-1', 0],
    ['1', choice.options.length - 1],
  ] as const) {
    const button = document.querySelector(`[data-step="${step}"]`);
    if (button !== null) button.disabled = choice.selectedIndex === edge;
  }
  return true;
}

function offerSorting(document: BrowserDocument): void {
  for (const head of document.querySelectorAll('thead th')) {
    if (head.querySelector('button') !== null) continue;
    const button = document.createElement('button');
    button.setAttribute('type', 'button');
    button.textContent = head.textContent;
    head.replaceChildren(button);
  }
}

function sortByHead(button: BrowserElement): void {
  const head = button.closest('th');
  const body = button.closest('table')?.querySelector('tbody');
  const heads = [...(head?.closest('tr')?.children ?? [])];
  if (head === null || body === null || body === undefined) return;
  const column = heads.indexOf(head);
  const isUp = head.getAttribute('aria-sort') !== 'ascending';
  for (const other of heads) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
  const keyed = [...body.children].map((row) => ({ row, key: sortKey(row.children[column]) }));
  keyed.sort((one, other) => compareKeys(one.key, other.key) * (isUp ? 1 : -1));
  body.append(...keyed.map(({ row }) => row));
}

function sortKey(cell: BrowserElement | undefined): number | string {
  const told = cell?.dataset['v'];
  if (told !== undefined) return Number(told);
  const text = cell?.textContent ?? '';
  const plain = text.replaceAll('\u2212', '-').replace(/[+₹,%\s\u2060]/g, '');
  return plain !== '' && /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

function compareKeys(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : 1;
  return typeof one === 'number' ? -1 : 1;
}

function readAtPointer({ target, clientX }: Pick<BrowserEvent, 'target' | 'clientX'>): void {
  const plot = target.closest('.plot[data-readout]');
  const chart = plot?.querySelector('svg');
  if (plot === null || chart === null || chart === undefined) return;
  const { left, width } = chart.getBoundingClientRect();
  if (width > 0) readAt(plot, (clientX - left) / width);
}

/** A click on a chart of the day shows what stood then; its button shows the whole day again. */
function chooseMoment({ target, clientX }: BrowserEvent): void {
  const replay = target.closest('#replay');
  if (replay === null) return;
  if (target.closest('[data-moments]') !== null) showMoments(replay, null);
  const plot = target.closest('.plot[data-readout="clock"]');
  if (plot === null) return;
  readAtPointer({ target, clientX });
  showMoments(replay, Number(plot.dataset['start']) + Number(plot.dataset['x'] ?? '0'));
}

/**
 * Leaves the rows that stand for a minute of the day, and of each part without one its last before it. All of them for null.
 */
function showMoments(replay: BrowserElement, minute: number | null): void {
  const rows = [...replay.querySelectorAll('.moments tbody tr')];
  const stood = minute === null ? rows : standingAt(rows, minute);
  for (const row of rows) row.hidden = !stood.includes(row);
  const told = replay.querySelector('.moment');
  if (told === null) return;
  const two = (value: number): string => String(value).padStart(2, '0');
  told.textContent =
    minute === null
      ? 'What was decided, and by what. Click a chart, or press Enter on it, to see one minute.'
      : `As it stood at ${two(Math.floor(minute / 60))}:${two(minute % 60)}: what was decided then, and of all else what came last before.`;
}

function standingAt(rows: readonly BrowserElement[], minute: number): readonly BrowserElement[] {
  const from = ({ dataset }: BrowserElement): number => Number(dataset['from']);
  const past = rows.filter((row) => from(row) <= minute);
  const last = new Map<string, BrowserElement>();
  for (const row of past) {
    const part = row.dataset['part'] ?? '';
    const before = last.get(part);
    if (before === undefined || from(before) <= from(row)) last.set(part, row);
  }
  const lasts = [...last.values()];
  return past.filter((row) => minute <= Number(row.dataset['until']) || lasts.includes(row));
}

function readAtKey(event: BrowserEvent): void {
  const plot = event.target.closest('.plot[data-readout]');
  if (event.key === 'Enter' && plot !== null) {
    const replay = plot.closest('#replay');
    if (replay !== null) {
      showMoments(replay, Number(plot.dataset['start']) + Number(plot.dataset['x'] ?? '0'));
    }
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (plot === null || step === undefined) return;
  event.preventDefault();
  const now = Number(plot.dataset['x'] ?? '0');
  const span = Number(plot.dataset['span'] ?? '1');
  readAt(plot, (now + step) / span);
}

/** Tells the values of a chart's lines at a share of its width, and draws a hair there. */
function readAt(plot: BrowserElement, share: number): void {
  const told: string[] = [];
  for (const path of plot.querySelectorAll('path[data-name]')) {
    const span = Number(path.getAttribute('data-span'));
    const x = Math.round(Math.min(1, Math.max(0, share)) * span);
    const y = levelAt(path.getAttribute('d') ?? '', x);
    if (told.length === 0) told.push(placeText(plot, drawHair(plot, x, span)));
    const value = (Number(path.dataset['top']) - y) * Number(path.dataset['grain']);
    const unit = path.dataset['unit'] === 'rupees' ? '₹' : '';
    told.push(`${path.dataset['name'] ?? ''} ${amountText(value).replace('#', unit)}`);
  }
  const output = plot.querySelector('.readout');
  if (output !== null) output.textContent = told.join('  ');
}

function drawHair(plot: BrowserElement, x: number, span: number): number {
  plot.dataset['x'] = String(x);
  plot.dataset['span'] = String(span);
  const hair = plot.querySelector('.hair');
  for (const end of ['x1', 'x2']) hair?.setAttribute(end, `${String((x / span) * 100)}%`);
  hair?.setAttribute('visibility', 'visible');
  return x;
}

/** How far down a line is at x, by the last point up to there; a path is a point and then differences. */
function levelAt(path: string, x: number): number {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  let here = numbers[0] ?? 0;
  let level = numbers[1] ?? 0;
  for (let index = 2; index + 1 < numbers.length; index += 2) {
    here += numbers[index] ?? 0;
    if (here > x) break;
    level += numbers[index + 1] ?? 0;
  }
  return level;
}

function placeText(plot: BrowserElement, x: number): string {
  if (plot.dataset['readout'] === 'names') return (plot.dataset['names'] ?? '').split('|')[x] ?? '';
  const minute = Number(plot.dataset['start']) + x;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** `−#1,234.50`: the unit's sign is put where the mark is. */
function amountText(paise: number): string {
  const amount = Math.abs(paise) / 100;
  const text = amount.toLocaleString('en-IN', { minimumFractionDigits: 2 });
  return `${paise < 0 ? '\u2212' : ''}#${text}`;
}

const FUNCTIONS = [
  startPage,
  startTheme,
  startReplay,
  showDay,
  offerSorting,
  sortByHead,
  sortKey,
  compareKeys,
  chooseMoment,
  showMoments,
  standingAt,
  readAtPointer,
  readAtKey,
  readAt,
  drawHair,
  levelAt,
  placeText,
  amountText,
] as const;

/** The page's script: no library, no network, nothing made from text that came with a result. */
export const PAGE_SCRIPT = `'use strict';\n${FUNCTIONS.map(String).join('\n')}\nstartPage(window);\n`;

interface BrowserDocument {
  readonly documentElement: BrowserElement;
  readonly querySelector: (selector: string) => BrowserElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<BrowserElement>;
  readonly createElement: (name: string) => BrowserElement;
  readonly addEventListener: (kind: string, listen: (event: BrowserEvent) => void) => void;
}

interface BrowserElement {
  textContent: string;
  value: string;
  disabled: boolean;
  hidden: boolean;
  readonly dataset: Record<string, string | undefined>;
  readonly children: ArrayLike<BrowserElement> & Iterable<BrowserElement>;
  readonly options: ArrayLike<BrowserElement> & Iterable<BrowserElement>;
  selectedIndex: number;
  readonly content: BrowserElement;
  readonly closest: (selector: string) => BrowserElement | null;
  readonly querySelector: (selector: string) => BrowserElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<BrowserElement>;
  readonly getAttribute: (name: string) => string | null;
  readonly setAttribute: (name: string, value: string) => void;
  readonly removeAttribute: (name: string) => void;
  readonly append: (...children: readonly BrowserElement[]) => void;
  readonly replaceChildren: (...children: readonly BrowserElement[]) => void;
  readonly cloneNode: (isDeep: boolean) => BrowserElement;
  readonly scrollIntoView: (options: { readonly block: string }) => void;
  readonly getBoundingClientRect: () => { readonly left: number; readonly width: number };
}

interface BrowserEvent {
  readonly target: BrowserElement;
  readonly key: string;
  readonly clientX: number;
  readonly preventDefault: () => void;
}

interface BrowserWindow {
  readonly document: BrowserDocument;
  readonly location: { readonly hash: string };
  readonly history: { readonly replaceState: (state: null, unused: string, url: string) => void };
  readonly localStorage: {
    readonly getItem: (key: string) => string | null;
    readonly setItem: (key: string, value: string) => void;
  };
  readonly addEventListener: (kind: string, listen: () => void) => void;
}
