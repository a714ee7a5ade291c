import { nearestWord } from '../../base/nearest-word.ts';
import { type Command } from '../../model/orders/command.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type Desk, type Telling } from '../desk.ts';
import { type Run } from '../lifecycle/run-book.ts';
import { type Question } from './question-book.ts';

type Asking = Telling & Pick<Desk, 'questions' | 'day'>;

/** Tells the operator what a run wants to know, and what of the same name it no longer does. */
export function askOperator(
  desk: Asking,
  { question: name, message, until }: Extract<Command, { kind: 'ask' }>,
  runId: string,
): void {
  const { questions, day, nowMs, outbox } = desk;
  const untilMs = until === null ? null : instantAt(day.date, until);
  const replaced = openQuestions(desk).find((of) => of.runId === runId && of.name === name);
  const { question } = questions.add({ runId, name, message, askedAtMs: nowMs, untilMs });
  const replacedAtMs = replaced?.askedAtMs ?? null;
  outbox.notice('question-asked', runId, { question, message, replacedAtMs });
}

/** Hands the operator's answer to the run that asked. */
export function takeAnswer(
  desk: Asking,
  { question: asked, answer, reason }: Extract<OperatorRequest, { action: 'answer' }>,
  run: Run,
): void {
  const { runId } = run.header;
  const open = openQuestions(desk).filter((one) => one.runId === runId);
  const question = open.find((one) => one.question === asked);
  if (question === undefined) {
    const anew = open.find(({ name }) => name === asked.split('.')[0]);
    if (anew !== undefined && desk.questions.wasAsked(runId, asked)) {
      const { message, askedAtMs } = anew;
      const facts = { question: asked, anew: anew.question, message, askedAtMs };
      desk.outbox.notice('answer-outdated', runId, facts);
      return;
    }
    const names = open.map((one) => one.question);
    const nearest = nearestWord(asked, names);
    desk.outbox.notice('answer-declined', runId, { question: asked, open: names, nearest });
    return;
  }
  desk.questions.remove(question);
  desk.outbox.notice('question-answered', runId, { question: asked, answer, reason });
  const atMs = desk.nowMs;
  const { name } = question;
  desk.outbox.deliver(runId, { kind: 'question-answered', atMs, question: name, answer });
}

/** Questions whose answer a run waits for, oldest first. */
export function openQuestions({
  questions,
  runs,
  nowMs,
}: Pick<Desk, 'questions' | 'runs' | 'nowMs'>): readonly Question[] {
  return questions
    .all()
    .filter(({ runId, untilMs }) => runs.isRunning(runId) && nowMs < (untilMs ?? Infinity));
}
