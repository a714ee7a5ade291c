import { expect, it } from 'vitest';

import { type OrderRecord } from '../../../day/day-records.ts';
import { instantAt } from '../../../model/time/ist.ts';
import { type Line, spansOf } from '../view/span.ts';
import { platformOrderLines } from './orders.ts';

const OF_NO_RUN = {
  ...{ runId: null, stage: null, broker: null, tag: 't', orderId: 'o', symbol: 'X', side: 'buy' },
  ...{ status: 'open', statusWord: 'Open', rejectionReason: '', terms: { kind: 'market' } },
  ...{ createdAtMs: instantAt('2026-11-20', '10:15'), quantityUnits: 65 },
  ...{ filledUnits: 0, filledValuePaise: 0 },
} as unknown as OrderRecord;

function textOfLine(line: Line): string {
  return spansOf(line)
    .map(({ text }) => text)
    .join('');
}

function titles(...orders: readonly OrderRecord[]): readonly string[] {
  const [head = ''] = platformOrderLines(orders).map(textOfLine);
  return head.split(/\s+/).slice(0, 5);
}

it('shows run, stage and broker only where an order has one', () => {
  const own: OrderRecord = { ...OF_NO_RUN, runId: 'r', stage: 'full' };
  expect(titles(OF_NO_RUN)).toEqual(['created', 'status', 'side', 'filled', 'symbol']);
  expect(titles(OF_NO_RUN, own).slice(0, 4)).toEqual(['created', 'run', 'stage', 'status']);
  const elsewhere: OrderRecord = { ...own, broker: 'hedge-fund' };
  expect(titles(OF_NO_RUN, elsewhere)).toEqual(['created', 'run', 'stage', 'broker', 'status']);
});

it('keeps each value under its title', () => {
  const [, row = ''] = platformOrderLines([OF_NO_RUN]).map(textOfLine);
  expect(row).toMatch(/^10:15:00 {2}Open {4}buy/);
});
