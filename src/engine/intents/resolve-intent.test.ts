import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned, putInto } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  each,
  noticesOf,
  PE,
  refusalsOf,
  RUN,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { type Desk } from '../desk.ts';
import { type EntryGroup, type Intent } from './intent.ts';
import { resolveIntent } from './resolve-intent.ts';

const ACCEPTED = { kind: 'accepted', orderId: 'platform-1', detail: '' } as const;
const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;
const EXIT = aLeg({ role: 'exit', side: 'buy' });

/** Two legs of one command whose only request is never answered. */
function sendBoth(rig: UnseenRig): readonly string[] {
  rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE }));
  rig.fresh();
  const [attempt] = rig.sent('place');
  if (attempt !== undefined) rig.answer(attempt, TIMEOUT);
  return attempt?.request.elements.map(({ tag }) => tag) ?? [];
}

describe('what the operator says', () => {
  it('gives an unknown or held entry up, and says so to its run', () => {
    for (const seconds of [5, 61]) {
      const rig = new UnseenRig();
      const { tag } = rig.send('lost');
      rig.look(seconds);
      rig.resolve(tag, 'absent');
      expect(rig.stateOf(tag)).toBe('refused');
      expect(refusalsOf(rig.effects).at(-1)).toContain('The operator says that it never arrived');
      rig.send(ACCEPTED);
    }
  });

  it('is told as done, so that the warnings that follow are no refusal of it', () => {
    for (const as of ['absent', 'resend'] as const) {
      const rig = new UnseenRig();
      const { tag } = rig.send('lost');
      rig.look(61);
      rig.fresh();
      rig.resolve(tag, as);
      expect(noticesOf(rig.effects, 'info').at(-1)).toBe(`Resolved "${tag}" as ${as}`);
    }
  });

  it('frees the units of an exit', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const { tag } = rig.answerLast('lost');
    rig.resolve(tag, 'absent');
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'buy', quantityUnits: 75 });
  });

  it('sends an entry once more under its tag', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    rig.look(61);
    rig.fresh();
    rig.resolve(tag, 'resend');
    expect(rig.answerLast(ACCEPTED).tag).toBe(tag);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'accepted', resends: 1 }]);
  });

  it('sends held entries of one command once more together, when each was asked for', () => {
    const rig = new UnseenRig();
    const [tag = '', other = ''] = sendBoth(rig);
    rig.look(61);
    rig.fresh();
    for (let times = 0; times < 2; times += 1) rig.resolve(other, 'resend');
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain(
      `together with leg "ce" (tag ${tag})`,
    );
    expect([tag, other].map((one) => rig.stateOf(one))).toEqual(['absent', 'absent']);
    expect(rig.sent('place')).toEqual([]);
    rig.resolve(tag, 'resend');
    const [attempt] = rig.sent('place');
    expect(attempt?.request.elements.map((element) => element.tag)).toEqual([tag, other]);
    if (attempt !== undefined) rig.answer(attempt, each([tag, other], ACCEPTED));
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('drops what was to leave with an entry that is given up', () => {
    const rig = new UnseenRig();
    const [tag = '', other = ''] = sendBoth(rig);
    rig.look(61);
    rig.fresh();
    rig.resolve(other, 'resend');
    rig.resolve(tag, 'absent');
    expect([tag, other].map((one) => rig.stateOf(one))).toEqual(['refused', 'refused']);
    expect(rig.sent('place')).toEqual([]);
  });

  it('sends nothing once more while another leg of the command is unknown, and leaves it resolvable', () => {
    const rig = new UnseenRig();
    const [tag = '', other = ''] = sendBoth(rig);
    rig.look(5);
    rig.resolve(tag, 'resend');
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain(
      `leg "pe" of the same command is unknown`,
    );
    expect([tag, other].map((one) => rig.stateOf(one))).toEqual(['unknown', 'unknown']);
    rig.look(61);
    rig.fresh();
    rig.resolve(tag, 'resend');
    rig.resolve(other, 'resend');
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('sends nothing once more whose other leg came to nothing', () => {
    const rig = new UnseenRig();
    const [tag = '', other = ''] = sendBoth(rig);
    rig.look(61);
    rig.fresh();
    rig.resolve(other, 'absent');
    rig.resolve(tag, 'resend');
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain(
      'leg "pe" of the same command is refused',
    );
    expect(rig.stateOf(tag)).toBe('absent');
    rig.resolve(tag, 'absent');
    expect(rig.stateOf(tag)).toBe('refused');
    expect(rig.sent('place')).toEqual([]);
  });

  it('is not done where it cannot be, and what can be is said', () => {
    const rig = new UnseenRig();
    const warnings = (): string | undefined => noticesOf(rig.effects, 'warning').at(-1);
    rig.resolve('strange', 'absent');
    expect(warnings()).toContain(
      'found no order, start, signal or carried leg of this name, allowed none now',
    );
    const held = rig.hold(aLeg());
    rig.resolve(held.tag, 'absent');
    expect(warnings()).toContain('polls have shown it');
    const exit = rig.send('lost', EXIT);
    rig.resolve(exit.tag, 'resend');
    expect(warnings()).toContain('allowed an entry');
    rig.resolve('strange', 'absent');
    expect(warnings()).toContain(`allowed ${exit.tag}`);
    const taken = rig.send(ACCEPTED, aLeg({ leg: 'pe', contract: PE }));
    rig.resolve(taken.tag, 'resend');
    expect(warnings()).toContain('answered as accepted');
    expect(rig.sent('place')).toEqual([]);
  });

  it('sends nothing once more for a run that is over or a leg that is being squared off', () => {
    const over = new UnseenRig();
    const { tag } = over.send('lost');
    over.step({
      kind: 'run-ended',
      runId: 'straddle@2026-11-20/paper',
      how: 'completed',
      detail: '',
    });
    over.resolve(tag, 'resend');
    expect(noticesOf(over.effects, 'warning').at(-1)).toContain('found its run completed');
    const leaving = new UnseenRig();
    const entry = leaving.send('lost');
    leaving.command(SQUARE_OFF);
    leaving.resolve(entry.tag, 'resend');
    expect(noticesOf(leaving.effects, 'warning').at(-1)).toContain('being squared off');
    expect(leaving.sent('place')).toEqual([]);
  });
});

describe('what cannot be resolved', () => {
  /** An entry of a command of three, whose outcome is unknown. */
  function group(): { readonly desk: Desk; readonly intents: readonly Intent[] } {
    const desk = aDesk();
    const of: EntryGroup = { intents: [], hedgedAtMs: null };
    const intents = ['a', 'b', 'c'].map((leg) => planned(desk, aLeg({ leg }), { group: of }));
    for (const intent of intents) {
      putInto(intent, 'unknown');
      desk.doubts.open(intent, 0);
    }
    leftDesk(desk);
    return { desk, intents };
  }

  it('names the first leg of the command that has fallen', () => {
    const { desk, intents } = group();
    const [own, first, last] = intents;
    for (const intent of [first, last]) if (intent !== undefined) putInto(intent, 'rejected');
    resolveIntent(desk, own?.tag ?? '', 'resend');
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      expect.stringContaining('leg "b" of the same command is rejected'),
    ]);
  });

  it('is said to the run of the order, and of a tag that there is not to all', () => {
    const { desk, intents } = group();
    const runsTold = (tag: string): readonly (string | null)[] => {
      resolveIntent(desk, tag, 'arrived');
      return leftDesk(desk).flatMap((effect) =>
        effect.kind === 'notice' ? [effect.notice.runId] : [],
      );
    };
    expect(runsTold(intents[0]?.tag ?? '')).toEqual([RUN]);
    expect(runsTold('none')).toEqual([null]);
  });

  it('lists by tag what can be, and not what polls have shown', () => {
    const { desk, intents } = group();
    const [open, seen, held] = intents;
    if (seen !== undefined) putInto(seen, 'refused');
    if (held !== undefined) putInto(held, 'absent');
    resolveIntent(desk, 'none', 'absent');
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      expect.stringContaining(`allowed ${open?.tag ?? ''}, ${held?.tag ?? ''}`),
    ]);
  });

  it('is sent once more where no leg of it is being squared off', () => {
    const desk = aDesk();
    const intent = Object.assign(planned(desk), { state: 'absent' });
    desk.doubts.open(intent, 0);
    resolveIntent(desk, intent.tag, 'resend');
    expect(intent.state).toBe('waiting');
  });
});

it('an entry whose leg is being squared off is not sent once more', () => {
  const desk = aDesk();
  const intent = Object.assign(planned(desk), { state: 'absent' });
  desk.doubts.open(intent, 0);
  const about = { reason: '', startedAtMs: 0, isTold: true, isOverdueNoticed: false };
  desk.squareOffs.add({ runId: RUN, scope: ['ce'], origin: 'strategy', ...about });
  resolveIntent(desk, intent.tag, 'resend');
  expect(intent.state).toBe('absent');
  expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
    expect.stringContaining('found leg "ce" being squared off'),
  ]);
});
