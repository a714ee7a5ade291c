import { IST_OFFSET_MS } from '../../model/ist.ts';
import { currentWorld } from '../current-world.ts';
import { installIstDateMethods } from './ist-date-methods.ts';

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
