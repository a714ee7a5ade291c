import { type Mode } from '../../model/runs/run.ts';
import { type AlertMessage } from '../../ports/notifier.ts';
import { type Alert, type AlertDelivery } from './alert.ts';

/** Longer texts are cut: the first words say what happened. */
const CHARACTERS_MAX = 700;

interface Of {
  readonly account: string;
  readonly mode: Mode;
  readonly nowMs: number;
}

/** What is sent: the first line says account, mode and what happened, the second what to do now. */
export function messageOf({ kind, severity, alert, leftOut }: AlertDelivery, of: Of): AlertMessage {
  const { account, mode, nowMs } = of;
  const text = alert === null ? summaryText(leftOut) : alertText(kind, alert);
  return {
    kind,
    id: alert?.id ?? '',
    code: alert?.code ?? 'summary',
    severity,
    account,
    mode,
    runId: alert?.runId ?? null,
    atMs: alert?.sinceMs ?? nowMs,
    title: plain(`[${mode}] ${account}: ${text.what}`),
    action: plain(text.action),
  };
}

/** What `sauda alerts test` sends. */
export function testMessage({ account, mode, nowMs }: Of): AlertMessage {
  const delivery: AlertDelivery = { kind: 'test', severity: 'info', alert: null, leftOut: 0 };
  return {
    ...messageOf(delivery, { account, mode, nowMs }),
    code: 'test',
    title: `[${mode}] ${account}: a test of this channel, nothing is wrong`,
    action: 'Nothing to do',
  };
}

interface Told {
  readonly what: string;
  readonly action: string;
}

function summaryText(leftOut: number): Told {
  const what = `${String(leftOut)} more alerts within a minute, left out here`;
  return { what, action: 'See them all: sauda alerts list' };
}

function alertText(kind: AlertMessage['kind'], alert: Alert): Told {
  const { id, runId, what, action, times, acknowledged } = alert;
  const whole = `${runId === null ? '' : `${runId}: `}${what}${times > 1 ? ` (× ${String(times)})` : ''}`;
  if (kind === 'cleared') {
    const how = alert.lasts === 'happened' && acknowledged !== null ? 'Acknowledged' : 'All clear';
    return { what: `${how}: ${whole}`, action: 'Nothing to do' };
  }
  const next = `${action.replace('ack ID', `ack ${id}`)} (alert ${id})`;
  return { what: kind === 'repeated' ? `Still: ${whole}` : whole, action: next };
}

/** One line without control characters: texts of the platform and of strategies are in it. */
function plain(text: string): string {
  const line = text.replaceAll(/\p{C}+/gu, ' ');
  return line.length <= CHARACTERS_MAX ? line : `${line.slice(0, CHARACTERS_MAX)}…`;
}
