import { expect, test } from 'vitest';
import { type RequestIdentity } from './fault-plan.ts';
import { readFaultScript } from './read-fault-script.ts';

const PLACE: RequestIdentity = {
  role: 'orders',
  method: 'POST',
  path: '/place',
  ordinal: 1,
  atMs: 0,
};

test('a script names faults by route and number', () => {
  const script = readFaultScript(
    '{"route":"POST /place","nth":2,"fault":"F5;afterMs=20000"}\n\n{"route":"GET /today-orders","fault":"F21"}\n',
    'faults.jsonl',
  );
  if (!script.ok) throw new TypeError(script.error);
  const plan = script.value;
  expect(plan.faultOf(PLACE)).toBeNull();
  expect(plan.faultOf({ ...PLACE, ordinal: 2 })).toMatchObject({ name: 'F5', afterMs: 20_000 });
  for (const ordinal of [1, 7]) {
    const read = { ...PLACE, method: 'GET', path: '/today-orders?x=1', ordinal };
    expect(plan.faultOf(read)?.name).toBe('F21');
  }
});

test.each([
  ['{', 'f:1: Not JSON'],
  ['\n{"route":"POST /place","fault":"F99"}', 'f:2: Unknown fault "F99"'],
  ['{"route":"POST /nowhere","fault":"F3"}', 'f:1: Unknown route "POST /nowhere"'],
  ['{"route":"POST /place","nth":0,"fault":"F3"}', 'f:1: nth: '],
  ['{"route":"POST /place","faults":"F3"}', 'f:1: '],
  ['{"route":"POST /place","fault":"F3;afterMs=1"}', 'f:1: F3 takes no afterMs'],
  [
    '{"route":"POST /place","fault":"F5;afterMs=x"}',
    'f:1: afterMs must be 0 to 3600000, found "x"',
  ],
  [
    '{"route":"POST /place","fault":"F6;variant=x"}',
    'f:1: F6 has no variant "x": wanted 500-before',
  ],
  ['{"route":"POST /place","fault":"F3;x=1"}', 'f:1: Unknown parameter "x"'],
  ['{"route":"POST /place","fault":"F40"}', 'f:1: F40 befalls no request'],
  [
    '{"route":"POST /place","fault":"F21"}',
    'f:1: F21 cannot befall "place": wanted F1, F2, F3, F4, F5, F6',
  ],
  ['{"route":"GET /order","fault":"F5"}', 'f:1: F5 cannot befall "order": wanted F1, F2, F3, F4'],
  ['{"route":"GET /contracts","fault":"F32"}', 'f:1: F32 cannot befall "contracts"'],
])('%j is refused: %s', (text, problem) => {
  const script = readFaultScript(text, 'f');
  expect(script.ok ? '' : script.error).toContain(problem);
});
