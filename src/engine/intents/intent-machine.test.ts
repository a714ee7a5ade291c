import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { aDesk, planned, putInto, shownAs } from '../../../test/support/desk-rig.ts';
import { markdownTable } from '../../../test/support/markdown-table.ts';
import { intentDiagram } from '../../../test/support/orders-page.ts';
import { InvariantViolation } from '../../base/invariant.ts';
import {
  become,
  INTENT_LIFE,
  INTENT_STAGES,
  type IntentEvent,
  type IntentStage,
} from './intent-machine.ts';

const PAGE = readFileSync(new URL('../../../docs/orders.md', import.meta.url), 'utf8');
const STAGES = Object.keys(INTENT_STAGES) as IntentStage[];
const EVENTS = [...new Set(INTENT_LIFE.map(([, event]) => event))];

function after(from: IntentStage, event: IntentEvent): IntentStage {
  const intent = planned(aDesk());
  putInto(intent, from);
  become(intent, event);
  return intent.state;
}

describe('an intent', () => {
  it.each(INTENT_LIFE)('that is %s and %s becomes %s', (from, event, to) => {
    expect(after(from, event)).toBe(to);
  });

  it('has one way from each state by each event', () => {
    const ways = INTENT_LIFE.map(([from, event]) => `${from} ${event}`);
    expect(new Set(ways).size).toBe(ways.length);
  });

  it('makes no other move', () => {
    for (const from of STAGES) {
      for (const event of EVENTS) {
        if (INTENT_LIFE.some(([of, by]) => of === from && by === event)) continue;
        expect(() => after(from, event), `${from} ${event}`).toThrow(InvariantViolation);
      }
    }
  });

  it('never ends as rejected once its outcome is unknown', () => {
    const reached = new Set<IntentStage>(['unknown']);
    for (const stage of reached) {
      for (const [from, event, to] of INTENT_LIFE) {
        // What is sent once more has an answer of its own.
        if (from === stage && event !== 'resent') reached.add(to);
      }
    }
    expect([...reached].sort()).toEqual(['absent', 'accepted', 'refused', 'unknown']);
  });

  it.each<[IntentStage, IntentEvent]>([
    ['waiting', 'sent'],
    ['waiting', 'refused'],
    ['sending', 'held-back'],
    ['sending', 'answered-rejected'],
    ['sending', 'answered-unknown'],
    ['accepted', 'proven-absent'],
    ['accepted', 'said-absent'],
    ['accepted', 'written-off'],
  ])('that a poll has shown, being %s, is not %s', (from, event) => {
    const intent = planned(aDesk());
    shownAs(intent);
    putInto(intent, from);
    expect(() => {
      become(intent, event);
    }).toThrow('has been seen');
  });
});

describe('the page on the life of an order: npm run write:orders', () => {
  it('draws the table', () => {
    expect(PAGE).toContain(intentDiagram());
  });

  it('says what each state means', () => {
    const told = markdownTable(PAGE, 'state').map(({ state }) => state);
    expect(told.sort()).toEqual(STAGES.sort());
  });
});
