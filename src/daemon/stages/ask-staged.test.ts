import { expect, it } from 'vitest';

import { statusOf } from '../../day/day-status.ts';
import { EMPTY_VIEW, type EngineView } from '../../engine/engine-view.ts';
import { withShadow } from './ask-staged.ts';

const asked = (runId: string): EngineView['questions'][number] => {
  return {
    runId,
    name: 'go-on',
    question: 'go-on',
    message: 'Go on?',
    askedAtMs: 1,
    untilMs: null,
  };
};

it('lists what shadow runs ask among the questions to answer', () => {
  const own = { ...EMPTY_VIEW, questions: [asked('a@2026-10-30/live')] };
  const shadow = { ...EMPTY_VIEW, questions: [asked('b@2026-10-30/paper')] };
  const { questions } = withShadow(statusOf(own), { books: shadow });
  expect(questions.map(({ runId }) => runId)).toEqual(['a@2026-10-30/live', 'b@2026-10-30/paper']);
  expect(questions[1]?.next[0]).toContain('sauda answer b@2026-10-30/paper go-on yes');
});
