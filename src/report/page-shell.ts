import { sha256Base64 } from '../base/hash.ts';
import { markShapes } from './chart/marks.ts';
import { Markup, markup, type Part } from './markup.ts';
import { PAGE_SCRIPT } from './page-script.ts';

const LIGHT = `
  color-scheme: light;
  --page: #f6f7f9; --card: #ffffff; --ink: #15181d; --soft: #515a66; --line: #d9dde3; --grid: #e7eaee;
  --gain: #0b6aa8; --loss: #b3430a; --plain: #5c6b7f; --link: #0b5cad; --mark: #15181d;
  --gain-area: rgb(11 106 168 / 14%); --loss-area: rgb(179 67 10 / 18%);
  --g1: #d3e7f5; --g2: #9dcbe9; --g3: #4f9fd2; --g4: #0b6aa8; --l1: #fbe2d0; --l2: #f5bb91; --l3: #de7f3d; --l4: #b3430a;
  --zero: #e7eaee; --unrun: #ffffff; --on3: #15181d;
  --c0: #0b6aa8; --c1: #b3430a; --c2: #1b7f4b; --c3: #8a3ea8; --c4: #8a6a00; --c5: #b0256b; --c6: #0f7c80; --c7: #555555;`;
const DARK = `
  color-scheme: dark;
  --page: #12151a; --card: #1a1e25; --ink: #e8ebf0; --soft: #a3adba; --line: #343b46; --grid: #272d36;
  --gain: #5db4ec; --loss: #f59a5b; --plain: #8e9cb0; --link: #7cc0f5; --mark: #e8ebf0;
  --gain-area: rgb(93 180 236 / 18%); --loss-area: rgb(245 154 91 / 20%);
  --g1: #17324a; --g2: #1f527c; --g3: #3f92cf; --g4: #5db4ec; --l1: #43291a; --l2: #743d17; --l3: #cf7532; --l4: #f59a5b;
  --zero: #272d36; --unrun: #1a1e25; --on3: #12151a;
  --c0: #5db4ec; --c1: #f59a5b; --c2: #5fd08f; --c3: #cf9be6; --c4: #dcc04a; --c5: #f286b8; --c6: #5fcfd3; --c7: #b5b5b5;`;

const FRAME = `
* { box-sizing: border-box; }
html { font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif; scroll-padding-top: 12px; }
body { margin: 0; background: var(--page); color: var(--ink); }
main, header, footer { max-width: 1240px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 22px; }
.top { display: flex; gap: 16px; justify-content: space-between; align-items: flex-start; }
h1 { font-size: 1.55rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 0 0 10px; }
h3 { font-size: 1rem; margin: 18px 0 6px; }
p { margin: 6px 0; }
a { color: var(--link); }
header p, .note, footer { color: var(--soft); overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 16px 0; }
footer { padding-bottom: 30px; font-size: .87rem; }
button, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; max-width: 100%; }
button { white-space: nowrap; }
button:not(:disabled) { cursor: pointer; }
button:disabled { color: var(--soft); opacity: .6; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .87em; }
pre { overflow: auto; background: var(--page); border-radius: 6px; padding: 10px 12px; margin: 6px 0; }
ul { padding-left: 20px; margin: 6px 0; }
li { overflow-wrap: anywhere; }
.warn { border-left: 5px solid var(--loss); }
.amount { white-space: nowrap; }
.gain { color: var(--gain); } .loss { color: var(--loss); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px; margin: 0; }
.tile { border: 1px solid var(--line); border-radius: 8px; padding: 10px 13px; }
.tile dt { color: var(--soft); font-size: .87rem; }
.tile dd { margin: 0; }
.tile strong { display: block; font-size: 1.28rem; line-height: 1.35; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.tile dd > span { color: var(--soft); font-size: .82rem; line-height: 1.35; display: block; overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 0 28px; }
.choice { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.legend { color: var(--soft); font-size: .87rem; }
.legend svg { vertical-align: -3px; }
.legend span { white-space: nowrap; margin-right: 10px; }`;

