import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { type AlertRow, CONDITIONS } from './alert-table.ts';
import { NOTICED, OF_PROCESS } from './noticed-alerts.ts';

const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

const ROW = /^\| `([a-z-]+)` +\| ([^|]+?) +\| ([^|]+?) +\| \[([^\]]+)\]\(#([a-z-]+)\) +\|$/gm;

it('the runbook has each alert once, with what the alert itself says to do, and a section for it', () => {
  const rows = [...PAGE.matchAll(ROW)];
  const alerts = Object.entries<AlertRow>({ ...CONDITIONS, ...NOTICED, ...OF_PROCESS });
  expect(rows.map(([, code, , action]) => [code, action])).toEqual(
    alerts.map(([code, { action }]) => [code, action]),
  );
  const sections = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  for (const [, , , , title = '', anchor] of rows) {
    expect(sections).toContain(title);
    expect(anchor).toBe(title.toLowerCase().replaceAll(' ', '-'));
  }
});
