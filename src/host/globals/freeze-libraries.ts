import {
  DateTime,
  Duration,
  FixedOffsetZone,
  IANAZone,
  Info,
  Interval,
  Settings,
  Zone,
} from 'luxon';
import {
  animationFrameScheduler,
  asapScheduler,
  asyncScheduler,
  AsyncSubject,
  BehaviorSubject,
  config,
  EMPTY,
  NEVER,
  Observable,
  queueScheduler,
  ReplaySubject,
  Subject,
  Subscriber,
  Subscription,
} from 'rxjs';

import { IST } from '../current-world.ts';

/** What RxJS itself sets on objects of its own though a prototype of theirs has it. */
const LEFT_OPEN: ReadonlySet<PropertyKey> = new Set([
  '_subscribe',
  'lift',
  '_next',
  '_error',
  '_complete',
]);

const CLASSES: readonly object[] = [
  ...[Observable, Subject, AsyncSubject, BehaviorSubject, ReplaySubject],
  ...[Subscriber, Subscription],
  ...[DateTime, Duration, Interval, Info, Zone, IANAZone, FixedOffsetZone],
];

const SCHEDULERS = [asyncScheduler, asapScheduler, queueScheduler, animationFrameScheduler];

let isFrozen = false;

/**
 * Makes what RxJS and luxon share between all runs and the program read-only in this process: classes, their prototypes, the
 * schedulers' methods, RxJS's `config`, luxon's `Settings`. An overwrite throws where it is tried. Once for all; copies of
 * these packages that a strategy's project brings itself stay open.
 */
export function freezeLibraries(): void {
  if (isFrozen) return;
  isFrozen = true;
  for (const shared of CLASSES) {
    close(Reflect.get(shared, 'prototype') as object);
    Object.freeze(shared);
  }
  for (const shared of [config, EMPTY, NEVER]) Object.freeze(shared);
  for (const scheduler of SCHEDULERS) closeScheduler(scheduler);
  closeSettings();
}

/** A prototype of which nothing is left open is frozen as a whole. */
function close(prototype: object): void {
  const keys = Reflect.ownKeys(prototype);
  if (!keys.some((key) => LEFT_OPEN.has(key))) {
    Object.freeze(prototype);
    return;
  }
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(prototype, key);
    const writable = property !== undefined && 'value' in property && !LEFT_OPEN.has(key);
    Object.defineProperty(prototype, key, {
      configurable: false,
      ...(writable ? { writable: false } : {}),
    });
  }
  Object.preventExtensions(prototype);
}

/** Its state changes all day; `_scheduled` is made by the first action only. */
function closeScheduler(scheduler: object): void {
  if (!Object.hasOwn(scheduler, '_scheduled')) Reflect.set(scheduler, '_scheduled', undefined);
  Object.defineProperty(scheduler, 'now', { writable: false, configurable: false });
  Object.preventExtensions(scheduler);
  let line = Object.getPrototypeOf(scheduler) as object;
  for (; line !== Object.prototype; line = Object.getPrototypeOf(line) as object) {
    Object.freeze(line);
    Object.freeze(line.constructor);
  }
}

/** The zone that holds in runs anyway may be asked for. */
function closeSettings(): void {
  for (const name of Object.getOwnPropertyNames(Settings)) {
    const property = Object.getOwnPropertyDescriptor(Settings, name);
    if (property?.set === undefined) continue;
    Object.defineProperty(Settings, name, {
      ...property,
      set: (value: unknown) => {
        if (name === 'defaultZone' && value === IST) return;
        throw new TypeError(
          `Cannot set luxon's Settings.${name}: all runs share it; give the option where it is needed, as in DateTime.fromISO(text, { zone })`,
        );
      },
      configurable: false,
    });
  }
  Object.freeze(Settings);
}
