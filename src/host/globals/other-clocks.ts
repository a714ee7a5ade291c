import { currentWorld } from '../current-world.ts';
import { replaceFunction, replaceInRuns } from './replace-global.ts';

/** What `process` measures of itself, those of newer versions of Node too. */
const MEASURES = [
  'availableMemory',
  'constrainedMemory',
  'cpuUsage',
  'memoryUsage',
  'resourceUsage',
  'threadCpuUsage',
  'uptime',
];
const ZONE = 'Asia/Kolkata';

type Getter = (this: unknown) => unknown;
type Method = (this: unknown, ...args: unknown[]) => unknown;

interface Zoned {
  readonly toPlainDate: () => unknown;
  readonly toPlainTime: () => unknown;
  readonly toPlainDateTime: () => unknown;
}
interface Instant {
  readonly toZonedDateTimeISO: (zone: unknown) => Zoned;
}
/** As much of it as is needed: not every Node that this runs on has it. */
interface TemporalSpace {
  readonly Now: object;
  readonly Instant: { readonly fromEpochMilliseconds: (atMs: number) => Instant };
}

/** What else tells the time without `Date` follows the run's clock inside a run, or is refused there. */
export function installOtherClocks(): void {
  installTemporal();
  installDateTimeFormat();
  installHighResolution();
  replaceGetter(Event.prototype, 'timeStamp', (_, nowMs) => nowMs);
  installFile();
}

function installTemporal(): void {
  const temporal = Reflect.get(globalThis, 'Temporal') as TemporalSpace | undefined;
  if (temporal === undefined) return;
  const { Now, Instant } = temporal;
  const zoned = (nowMs: number, zone: unknown = ZONE): Zoned =>
    Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  replaceInRuns(Now, 'instant', ({ nowMs }) => Instant.fromEpochMilliseconds(nowMs));
  replaceInRuns(Now, 'timeZoneId', () => ZONE);
  replaceInRuns(Now, 'zonedDateTimeISO', ({ nowMs }, zone) => zoned(nowMs, zone));
  replaceInRuns(Now, 'plainDateTimeISO', ({ nowMs }, zone) => zoned(nowMs, zone).toPlainDateTime());
  replaceInRuns(Now, 'plainDateISO', ({ nowMs }, zone) => zoned(nowMs, zone).toPlainDate());
  replaceInRuns(Now, 'plainTimeISO', ({ nowMs }, zone) => zoned(nowMs, zone).toPlainTime());
}

/** Without a date it formats now, without a zone in the machine's, and without a locale in its language. */
function installDateTimeFormat(): void {
  const Real = Intl.DateTimeFormat;
  const { prototype } = Real;
  const formatter = function (locales?: unknown, options?: object): unknown {
    const isInRun = currentWorld() !== null;
    const given = isInRun
      ? [locales ?? 'en-IN', { timeZone: ZONE, ...options }]
      : [locales, options];
    return Reflect.construct(
      Real,
      given,
      (new.target as unknown as NewableFunction | undefined) ?? Real,
    );
  };
  for (const key of Reflect.ownKeys(Real)) {
    const property = Object.getOwnPropertyDescriptor(Real, key);
    if (property !== undefined) Object.defineProperty(formatter, key, property);
  }
  Object.defineProperty(prototype, 'constructor', { value: formatter });
  Object.defineProperty(Intl, 'DateTimeFormat', { value: formatter });
  replaceFunction<Method>(
    prototype,
    'formatToParts',
    (original) =>
      function (date) {
        return original.call(this, date ?? currentWorld()?.nowMs);
      },
  );
  replaceGetter(prototype, 'format', (format) => {
    return (date?: unknown) => (format as Method)(date ?? currentWorld()?.nowMs);
  });
}

function installHighResolution(): void {
  replaceInRuns(globalThis.process, 'hrtime', ({ nowMs }, before) => {
    const [seconds, nanos] = [Math.floor(nowMs / 1_000), (nowMs % 1_000) * 1_000_000];
    const [beforeSeconds, beforeNanos] = (before as [number, number] | undefined) ?? [0, 0];
    const isBorrowed = nanos < beforeNanos;
    return [
      seconds - beforeSeconds - (isBorrowed ? 1 : 0),
      nanos - beforeNanos + (isBorrowed ? 1_000_000_000 : 0),
    ];
  });
  replaceInRuns(globalThis.process.hrtime, 'bigint', ({ nowMs }) => BigInt(nowMs) * 1_000_000n);
  // `performance.now` counts from the epoch inside a run.
  replaceGetter(Performance.prototype, 'timeOrigin', () => 0);
  const measuring = [
    'mark',
    'measure',
    'timerify',
    'eventLoopUtilization',
    'toJSON',
    'getEntries',
    'getEntriesByName',
    'getEntriesByType',
  ];
  for (const name of measuring) refuseInRuns(globalThis.performance, name, `performance.${name}`);
  for (const name of MEASURES) {
    refuseInRuns(globalThis.process, name, `process.${name}`);
  }
  refuseInRuns(AbortSignal, 'timeout', 'AbortSignal.timeout');
  refuseReadInRuns(Performance.prototype, 'nodeTiming', 'performance.nodeTiming');
}

function installFile(): void {
  const Real = globalThis.File;
  globalThis.File = class File extends Real {
    constructor(
      parts: ConstructorParameters<typeof Real>[0],
      name: string,
      options?: FilePropertyBag,
    ) {
      const nowMs = currentWorld()?.nowMs;
      super(parts, name, nowMs === undefined ? options : { lastModified: nowMs, ...options });
    }
  };
}

function refuseInRuns(owner: object, name: string, called: string): void {
  if (typeof Reflect.get(owner, name) !== 'function') return;
  replaceInRuns(owner, name, (world) => {
    throw world.violate(tellsOfMachine(called));
  });
}

/** As `refuseInRuns`, of what is no function. */
function refuseReadInRuns(owner: object, name: string, called: string): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  if (property === undefined || !('value' in property)) return;
  const { value, enumerable } = property as {
    readonly value: unknown;
    readonly enumerable: boolean;
  };
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable,
    get: () => {
      const world = currentWorld();
      if (world === null) return value;
      throw world.violate(tellsOfMachine(called));
    },
  });
}

function tellsOfMachine(called: string): string {
  return `A strategy cannot call ${called}(): it shows the machine, and a replay would see something else; use Date and timers, which follow the run's clock`;
}

function replaceGetter(
  owner: object,
  name: string,
  inRun: (real: unknown, nowMs: number) => unknown,
): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- It is called on what it is read from.
  const real = property?.get as Getter | undefined;
  if (real === undefined) return;
  Object.defineProperty(owner, name, {
    ...property,
    get(this: unknown) {
      const value = real.call(this);
      const world = currentWorld();
      return world === null ? value : inRun(value, world.nowMs);
    },
  });
}
