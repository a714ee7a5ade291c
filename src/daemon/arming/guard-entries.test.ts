import { expect, it } from 'vitest';

import { type Attempt } from '../../engine/effect.ts';
import { type AttemptResult } from '../../engine/event.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type Role } from '../../model/orders/order.ts';
import { extraTags } from '../../model/orders/tag.ts';
import { type ElementOutcome, type PlaceElement } from '../../ports/orders.ts';
import { guardEntries } from './guard-entries.ts';

const RUN = 'a-strategy-with-a-rather-long-name@2026-10-30/live';

function element(tag: string, role: Role, runId = RUN): PlaceElement {
  return {
    tag,
    extraTags: extraTags({ runId, leg: 'ce', role }),
    ...{ instrumentId: '1', symbol: 'S', side: 'buy', quantityUnits: 1, product: 'intraday' },
    terms: { kind: 'market' },
  } as PlaceElement;
}

function placing(...elements: readonly PlaceElement[]): Attempt {
  return { attemptId: '1', kind: 'place', request: { brokerId: 'b', elements } };
}

const NOT_ARMED: Veto = { by: 'arming', code: 'not-armed', runId: null, found: 'x', next: '' };

const answers = {
  accepted: (tags: readonly string[]): AttemptResult => {
    const each = tags.map((tag): [string, ElementOutcome] => [
      tag,
      { kind: 'accepted', orderId: tag, detail: '' },
    ]);
    return { kind: 'place', outcome: { kind: 'accepted', value: new Map(each) } };
  },
  lost: (): AttemptResult => {
    const cause = { reason: 'timeout', status: null, detail: 'late' } as const;
    return { kind: 'place', outcome: { kind: 'unknown', cause } };
  },
};

/**
 * What reached a guarded venue, and what came of it, by tag.
 *
 * @throws {TypeError} when it answers later
 */
function sent(
  attempt: Attempt,
  missing: readonly Veto[],
  answer: (tags: readonly string[]) => AttemptResult = answers.accepted,
): { readonly reached: readonly string[]; readonly result: AttemptResult } {
  const reached: string[] = [];
  const venue: Venue = {
    name: 'v',
    poll: () => ({ subject: 'quotes', outcome: { kind: 'accepted', value: [] } }),
    attempt: (of) => {
      const tags = of.kind === 'place' ? of.request.elements.map(({ tag }) => tag) : [of.kind];
      reached.push(...tags);
      return answer(tags);
    },
  };
  const result = guardEntries(venue, () => missing).attempt(attempt, 0);
  if (result instanceof Promise) throw new TypeError('It answers at once');
  return { reached, result };
}

function kinds({ outcome }: AttemptResult): unknown {
  if (outcome.kind !== 'accepted' || !(outcome.value instanceof Map)) return outcome.kind;
  const each = outcome.value as ReadonlyMap<string, ElementOutcome>;
  return Object.fromEntries([...each].map(([tag, { kind }]) => [tag, kind]));
}

it('passes everything while nothing is missing', () => {
  const attempt = placing(element('in', 'entry'), element('out', 'exit'));
  expect(sent(attempt, []).reached).toEqual(['in', 'out']);
});

it('sends exits, stops and targets of a call, and says of its entries that they never left', () => {
  const attempt = placing(
    element('out', 'exit'),
    element('stop', 'stop'),
    element('target', 'target'),
    element('in', 'entry'),
  );
  const { reached, result } = sent(attempt, [NOT_ARMED]);
  expect(reached).toEqual(['out', 'stop', 'target']);
  const outcome = { out: 'accepted', stop: 'accepted', target: 'accepted', in: 'rejected' };
  expect(kinds(result)).toEqual(outcome);
});

it('keeps the outcome of exits unknown when the answer was lost, and that of entries certain', () => {
  const attempt = placing(element('out', 'exit'), element('in', 'entry'));
  expect(kinds(sent(attempt, [NOT_ARMED], answers.lost).result)).toEqual({
    out: 'unknown',
    in: 'rejected',
  });
});

it('sends nothing of a call of entries alone', () => {
  const { reached, result } = sent(placing(element('in', 'entry')), [NOT_ARMED]);
  expect(reached).toEqual([]);
  expect(result.outcome).toMatchObject({ rejection: { form: 'refused-by-mode' } });
});

it('keeps back the run that is not armed, and no other', () => {
  const attempt = placing(element('mine', 'entry'), element('other', 'entry', 'other@d/live'));
  const ofRun = { ...NOT_ARMED, code: 'strategy-changed', runId: RUN };
  expect(sent(attempt, [ofRun]).reached).toEqual(['other']);
});

it('keeps back position starts and signals, and passes square-offs and cancels', () => {
  const start: Attempt = {
    attemptId: '1',
    kind: 'start-position',
    start: { alertName: 'a', exitAtMs: null, ticker: 'NIFTY', legs: [] },
  };
  const signal: Attempt = {
    attemptId: '1',
    kind: 'signal',
    signal: { trades: [], signalTag: 't', brokerIds: ['b'] },
  };
  const close: Attempt = { attemptId: '1', kind: 'square-off-position', positionId: 'p' };
  const cancel: Attempt = { attemptId: '1', kind: 'cancel', orderIds: ['o'] };
  const reached = [start, signal, close, cancel].flatMap((of) => sent(of, [NOT_ARMED]).reached);
  expect(reached).toEqual(['square-off-position', 'cancel']);
});

it('keeps back position starts and signals of the run that is not armed, and of no other', () => {
  const ofRun = { ...NOT_ARMED, code: 'strategy-changed', runId: RUN };
  const start = { alertName: 'a', exitAtMs: null, ticker: 'NIFTY', legs: [] };
  const signal = { trades: [], signalTag: 't', brokerIds: ['b'] };
  const starting: Attempt = { attemptId: '1', kind: 'start-position', start, runId: RUN };
  const signalling: Attempt = { attemptId: '1', kind: 'signal', signal, runId: RUN };
  for (const attempt of [starting, signalling]) {
    const { reached, result } = sent(attempt, [ofRun]);
    expect(reached).toEqual([]);
    expect(result.outcome).toMatchObject({ rejection: { form: 'refused-by-mode' } });
    const ofOther = { ...attempt, runId: 'other@2026-10-30/live' };
    expect(sent(ofOther, [ofRun]).reached).toEqual([attempt.kind]);
  }
});
