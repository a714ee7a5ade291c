import { type DayPicture } from '../../audit/day-picture.ts';
import { type DayStatus, statusOf } from '../../day/day-status.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { runMeant } from '../../model/runs/run.ts';
import { type ToldNotice } from '../../notices/told-notice.ts';
import { type DayRequest } from '../control/control-request.ts';
import { type DrivenDay } from '../drive-day.ts';
import { type ReloadDesk } from '../reload/reload-desk.ts';

type Staged = Pick<DrivenDay, 'trading' | 'shadow'>;

/** Asks whoever a request is for: the desk of changed files, or a day. */
export function askDay(
  staged: Staged & { readonly reloads: Pick<ReloadDesk, 'ask'> },
  request: DayRequest,
): readonly ToldNotice[] {
  if (request.action !== 'reload') return askStaged(staged, request);
  const { runId, attempt, sourceHash, mayDiffer } = request;
  return staged.reloads.ask({ runId, attempt, sourceHash, mayDiffer, by: 'operator' });
}

/** Asks those that a request is about: a shadow run where it names one, else the account. */
export function askStaged(
  { trading, shadow }: Staged,
  request: OperatorRequest,
): readonly ToldNotice[] {
  const named = 'runId' in request ? (request.runId ?? null) : null;
  if (shadow === null || shadow.isEnded || named === null) return trading.ask(request);
  const isOf = (day: Pick<typeof trading, 'runs'>): boolean =>
    runMeant(
      named,
      day.runs.map(({ runId }) => runId),
    ) !== undefined;
  return !isOf(trading) && isOf(shadow.trading)
    ? shadow.trading.ask(request)
    : trading.ask(request);
}

/** A status with that of the shadow runs beside it. What these ask the operator is asked like all else. */
export function withShadow(status: DayStatus, shadow: Pick<DayPicture, 'books'> | null): DayStatus {
  if (shadow === null) return status;
  const { runs, working, positions, questions } = statusOf(shadow.books);
  const asked = [...status.questions, ...questions];
  return { ...status, questions: asked, shadow: { runs, working, positions } };
}
