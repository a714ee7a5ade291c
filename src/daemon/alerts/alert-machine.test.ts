import { expect, it } from 'vitest';

import { type AlertSignal } from './alert.ts';
import { AlertMachine } from './alert-machine.ts';

const MINUTE_MS = 60_000;
const PACE = { repeatsMs: [5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS], perMinuteMax: 3 };
const START_MS = 1_790_000_000_000;

function aSignal(over: Partial<AlertSignal> = {}): AlertSignal {
  return {
    key: 'halted ',
    code: 'halted',
    severity: 'critical',
    runId: null,
    what: 'The account is halted',
    action: 'sauda resume',
    lasts: 'clears',
    notVia: null,
    ...over,
  };
}

function kindsAt(machine: AlertMachine, minutes: number): readonly string[] {
  return machine.due(START_MS + minutes * MINUTE_MS).map(({ kind }) => kind);
}

it('repeats at growing intervals until someone acknowledges, and still clears', () => {
  const machine = new AlertMachine(PACE);
  machine.raise(aSignal(), START_MS);
  const heard: string[] = [];
  for (let minutes = 0; minutes <= 140; minutes += 1) {
    for (const kind of kindsAt(machine, minutes)) heard.push(`${kind} ${String(minutes)}`);
  }
  expect(heard).toEqual(['fired 0', 'repeated 5', 'repeated 20', 'repeated 80', 'repeated 140']);
  expect(machine.acknowledge('a1', 'at it', START_MS + 141 * MINUTE_MS)).toBe(true);
  expect(kindsAt(machine, 400)).toEqual([]);
  machine.clear('halted ', START_MS + 401 * MINUTE_MS);
  expect(kindsAt(machine, 401)).toEqual(['cleared']);
  expect(machine.standing).toEqual([]);
});

it('reports what is told once a single time, in a later process too, and clears it', () => {
  const machine = new AlertMachine(PACE);
  machine.raise(aSignal({ isToldOnce: true }), START_MS);
  expect(kindsAt(machine, 0)).toEqual(['fired']);
  const later = new AlertMachine(PACE, machine.kept);
  later.raise(aSignal({ isToldOnce: true }), START_MS + MINUTE_MS);
  for (let minutes = 1; minutes <= 140; minutes += 1) expect(kindsAt(later, minutes)).toEqual([]);
  later.clear('halted ', START_MS + 141 * MINUTE_MS);
  expect(kindsAt(later, 141)).toEqual(['cleared']);
});

it('reports one that gets worse at once, acknowledged or not', () => {
  const machine = new AlertMachine(PACE);
  machine.raise(aSignal({ severity: 'warning' }), START_MS);
  expect(kindsAt(machine, 0)).toEqual(['fired']);
  machine.acknowledge('a1', '', START_MS);
  machine.raise(aSignal(), START_MS + MINUTE_MS);
  expect(kindsAt(machine, 1)).toEqual(['repeated']);
});

it('ends what happened by its acknowledgement, and reports the next one', () => {
  const machine = new AlertMachine(PACE);
  machine.raise(aSignal({ lasts: 'happened' }), START_MS);
  kindsAt(machine, 0);
  machine.acknowledge('a1', 'read', START_MS + MINUTE_MS);
  expect(kindsAt(machine, 1)).toEqual(['cleared']);
  machine.raise(aSignal({ lasts: 'happened' }), START_MS + 2 * MINUTE_MS);
  expect(kindsAt(machine, 2)).toEqual([]);
  expect(kindsAt(machine, 5)).toEqual(['fired']);
  expect(machine.standing.map(({ id }) => id)).toEqual(['a2']);
});

it('makes one line of a flood, and still clears each', () => {
  const machine = new AlertMachine(PACE);
  for (let number = 0; number < 10; number += 1) {
    machine.raise(aSignal({ key: `k${String(number)}` }), START_MS);
  }
  const sent = machine.due(START_MS);
  expect(sent.map(({ kind }) => kind)).toEqual(['fired', 'fired', 'fired', 'summary']);
  expect(sent.at(-1)?.leftOut).toBe(7);
  for (let number = 0; number < 10; number += 1) {
    machine.clear(`k${String(number)}`, START_MS + 2 * MINUTE_MS);
  }
  const cleared = machine.due(START_MS + 2 * MINUTE_MS);
  expect(cleared.map(({ kind }) => kind)).toEqual(['cleared', 'cleared', 'cleared', 'summary']);
});

it('sends what is critical of a flood before warnings and all clears that are older', () => {
  const machine = new AlertMachine(PACE);
  for (const key of ['over 1', 'over 2']) machine.raise(aSignal({ key }), START_MS);
  kindsAt(machine, 0);
  for (const key of ['over 1', 'over 2']) machine.clear(key, START_MS + 10 * MINUTE_MS);
  for (const key of ['w1', 'w2', 'w3']) {
    machine.raise(aSignal({ key, severity: 'warning' }), START_MS + 10 * MINUTE_MS);
  }
  machine.raise(aSignal({ key: 'unknown-intent' }), START_MS + 10 * MINUTE_MS);
  const sent = machine.due(START_MS + 10 * MINUTE_MS);
  expect(sent.map(({ alert }) => alert?.key)).toEqual(['unknown-intent', 'w1', 'w2', undefined]);
});

it('keeps a bound on alerts, and says how many more there were', () => {
  const machine = new AlertMachine(PACE);
  for (let number = 0; number < 600; number += 1) {
    machine.raise(aSignal({ key: `k${String(number)}` }), START_MS);
  }
  expect(machine.standing).toHaveLength(500);
  expect(machine.due(START_MS).at(-1)).toMatchObject({ kind: 'summary', leftOut: 597 });
});

it('is not silenced by a clock that is set back', () => {
  const machine = new AlertMachine(PACE);
  machine.raise(aSignal(), START_MS);
  kindsAt(machine, 0);
  expect(kindsAt(machine, -600)).toEqual(['repeated']);
});

it('clears one that comes and goes at most once in the quiet time, and does not forget to', () => {
  const machine = new AlertMachine(PACE);
  const goes = (minutes: number, step: 'raise' | 'clear'): readonly string[] => {
    const nowMs = START_MS + minutes * MINUTE_MS;
    if (step === 'raise') machine.raise(aSignal(), nowMs);
    else machine.clear('halted ', nowMs);
    return kindsAt(machine, minutes);
  };
  expect(goes(0, 'raise')).toEqual(['fired']);
  expect(goes(4, 'clear')).toEqual(['cleared']);
  expect(goes(5, 'raise')).toEqual(['fired']);
  expect(goes(6, 'clear')).toEqual([]);
  expect(kindsAt(machine, 8)).toEqual([]);
  expect(kindsAt(machine, 9)).toEqual(['cleared']);
});
