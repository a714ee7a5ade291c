import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  noticesOf,
  PE,
  pollsOf,
  refusalsOf,
  RigProblem,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';

const ACCEPTED = { kind: 'accepted', orderId: null, detail: '' } as const;
const EXIT = aLeg({ role: 'exit', side: 'buy' });

function detailOf(rig: UnseenRig, tag: string): string | undefined {
  return rig.engine.view().intents.find((intent) => intent.tag === tag)?.detail;
}

describe('an order that never arrived', () => {
  it('says by what that is known, and what was answered', () => {
    const rig = new UnseenRig();
    const lost = rig.send('lost');
    const taken = rig.send(ACCEPTED, aLeg({ leg: 'pe', contract: PE }));
    rig.look(70);
    expect(detailOf(rig, lost.tag)).toMatch(
      /^\d+ clean polls and \d+ look-ups .* over 60 s do not/,
    );
    expect(detailOf(rig, taken.tag)).toMatch(/^was answered as accepted, but \d+ clean polls/);
  });

  it('is neither absent by the list alone, nor by its tag alone, while both can be looked at', () => {
    const rig = new UnseenRig();
    rig.tagLookUp = 'works';
    const { tag } = rig.send('lost');
    for (let second = 0; second < 90; second += 1) {
      rig.pass(1_000);
      rig.orders();
    }
    expect(rig.stateOf(tag)).toBe('unknown');
    expect(rig.engine.view().intents).toMatchObject([{ search: { tagPolls: 0 } }]);
  });

  it('is cancelled as an exit of the engine: people hear of it, and another leaves', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    const { tag } = rig.answerLast('lost');
    rig.look(61);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
      new RegExp(
        `^The exit order of leg "ce" \\(.*, tag ${tag}\\) never arrived: \\d+ clean polls`,
      ),
    );
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('is not wanted any more where its leg is squared off, and is no word for the operator', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    rig.look(61);
    expect(rig.stateOf(tag)).toBe('absent');
    rig.command({ kind: 'squareOff', legs: ['ce'], reason: '15:10' });
    expect(rig.stateOf(tag)).toBe('refused');
    expect(refusalsOf(rig.effects).at(-1)).toBe('Not sent again: leg "ce" is being squared off');
    expect(rig.engine.view()).toMatchObject({ heldCount: 0, squareOffs: [] });
  });

  it('stays held where another leg is squared off', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg({ leg: 'pe', contract: PE }));
    const { tag } = rig.send('lost');
    rig.look(61);
    rig.command({ kind: 'squareOff', legs: ['pe'], reason: '15:10' });
    rig.look(1);
    expect(rig.stateOf(tag)).toBe('absent');
  });

  it('is sent once more with a word to people, and then held', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    const { tag } = rig.send('lost');
    rig.look(61);
    expect(noticesOf(rig.effects, 'warning').at(-1)).toMatch(/tag .*\) is sent once more$/);
    rig.fresh();
    rig.answerLast('lost');
    rig.look(70);
    expect(rig.stateOf(tag)).toBe('absent');
    expect(rig.engine.view().intents).toMatchObject([{ resends: 1, isResendAsked: false }]);
  });

  it('leaves an exit that is asked for anew open to its run, once', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg({ quantityUnits: 150 }));
    rig.send('lost', EXIT);
    rig.look(67);
    const again = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(again).toMatchObject([{ side: 'buy', quantityUnits: 75 }]);
  });
});

describe('look-ups by tag', () => {
  it('are one at a time, and go on once the last is answered', () => {
    const rig = new UnseenRig();
    rig.send('lost');
    rig.send('lost', aLeg({ leg: 'pe', contract: PE }));
    const asked = (): readonly string[] =>
      pollsOf(rig.effects).flatMap((poll) => (poll.subject === 'orders-of-tag' ? [poll.tag] : []));
    rig.pass(30_000);
    rig.pass(30_000);
    expect(asked()).toHaveLength(1);
    const [tag = ''] = asked();
    rig.step({
      kind: 'poll-ended',
      subject: 'orders-of-tag',
      tag,
      startedAtMs: rig.nowMs,
      outcome: { kind: 'accepted', value: [] },
    });
    rig.pass(500);
    expect(asked()).toHaveLength(2);
    expect(new Set(asked()).size).toBe(2);
  });

  it('that fail are told once, to people alone: runs have no use for it', () => {
    const rig = new UnseenRig();
    rig.tagLookUp = 'fails';
    rig.send('lost');
    rig.look(59);
    const told = noticesOf(rig.effects, 'warning').filter((text) => text.includes('by tag'));
    expect(told).toEqual([expect.stringMatching(/^The look-up by tag never answers: /)]);
    const failed = rig.effects.filter((effect) => {
      return effect.kind === 'deliver' && effect.input.kind === 'poll-failed';
    });
    expect(failed).toEqual([]);
    expect(noticesOf(rig.effects).join()).not.toContain('Poll of');
  });

  it('that answer at times are waited for', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    rig.look(7);
    rig.tagLookUp = 'fails';
    rig.look(90);
    expect(noticesOf(rig.effects, 'warning').join()).not.toContain('never answers');
    expect(rig.stateOf(tag)).toBe('unknown');
  });

  it('of a tag that is found meanwhile come to nothing', () => {
    const rig = new UnseenRig();
    const element = rig.send('lost');
    rig.pass(5_000);
    rig.show(aRecord(element));
    const [poll] = pollsOf(rig.effects).filter(({ subject }) => subject === 'orders-of-tag');
    if (poll?.subject !== 'orders-of-tag') throw new RigProblem('no look-up');
    const startedAtMs = rig.nowMs;
    const effects = [
      { kind: 'accepted', value: [] } as const,
      { kind: 'rejected', rejection: { form: 'not-sent', reason: 'r' } } as const,
    ].flatMap((outcome) => rig.step({ kind: 'poll-ended', ...poll, startedAtMs, outcome }));
    expect(noticesOf(effects)).toEqual([]);
    expect(rig.stateOf(element.tag)).toBe('accepted');
  });
});
