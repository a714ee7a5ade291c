import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  aRun,
  at,
  type EngineRig,
  filled,
  inputsOf,
  noticesOf,
  PE,
  pricesWantedOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';

const reason = 'looked';

function ask(rig: EngineRig, request: OperatorRequest): readonly string[] {
  return noticesOf(rig.step({ kind: 'operator-asked', request }));
}

/** Two runs, each with a leg held. */
function twoRuns(): EngineRig {
  const rig = startedRig();
  rig.start(aRun({ runId: 'other', strategy: 'other' }));
  rig.hold(aLeg());
  const orders = [aLeg({ contract: PE })];
  rig.step({ kind: 'commands-emitted', runId: 'other', commands: [{ kind: 'place', orders }] });
  rig.fresh(...rig.book.values());
  const [attempt] = rig.sent('place');
  rig.settle();
  const [mine] = rig.book.values();
  const [element] = attempt?.request.elements ?? [];
  if (mine !== undefined && element !== undefined) {
    rig.show(
      filled({ ...mine, ...element, orderId: 'other', status: 'open', filledUnits: 0 }, 10_000),
    );
  }
  return rig;
}

/** What the engine put on record of runs that ended. */
function ended(rig: EngineRig): readonly unknown[] {
  return rig.effects.flatMap((effect) => {
    return effect.kind === 'record' && effect.entry.kind === 'run-ended' ? [effect.entry] : [];
  });
}

describe('a flatten', () => {
  it('of one run leaves the others as they are, and says what it means', () => {
    const rig = twoRuns();
    const told = ask(rig, { action: 'flatten', runId: 'other', reason });
    expect(told[0]).toBe(
      'The operator squares off run "other": looked (it stays flat until the operator resumes: sauda resume --reason "…")',
    );
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements.map(({ symbol }) => symbol)).toEqual([PE.symbol]);
  });

  it('of everything reaches every run', () => {
    const rig = twoRuns();
    const told = ask(rig, { action: 'flatten', runId: null, reason });
    expect(told).toContain('The operator squares off everything: looked');
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toHaveLength(2);
  });

  it('while the exchange is closed says what it waits for: of one run, its own legs', () => {
    const rig = twoRuns();
    rig.to('15:41');
    const told = ask(rig, { action: 'flatten', runId: RUN, reason });
    const closed = 'The exchange is closed: 1 leg will be squared off when it opens';
    expect(told.filter((text) => text.startsWith(closed))).toHaveLength(1);
    const all = ask(rig, { action: 'flatten', runId: null, reason });
    expect(all.join('\n')).toContain('The exchange is closed: 2 legs will be');
    const flat = startedRig({ from: '15:41' });
    expect(ask(flat, { action: 'flatten', runId: RUN, reason }).join()).not.toContain('closed');
    expect(ask(twoRuns(), { action: 'flatten', runId: RUN, reason }).join()).not.toContain(
      'closed',
    );
  });
});

describe('the end of a run', () => {
  it('is on record, with how and why', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: 'done' });
    expect(ended(rig)).toEqual([
      { kind: 'run-ended', atMs: rig.nowMs, runId: RUN, how: 'completed', detail: 'done' },
    ]);
  });

  it('is on record where the operator lets a held one go, and critical', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-held', runId: RUN, detail: 'differs' });
    ask(rig, { action: 'release', runId: RUN, how: 'stop', reason });
    const detail = 'released by the operator: looked';
    expect(ended(rig)).toMatchObject([{ runId: RUN, how: 'completed', detail }]);
  });

  it('ends that prices are wanted that only it watched', () => {
    const rig = startedRig();
    const effects = rig.watch({ kind: 'contract', contract: PE });
    expect(pricesWantedOf(effects)).toEqual([PE.symbol]);
    const ends = rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    expect(pricesWantedOf(ends)).toEqual([]);
  });
});

it('a run that was held goes on with a word to people', () => {
  const rig = startedRig();
  rig.step({ kind: 'run-held', runId: RUN, detail: 'differs' });
  const told = ask(rig, { action: 'release', runId: RUN, how: 'adopt', reason });
  expect(told).toEqual(['The held run continues: looked']);
  expect(noticesOf(rig.effects, 'info')).toEqual(told);
});

it('a held run is shown no contracts, and each underlying once when it runs', () => {
  const rig = startedRig();
  rig.step({
    kind: 'poll-ended',
    startedAtMs: rig.nowMs,
    subject: 'contracts',
    underlying: 'NIFTY',
    outcome: { kind: 'accepted', value: { contracts: [PE], malformed: [] } },
  });
  const contracts = { kind: 'contracts', underlying: 'NIFTY' } as const;
  const chain = {
    kind: 'chain',
    underlying: 'NIFTY',
    expiry: PE.expiry,
    strikesEachSide: 1,
  } as const;
  expect(inputsOf(rig.watch(contracts, chain))).toHaveLength(1);
  expect(inputsOf(rig.watch(chain, contracts))).toEqual([]);
  rig.watch();
  rig.step({ kind: 'run-held', runId: RUN, detail: 'differs' });
  expect(inputsOf(rig.watch(contracts))).toEqual([]);
});

describe('session edges', () => {
  it('of before the engine was made are no matter of its runs', () => {
    const rig = startedRig({ from: '16:00' });
    rig.pass(1_000);
    expect(inputsOf(rig.effects)).toEqual([]);
    const open = startedRig({ from: '15:40' });
    open.pass(1_000);
    expect(inputsOf(open.effects)).toEqual([]);
  });

  it('come in order, though time jumps over them', () => {
    const sessions = [
      { startMs: at('09:15'), endMs: at('11:30') },
      { startMs: at('13:00'), endMs: at('15:40') },
    ];
    const rig = startedRig({ from: '09:00', calendar: aCalendar(aDay({ sessions })) });
    rig.to('16:00');
    const edges = inputsOf(rig.effects).flatMap((input) =>
      input.kind === 'session-edge' ? [input.edge] : [],
    );
    expect(edges).toEqual(['open', 'close', 'open', 'close']);
  });
});

it('an unnamed program, and one with a name, are on every intent alike', () => {
  const hashes = [startedRig(), startedRig({ build: 'b2' })].map((rig) => {
    rig.place(aLeg());
    return rig.effects.flatMap((effect) =>
      effect.kind === 'record' && effect.entry.kind === 'intent' ? [effect.entry] : [],
    );
  });
  expect(JSON.stringify(hashes[0])).toContain('unnamed');
  expect(JSON.stringify(hashes[1])).toContain('b2');
});
