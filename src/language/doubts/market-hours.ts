import { type ClockTime, type IstDate } from '../../model/time/ist.ts';
import { type Finding, type Path, pathText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';

/** When the market can be traded on a day. */
export interface MarketHours {
  /** The day. */
  readonly date: IstDate;
  readonly open: ClockTime;
  readonly close: ClockTime;
  /** From when on the engine closes intraday positions, and refuses to enter any. */
  readonly intradayEnd: ClockTime;
}

interface WrittenTime {
  readonly path: Path;
  readonly value: unknown;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Times of a file at which the market is closed, or intraday positions are closed already. */
export function doubtfulTimes(file: Mapping, hours: MarketHours): readonly Finding[] {
  const entry = mappingOf(file['entry']);
  const position = mappingOf(file['position']);
  const entries: readonly WrittenTime[] = [
    { path: ['entry'], value: file['entry'] },
    { path: ['entry', 'before'], value: entry['before'] },
    { path: ['position', 'start'], value: position['start'] },
  ];
  const exits: readonly WrittenTime[] = [
    { path: ['exit'], value: file['exit'] },
    { path: ['position', 'squareOff'], value: position['squareOff'] },
  ];
  const isIntraday = file['product'] !== 'carry-forward';
  return [
    ...entries.flatMap((time) => entryDoubt(time, hours, isIntraday)),
    ...exits.flatMap((time) => exitDoubt(time, hours, isIntraday)),
  ];
}

/** A time at which something is entered. */
export function entryDoubt(
  time: WrittenTime,
  hours: MarketHours,
  isIntraday: boolean,
): readonly Finding[] {
  const at = secondsText(time.value);
  if (at === null) return [];
  const end = isIntraday ? hours.intradayEnd : hours.close;
  if (at < secondsOf(hours.open)) {
    return [doubt(time, `is before the market opens at ${hours.open}`, AFTERNOON)];
  }
  return at < secondsOf(end) ? [] : [doubt(time, `is when entries have ended, at ${end}`, null)];
}

function exitDoubt(time: WrittenTime, hours: MarketHours, isIntraday: boolean): readonly Finding[] {
  const at = secondsText(time.value);
  if (at === null) return [];
  const { open, close, intradayEnd } = hours;
  if (at <= secondsOf(open)) return [doubt(time, `is not after the open at ${open}`, AFTERNOON)];
  if (at >= secondsOf(close)) return [doubt(time, `is not before the close at ${close}`, null)];
  if (!isIntraday || at <= secondsOf(intradayEnd)) return [];
  const message = `comes after ${intradayEnd}, when intraday positions are closed anyway`;
  return [doubt(time, message, null)];
}

const AFTERNOON = 'Write times with 24 hours: 15:10 is ten past three in the afternoon';

function doubt({ path, value }: WrittenTime, message: string, next: string | null): Finding {
  const parts = { found: JSON.stringify(value), next };
  return { path, message: `"${pathText(path)}" ${message}`, parts };
}

/** A time as text that compares; null for what is no time. */
function secondsText(value: unknown): string | null {
  return typeof value === 'string' && /^\d{2}:\d{2}(:\d{2})?$/.test(value)
    ? secondsOf(value)
    : null;
}

function secondsOf(time: ClockTime): string {
  return `${time}:00`.slice(0, 8);
}