const CHARTS = `
figure { margin: 8px 0 14px; }
figcaption { font-weight: 600; font-size: .93rem; margin-bottom: 8px; }
svg text { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; }
.plot { position: relative; padding: 8px 14px 24px 66px; }
.plot > svg { display: block; overflow: visible; }
text.y { text-anchor: end; dominant-baseline: middle; }
text.x { text-anchor: middle; }
line.grid { stroke: var(--grid); } line.zero { stroke: var(--soft); }
line.hair { stroke: var(--ink); stroke-dasharray: 2 3; }
line.upright { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 6 4; }
.readout { position: absolute; right: 14px; top: -20px; min-height: 1.4em; padding: 0 6px; background: var(--card); font-size: .84rem; font-variant-numeric: tabular-nums; }
.series { overflow: hidden; }
.series path { fill: none; stroke: var(--ink); stroke-width: 1.6; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.series.equity path { stroke: var(--gain); }
.series.drawdown path { stroke: var(--loss); }
.series path.area { stroke: none; }
.series.own path { stroke: var(--gain); stroke-width: 2; }
.series.held path { stroke: var(--c4); stroke-dasharray: 7 4; }
.series.held1 path { stroke: var(--c3); stroke-dasharray: 2 3; } .series.held2 path { stroke: var(--c2); stroke-dasharray: 10 3 2 3; }
.series.held3 path { stroke: var(--c6); stroke-dasharray: 4 2; }
svg.sample { vertical-align: 1px; }
.series.equity path.area { fill: var(--gain-area); stroke: none; }
.series.drawdown path.area { fill: var(--loss-area); stroke: none; }
.series.dots path { stroke-width: 4; stroke-linecap: round; }
.mark { fill: var(--mark); stroke: var(--card); stroke-width: 1; }
.bar.gain { fill: var(--gain); } .bar.loss { fill: var(--loss); } .bar.plain { fill: var(--plain); } .bar { stroke: var(--card); stroke-width: .5; }
svg.inline { display: block; min-width: 90px; overflow: visible; }
svg.shapes { position: absolute; }
.quarters { display: flex; flex-wrap: wrap; gap: 10px 26px; }
.calendar { display: block; }
.calendar a rect { cursor: pointer; }
.calendar a:hover rect { stroke: var(--ink); stroke-width: 2; }
text.sign { text-anchor: middle; font-size: 11px; pointer-events: none; }
rect.z { fill: var(--zero); } rect.unrun { fill: var(--unrun); stroke: var(--line); }
text.g1, text.g2, text.l1, text.l2 { fill: var(--ink); }
text.g3, text.l3 { fill: var(--on3); } text.g4, text.l4 { fill: var(--card); }
${[1, 2, 3, 4].map((step) => `rect.g${String(step)} { fill: var(--g${String(step)}); } rect.l${String(step)} { fill: var(--l${String(step)}); }`).join('\n')}
${[0, 1, 2, 3, 4, 5, 6, 7].map((index) => `.mark.c${String(index)} { fill: var(--c${String(index)}); } .dots.c${String(index)} path { stroke: var(--c${String(index)}); }`).join('\n')}`;

const TABLES = `
.scroll { overflow-x: auto; margin: 0 0 14px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
.caption { font-weight: 600; font-size: .93rem; margin: 10px 0 2px; }
th, td { text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--grid); vertical-align: top; }
tbody th { font-weight: 400; }
time, td a, th a, #all-trades td, #all-trades th { white-space: nowrap; }
td.n, th.n { text-align: right; white-space: nowrap; }
#all-trades table { font-size: .82rem; } #all-trades th, #all-trades td { padding-right: 10px; }
th:last-child, td:last-child { padding-right: 0; }
td:has(> svg.inline) { width: 26%; min-width: 110px; vertical-align: middle; padding-right: 16px; }
thead th { border-bottom: 1px solid var(--line); white-space: nowrap; }
#variants thead th, #variants thead button { white-space: normal; text-align: inherit; vertical-align: bottom; }
thead button { border: 0; background: none; padding: 0; font-weight: 600; font-size: .84rem; color: var(--soft); }
thead button::after { content: ' ↕'; opacity: .35; }
th[aria-sort=ascending] button::after { content: ' ↑'; opacity: 1; }
th[aria-sort=descending] button::after { content: ' ↓'; opacity: 1; }
table.map td { text-align: center; padding: 6px 8px; border: 2px solid var(--card); }
table.map { width: auto; } table.map th { padding: 6px 8px; border: 0; } table.map th[scope=col] { text-align: center; }
table.months td, table.months th, table.months th[scope=col] { text-align: right; white-space: nowrap; }
td.z { background: var(--zero); } td.best { outline: 3px solid var(--ink); outline-offset: -3px; font-weight: 700; }
td.g3, td.l3 { color: var(--on3); } td.g4, td.l4 { color: var(--card); }
${[1, 2, 3, 4].map((step) => `td.g${String(step)} { background: var(--g${String(step)}); } td.l${String(step)} { background: var(--l${String(step)}); }`).join('\n')}
details > summary { cursor: pointer; font-weight: 600; overflow-wrap: anywhere; }
.tall .scroll, .moments .scroll { max-height: 460px; overflow: auto; }
.moments .note button { margin-left: 8px; }
.moments th[scope='row'] { white-space: nowrap; }
#replay .plot[data-readout='clock'] { cursor: pointer; }
tr[hidden] { display: none; }
.tall thead th, .moments thead th { position: sticky; top: 0; background: var(--card); }`;

