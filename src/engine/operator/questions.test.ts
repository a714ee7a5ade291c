import { describe, expect, it } from 'vitest';

import {
  aRun,
  type EngineRig,
  inputsOf,
  noticesOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type ClockTime, istClock } from '../../model/time/ist.ts';
import { type Effect } from '../effect.ts';

const reason = 'looked at it';
const ASK: Extract<Command, { kind: 'ask' }> = {
  kind: 'ask',
  question: 'go-on',
  message: 'Go on',
  until: null,
};

function asked(rig: EngineRig, until: ClockTime | null = null, runId = RUN): EngineRig {
  rig.step({ kind: 'commands-emitted', runId, commands: [{ ...ASK, until }] });
  return rig;
}

function codesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => (effect.kind === 'notice' ? [effect.notice.code] : []));
}

/** What comes of an answer. */
function answer(rig: EngineRig, question = 'go-on', runId = 'straddle'): readonly Effect[] {
  const request = { action: 'answer', runId, question, answer: 'yes', reason } as const;
  return rig.step({ kind: 'operator-asked', request });
}

function answersIn(effects: readonly Effect[], runId = RUN): readonly unknown[] {
  return inputsOf(effects, runId).filter(({ kind }) => kind === 'question-answered');
}

describe('a question of a run', () => {
  it('stands until it is answered, and the run hears it once', () => {
    const rig = asked(startedRig());
    expect(rig.engine.view().questions).toMatchObject([{ runId: RUN, question: 'go-on' }]);
    expect(codesOf(rig.effects)).toContain('question-asked');
    expect(noticesOf(rig.effects).at(-1)).toMatch(
      /^Go on\. Answer: sauda answer \S+ go-on yes --reason "…", or: sauda answer \S+ go-on no /,
    );
    expect(answersIn(answer(rig))).toMatchObject([{ question: 'go-on', answer: 'yes' }]);
    expect(rig.engine.view().questions).toEqual([]);
    const again = answer(rig);
    expect(answersIn(again)).toEqual([]);
    expect(noticesOf(again)).toEqual([
      'Answer: the run does not ask "go-on" (any more): the run asks nothing',
    ]);
  });

  it('is repeated after a restart', () => {
    const rig = asked(startedRig());
    const lastAtMs = rig.nowMs;
    rig.nowMs += 30_000;
    const told = noticesOf(rig.step({ kind: 'restarted', lastAtMs }), 'critical');
    expect(told).toEqual([expect.stringMatching(/^The run still asks: Go on\. Answer: sauda /)]);
  });

  it('is one, however often it is asked', () => {
    const rig = asked(asked(startedRig()));
    expect(rig.engine.view().questions).toHaveLength(1);
  });

  it('is replaced by another of its name, to which no answer of the first counts', () => {
    const rig = asked(startedRig());
    const firstMs = rig.nowMs;
    rig.to('09:35');
    const told = noticesOf(asked(rig).effects, 'critical').at(-1) ?? '';
    expect(told).toMatch(
      new RegExp(
        `^Go on\\. It replaces the question of ${istClock(firstMs)} IST, whose answer no longer counts\\. Answer: sauda answer \\S+ go-on\\.2 yes `,
      ),
    );
    expect(rig.engine.view().questions).toMatchObject([{ question: 'go-on.2', name: 'go-on' }]);
    const outdated = answer(rig);
    expect(answersIn(outdated)).toEqual([]);
    expect(codesOf(outdated)).toEqual(['answer-outdated']);
    expect(noticesOf(outdated)).toEqual([
      expect.stringMatching(
        /^Answer: "go-on" is an earlier question, nothing was done\. The run asked anew at 09:35:00 IST: Go on\. Answer: sauda answer \S+ go-on\.2 yes /,
      ),
    ]);
    expect(rig.engine.view().questions).toHaveLength(1);
    expect(answersIn(answer(rig, 'go-on.2'))).toMatchObject([{ question: 'go-on' }]);
  });

  it.each(['go-on.1', 'go-on.02', 'go-on.3', 'go-on.', 'go-on.x'])(
    'is not one that was never asked by the name %s',
    (question) => {
      const rig = asked(asked(startedRig()));
      expect(codesOf(answer(rig, question))).toEqual(['answer-declined']);
      expect(rig.engine.view().questions).toHaveLength(1);
    },
  );

  it('is another question after the first was answered', () => {
    const rig = asked(startedRig());
    answer(rig);
    asked(rig);
    expect(codesOf(answer(rig))).toEqual(['answer-outdated']);
    expect(answersIn(answer(rig, 'go-on.2'))).toHaveLength(1);
  });

  it('is of one run: another of the same name is left alone', () => {
    const other = 'other@2026-11-20/paper';
    const rig = startedRig();
    rig.start(aRun({ runId: other, strategy: 'other' }));
    asked(asked(rig), null, other);
    const answered = answer(rig, 'go-on', 'other');
    expect([answersIn(answered), answersIn(answered, other)]).toMatchObject([[], [{}]]);
    expect(rig.engine.view().questions).toMatchObject([{ runId: RUN }]);
  });

  it('names what the run asks where another name was typed', () => {
    const answered = answer(asked(startedRig()), 'goon');
    expect(noticesOf(answered)).toEqual([
      'Answer: the run does not ask "goon" (any more): it asks go-on; nearest: go-on',
    ]);
    expect(answersIn(answered)).toEqual([]);
  });

  it('takes no answer from its time on, nor from a run that has ended', () => {
    const late = asked(startedRig(), '09:40');
    late.to('09:39');
    expect(late.engine.view().questions).toHaveLength(1);
    late.to('09:40');
    expect(late.engine.view().questions).toEqual([]);
    expect(answersIn(answer(late))).toEqual([]);
    const over = asked(startedRig());
    over.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    expect(over.engine.view().questions).toEqual([]);
    expect(answersIn(answer(over))).toEqual([]);
  });
});
