import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { CATALOGUE } from '../../notices/notice.ts';
import { COUNTERS, GAUGES, HISTOGRAMS } from './metric-table.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const NAMES = Object.keys({ ...COUNTERS, ...GAUGES, ...HISTOGRAMS });
const LABELS = new Map<string, readonly string[]>(
  Object.entries({ ...COUNTERS, ...GAUGES, ...HISTOGRAMS }).map(([name, kind]) => [
    name,
    'labels' in kind ? kind.labels : [],
  ]),
);

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

function rules(): readonly Rule[] {
  const parsed = parse(read('config/monitoring/alerts.yaml')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  return parsed.groups.flatMap((group) => group.rules);
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

function panels(): readonly Panel[] {
  return (
    JSON.parse(read('config/monitoring/grafana.json')) as { readonly panels: readonly Panel[] }
  ).panels;
}

/** Metrics that an expression names, and labels that it selects them by, `name{label=…`. */
function namedIn(expr: string): readonly { readonly name: string; readonly labels: string[] }[] {
  return [...expr.matchAll(/\b(sauda_[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, named = '', by = '']) => ({
      name: NAMES.includes(named) ? named : named.replace(/_(bucket|sum|count)$/, ''),
      labels: [...by.matchAll(/([a-z]+)\s*[=!]~?/g)].map(([, label = '']) => label),
    }),
  );
}

const EXPRESSIONS = [
  ...rules().map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels().flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

test.each(EXPRESSIONS)('"$of" names metrics and labels that are there', ({ expr }) => {
  const named = namedIn(expr);
  expect(named).not.toHaveLength(0);
  for (const { name, labels } of named) {
    const known = [...(LABELS.get(name) ?? ['no such metric']), 'instance'];
    expect({ name, unknown: labels.filter((label) => !known.includes(label)) }).toEqual({
      name: NAMES.find((other) => other === name),
      unknown: [],
    });
  }
});

test('codes in alert rules are codes of notices', () => {
  const codes = rules().flatMap(({ expr }) =>
    [...expr.matchAll(/code=~?"([^"]+)"/g)].flatMap(([, words = '']) => words.split('|')),
  );
  expect(codes).not.toHaveLength(0);
  expect(codes.filter((code) => !Object.hasOwn(CATALOGUE, code))).toEqual([]);
});

test('each alert has one name, a severity and what to do', () => {
  const all = rules();
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
  for (const { labels, annotations } of all) {
    expect(['warning', 'critical']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
    expect(annotations.action).not.toBe('');
  }
});

test('docs/metrics.md describes every metric with its labels, and no other', () => {
  const page = read('docs/metrics.md');
  const described = [...page.matchAll(/^\| `(sauda_[a-z_]+)`\s*\|([^|]*)\|/gm)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/`([a-z]+)`/g)].map(([, label = '']) => label),
    }),
  );
  const tables = Object.entries({ ...COUNTERS, ...GAUGES }).map(([name]) => ({
    name,
    labels: LABELS.get(name) ?? [],
  }));
  expect(described).toEqual(tables);
  for (const name of Object.keys(HISTOGRAMS)) expect(page).toContain(`\`${name}\``);
});