const NARROW = `
@media (max-width: 640px) {
  main, header, footer { padding-left: 10px; padding-right: 10px; }
  section { padding: 14px 12px; }
  .minor { display: none; }
  .plot { padding-left: 52px; padding-right: 6px; }
  .tiles { grid-template-columns: 1fr 1fr; gap: 8px; }
  .tile { padding: 8px 9px; } .tile strong { font-size: 1.05rem; }
  .readout { position: static; display: block; }
  .quarters { gap: 8px; }
  #replay td, #replay tbody th { white-space: nowrap; }
  #replay .wraps { display: inline-block; min-width: 24em; white-space: normal; }
}
@media (max-width: 340px) { .tiles { grid-template-columns: 1fr; } }`;

const PRINT = `
@media print {
  :root:root {${LIGHT}
    --page: #ffffff; }
  html { font-size: 11px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav, .choice, #theme, .readout, line.hair { display: none; }
  thead button::after { content: ''; }
  section { border: 0; padding: 0; }
  .warn { border-left: 4px solid var(--loss); border-radius: 0; padding-left: 12px; }
  table { font-size: 9px; } th, td { padding: 1px 8px 1px 0; }
  #all-trades table { font-size: 7.5px; } #all-trades th, #all-trades td { padding-right: 5px; }
  main, header, footer { max-width: none; padding: 0; }
  figure, .tile, tr, .calendar { break-inside: avoid; }
  h2, h3, .caption, figcaption { break-after: avoid; }
  .scroll, .tall .scroll, .moments .scroll { overflow: visible; max-height: none; }
  a { color: inherit; text-decoration: none; }
}`;

/** The page's style: light or dark by the system's wish or the reader's choice, always light on paper. */
const PAGE_STYLE = `:root {${LIGHT} }
@media (prefers-color-scheme: dark) { :root {${DARK} } }
:root[data-theme=light] {${LIGHT} }
:root[data-theme=dark] {${DARK} }
${FRAME}${CHARTS}${TABLES}${NARROW}${PRINT}
`;

interface Page {
  readonly title: string;
  readonly about: readonly Part[];
  readonly sections: readonly PageSection[];
  readonly footer: Part;
}

/** One part of a page. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly content: Part;
  /** `tall`: its tables scroll within themselves. `warn`: it stands out. */
  readonly look?: 'tall' | 'warn';
}

/**
 * One HTML file that needs nothing else. Its policy lets run and apply only the very script and style that are meant,
 * told by their hashes, and lets nothing be loaded or sent: what a result says cannot become code.
 */
export function pageShell({ title, about, sections, footer }: Page): string {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256Base64(PAGE_SCRIPT)}'`,
    `style-src 'sha256-${sha256Base64(PAGE_STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const body = markup`<header><div class="top"><h1>${title}</h1><button type="button" id="theme">Colours</button></div>${about.map(
    (line) => markup`<p>${line}</p>`,
  )}<nav aria-label="Parts of this page">${sections.map(
    ({ id, title: name }) => markup`<a href="#${id}">${name}</a>`,
  )}</nav></header><main>${sections.map(section)}</main><footer>${footer}</footer>`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
${markShapes()}${body}
<script>${new Markup(PAGE_SCRIPT)}</script>
</body>
</html>
`.text;
}

function section({ id, title, content, look }: PageSection): Markup {
  return markup`<section id="${id}" class="${look ?? ''}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>\n`;
}
