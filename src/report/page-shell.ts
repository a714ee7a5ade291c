import { sha256Base64 } from '../base/hash.ts';
import { markShapes } from './chart/marks.ts';
import { Markup, markup, type Part } from './markup.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** A page and its parts. */
export interface Page {
  readonly title: string;
  /** Below the title, one sentence each. */
  readonly about: readonly Part[];
  readonly sections: readonly PageSection[];
  readonly footer: Part;
}

/** One part of a page. */
export interface PageSection {
  /** Of the address: letters and dashes. */
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
