import { type Notice, type NoticeCode, noticeText } from '../../notices/notice.ts';
import { CONDITIONS, type ConditionRow, type NoticedRow } from './alert-table.ts';
import { type Alert, type AlertSignal } from './alert.ts';
import { NOTICED } from './noticed-alerts.ts';

const ROWS: readonly (readonly [string, NoticedRow])[] = Object.entries<NoticedRow>(NOTICED);
const CONDITION_ROWS = Object.values<ConditionRow>(CONDITIONS);
const COVERED: ReadonlySet<NoticeCode> = new Set(CONDITION_ROWS.flatMap(({ covers }) => covers));
const COVERED_OF_ACCOUNT: ReadonlySet<NoticeCode> = new Set(
  CONDITION_ROWS.flatMap(({ coversOfAccount = [] }) => coversOfAccount),
);

function isCovered({ code, runId }: Notice): boolean {
  return COVERED.has(code) || (runId === null && COVERED_OF_ACCOUNT.has(code));
}

/** Facts that name what a notice is about: two that differ in them are two alerts. */
const NAMING = [
  ...['leg', 'symbol', 'tag', 'name', 'position', 'orderId', 'subject', 'underlying'],
  ...['date', 'path', 'file', 'place'],
];

/** Whether a notice raises an alert, or may end one: the rest need not be kept. */
export function isOfAlerts(notice: Notice): boolean {
  const { code, severity } = notice;
  if (isCovered(notice)) return false;
  if (severity === 'critical') return true;
  return ROWS.some(([, row]) => row.raisedBy.includes(code) || row.clearedBy.includes(code));
}

/** The alert that a notice raises; null where it raises none. Every critical one does that no condition covers. */
export function signalOfNotice(
  notice: Notice,
  textOf: (notice: Notice) => string = noticeText,
): AlertSignal | null {
  const { code, severity, runId } = notice;
  if (isCovered(notice)) return null;
  const row = ROWS.find(
    ([, of]) => of.raisedBy.includes(code) && of.isRaisedBy?.(notice) !== false,
  );
  const common = { runId, what: textOf(notice), notVia: null };
  if (row !== undefined) {
    const [name, { severity: own, action }] = row;
    const key = keyOfRow(row, notice);
    return { ...common, key, code: name, severity: own, action, lasts: 'clears' };
  }
  if (severity !== 'critical') return null;
  const action = 'See where the account stands: sauda status; then sauda alerts ack ID';
  return { ...common, key: keyOf(notice), code, severity, action, lasts: 'happened' };
}

/** Keys of the alerts that a notice ends. */
export function endedByNotice(notice: Notice): readonly string[] {
  return ROWS.filter(([, { clearedBy }]) => clearedBy.includes(notice.code)).map((row) =>
    keyOfRow(row, notice),
  );
}

/** Those of some alerts that end when a day opens: what is still wrong is noticed again. */
export function endedByOpening<Of extends Pick<Alert, 'code'>>(
  standing: readonly Of[],
): readonly Of[] {
  const codes = ROWS.filter(([, { endsWithOpening }]) => endsWithOpening).map(([name]) => name);
  return standing.filter(({ code }) => codes.includes(code));
}

function keyOfRow([name, { isOfRun = false }]: (typeof ROWS)[number], { runId }: Notice): string {
  return isOfRun ? `${name} ${runId ?? ''}` : name;
}

function keyOf({ code, runId, facts }: Notice): string {
  const named = NAMING.flatMap((name) => {
    const value = (facts as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? [`${name}=${value}`] : [];
  });
  return [code, runId ?? '', ...named].join(' ');
}
