import { IST_OFFSET_MS } from '../../model/time/ist.ts';
import { currentWorld } from '../current-world.ts';
import { replaceInRuns } from './replace-global.ts';

const HAS_ZONE = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*(?:\(.*\))?$/i;
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T/;
const ISO_DATE = /^[+-]?\d{4,6}(?:-\d{2}){0,2}$/;

/** `Date` tells the run's time inside a run, and its local time there is IST whatever the machine's zone. */
export function installDate(): void {
  const RealDate = globalThis.Date;

  const worldDate = function (this: unknown, ...args: readonly unknown[]): unknown {
    const world = currentWorld();
    const isCalledPlainly = (new.target as unknown) === undefined;
    if (isCalledPlainly) {
      return world === null ? RealDate() : new RealDate(world.nowMs).toString();
    }
    const given = world === null ? args : inIst(args, world.nowMs);
    return Reflect.construct(RealDate, given, new.target) as unknown;
  };
  const inIst = (args: readonly unknown[], nowMs: number): readonly unknown[] => {
    if (args.length === 0) return [nowMs];
    if (args.length > 1) return [RealDate.UTC(...(args as [number, number])) - IST_OFFSET_MS];
    const [value] = args;
    return typeof value === 'string' ? [parse(value)] : args;
  };
  const parse = (text: string): number => {
    const elsewhereMs = RealDate.parse(text);
    const isFixed = HAS_ZONE.test(text) || ISO_DATE.test(text);
    if (isFixed || Number.isNaN(elsewhereMs)) return elsewhereMs;
    return RealDate.parse(ISO_DATE_TIME.test(text) ? `${text}+05:30` : `${text} GMT+0530`);
  };

  Object.defineProperties(worldDate, {
    prototype: { value: RealDate.prototype, writable: false },
    name: { value: 'Date', configurable: true },
    length: { value: 7, configurable: true },
    UTC: { value: RealDate.UTC, configurable: true, writable: true },
    now: {
      value: () => currentWorld()?.nowMs ?? RealDate.now(),
      configurable: true,
      writable: true,
    },
    parse: {
      value: (text: string) => (currentWorld() === null ? RealDate.parse(text) : parse(text)),
      configurable: true,
      writable: true,
    },
  });
  Object.defineProperty(RealDate.prototype, 'constructor', {
    value: worldDate,
    configurable: true,
    writable: true,
  });
  installIstDateMethods(RealDate.prototype);
  globalThis.Date = worldDate as unknown as DateConstructor;
}

const ZONE_NAME = 'Asia/Kolkata';
const ZONE_TEXT = 'GMT+0530 (India Standard Time)';
const GETTERS = [
  'FullYear',
  'Month',
  'Date',
  'Day',
  'Hours',
  'Minutes',
  'Seconds',
  'Milliseconds',
] as const;
const SETTERS = [
  'FullYear',
  'Month',
  'Date',
  'Hours',
  'Minutes',
  'Seconds',
  'Milliseconds',
] as const;

type DateMethod = (this: Date, ...args: number[]) => unknown;
type LocaleArgs = [locales?: string | string[], options?: Intl.DateTimeFormatOptions];
type LocaleText = (this: Date, ...args: LocaleArgs) => string;

/** Makes the methods of Date that speak of local time speak of IST inside a run. */
function installIstDateMethods(prototype: Date): void {
  for (const part of GETTERS) {
    replaceInRuns(prototype, `get${part}`, function (this: Date) {
      return shifted(this)[`getUTC${part}`]();
    });
  }
  for (const part of SETTERS) {
    const setUtc = Reflect.get(prototype, `setUTC${part}`) as DateMethod;
    replaceInRuns(prototype, `set${part}`, function (this: Date, _, ...values: number[]) {
      const date = shifted(this);
      setUtc.apply(date, values);
      return this.setTime(date.getTime() - IST_OFFSET_MS);
    });
  }
  replaceInRuns(prototype, 'getTimezoneOffset', function (this: Date) {
    return Number.isNaN(this.getTime()) ? NaN : -IST_OFFSET_MS / 60_000;
  });
  installTexts(prototype);
}

function installTexts(prototype: Date): void {
  replaceInRuns(prototype, 'toDateString', function (this: Date) {
    return Number.isNaN(this.getTime()) ? 'Invalid Date' : dateText(this);
  });
  replaceInRuns(prototype, 'toTimeString', function (this: Date) {
    return Number.isNaN(this.getTime()) ? 'Invalid Date' : timeText(this);
  });
  replaceInRuns(prototype, 'toString', function (this: Date) {
    return Number.isNaN(this.getTime()) ? 'Invalid Date' : `${dateText(this)} ${timeText(this)}`;
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const original = Reflect.get(prototype, name) as LocaleText;
    replaceInRuns(prototype, name, function (this: Date, _, ...[locales, options]: LocaleArgs) {
      return original.call(this, locales ?? 'en-IN', { timeZone: ZONE_NAME, ...options });
    });
  }
}

/** A date whose UTC parts are this one's parts in IST. */
function shifted(date: Date): Date {
  return new Date(date.getTime() + IST_OFFSET_MS);
}

/** `Sat Nov 21 2026`, out of `Sat, 21 Nov 2026 09:20:00 GMT`. */
function dateText(date: Date): string {
  const [weekday = '', day = '', month = '', year = ''] = shifted(date).toUTCString().split(' ');
  return `${weekday.replace(',', '')} ${month} ${day} ${year}`;
}

function timeText(date: Date): string {
  const [, , , , time = ''] = shifted(date).toUTCString().split(' ');
  return `${time} ${ZONE_TEXT}`;
}
