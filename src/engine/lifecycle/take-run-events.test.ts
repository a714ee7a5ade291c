import { describe, expect, it } from 'vitest';

import { aDesk, held, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { aRecord, aRun, at, noticesOf, RUN } from '../../../test/support/engine-rig.ts';
import { ELEMENT } from '../../../test/support/recount-rig.ts';
import { type Desk } from '../desk.ts';
import { adoptRun, endRun, flattenRuns, letGo, startRun } from './take-run-events.ts';

const ENDED = { kind: 'run-ended', atMs: 0, runId: RUN } as const;
const NEW = aRun({ runId: 'new', strategy: 'new' });

describe('a run', () => {
  it('that starts is journaled', () => {
    const desk = aDesk();
    startRun(desk, { run: NEW });
    expect(leftDesk(desk)).toContainEqual({
      kind: 'record',
      entry: { kind: 'run-started', atMs: desk.nowMs, run: NEW },
    });
  });

  it('that fails is critical and squared off; one that completes is neither', () => {
    const done = aDesk();
    endRun(done, { ...ENDED, how: 'completed', detail: '' });
    expect(noticesOf(leftDesk(done))).toEqual([]);
    expect(done.squareOffs.active()).toEqual([]);
    const desk = aDesk();
    endRun(desk, { ...ENDED, how: 'failed', detail: 'it threw' });
    expect(noticesOf(leftDesk(desk), 'critical')).toEqual(['The strategy failed: it threw']);
    expect(desk.squareOffs.active()).toMatchObject([{ scope: 'all', origin: 'failure' }]);
  });

  it('that was held and goes on has nothing left of why it was', () => {
    const desk = aDesk();
    const run = Object.assign(desk.runs.get(RUN), {
      state: 'held',
      isQuarantined: true,
      detail: 'command 3 differs',
    });
    adoptRun(desk, run, 'looked');
    expect(run).toMatchObject({ state: 'running', isQuarantined: false, detail: '' });
  });

  it.each([
    ['flatten', 'failed', 1],
    ['stop', 'completed', 0],
  ] as const)('that was held and is let go to %s is over', (how, state, squareOffs) => {
    const desk = aDesk();
    const run = Object.assign(desk.runs.get(RUN), { state: 'held', isQuarantined: true });
    letGo(desk, run, { how, reason: 'looked' });
    expect(run).toMatchObject({ state, isQuarantined: false });
    expect(desk.squareOffs.active()).toHaveLength(squareOffs);
    expect(noticesOf(leftDesk(desk))).toEqual([
      'The held run is ended, nothing of it is open: looked',
    ]);
  });

  it.each([
    ['flatten', 'everything of it is squared off'],
    ['stop', 'its orders and positions stay as they are: handle them yourself'],
  ] as const)('that was held with something open says what becomes of it: %s', (how, said) => {
    const desk = aDesk();
    held(desk, -75);
    letGo(desk, Object.assign(desk.runs.get(RUN), { state: 'held' }), { how, reason: 'looked' });
    expect(noticesOf(leftDesk(desk), 'critical')[0]).toContain(said);
  });
});

describe('a square-off that the operator asks for', () => {
  it.each(['running', 'held'] as const)('keeps a run that is %s flat', (state) => {
    const desk = aDesk();
    desk.runs.get(RUN).state = state;
    flattenRuns(desk, RUN, 'enough');
    expect(desk.locks.all()).toMatchObject([{ runId: RUN, protection: 'operator' }]);
  });

  it('of a run that is over, or of all, locks none', () => {
    const desk = aDesk();
    flattenRuns(desk, null, 'enough');
    desk.runs.get(RUN).state = 'completed';
    flattenRuns(desk, RUN, 'enough');
    expect(desk.locks.all()).toEqual([]);
  });

  it('of everything names what is in no book, that of one run does not', () => {
    const desk = aDesk();
    const orphan = aRecord(ELEMENT, { status: 'completed', filledUnits: 75 });
    desk.orders.observe([orphan], { observedAtMs: 0, ageMsMax: 0 }, () => null);
    flattenRuns(desk, RUN, 'enough');
    const ofOne = noticesOf(leftDesk(desk)).join();
    expect(ofOne).not.toContain('in no book');
    expect(ofOne).not.toContain('are not squared off');
    flattenRuns(desk, null, 'enough');
    const told = noticesOf(leftDesk(desk), 'critical');
    expect(told[0]).toContain('but not 1 contract of orders that are in no book');
    expect(told.join()).toContain(`units of ${ELEMENT.symbol} are not squared off`);
  });

  it('is critical only where something is open, works, or may be open', () => {
    const graded = (prepare: (desk: Desk) => void): number => {
      const desk = aDesk();
      prepare(desk);
      flattenRuns(desk, RUN, 'enough');
      return noticesOf(leftDesk(desk), 'critical').length;
    };
    expect(graded(() => undefined)).toBe(0);
    expect(graded((desk) => held(desk, -75))).toBeGreaterThan(0);
    expect(graded((desk) => planned(desk))).toBeGreaterThan(0);
    const custom = { runId: RUN, position: 'condor', askedAtMs: 0, exitAtMs: null };
    for (const state of ['started', 'start-unknown'] as const) {
      const opened = (desk: Desk): void => {
        desk.customPositions.start(custom).state = state;
      };
      expect(graded(opened)).toBeGreaterThan(0);
    }
  });

  it('outside of the session says when it will be done', () => {
    const desk = aDesk();
    desk.nowMs = at('16:00');
    held(desk, -75);
    flattenRuns(desk, RUN, 'enough');
    expect(noticesOf(leftDesk(desk), 'critical')).toContain(
      'The exchange is closed: 1 leg will be squared off when it opens, if the program runs then',
    );
  });

  it('reaches positions that runs of earlier days left, where all is asked for', () => {
    const desk = aDesk();
    const of = { runId: 'earlier', position: 'condor', askedAtMs: 0, exitAtMs: null };
    const custom = desk.customPositions.start(of);
    custom.state = 'started';
    flattenRuns(desk, RUN, 'enough');
    expect(custom.isSquareOffWanted).toBe(false);
    flattenRuns(desk, null, 'enough');
    expect(custom.isSquareOffWanted).toBe(true);
  });
});
