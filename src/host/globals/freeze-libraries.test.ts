import { expect, it } from 'vitest';

import { tellUnrefused, toldBy } from '../../../test/support/program-of.ts';

/** In a process of its own: this one's test runner shares the libraries with other tests. */
function inFrozen(body: string): unknown {
  const program = `
import * as rxjs from 'rxjs';
import { DateTime, Duration, IANAZone, Interval, Settings } from 'luxon';
import { freezeBuiltIns } from ${JSON.stringify(new URL('freeze-built-ins.ts', import.meta.url).href)};
import { freezeLibraries } from ${JSON.stringify(new URL('freeze-libraries.ts', import.meta.url).href)};
freezeBuiltIns();
freezeLibraries();
const { Observable, Subject, Subscriber, Subscription, asyncScheduler, config, EMPTY } = rxjs;
${body}`;
  return toldBy(import.meta.dirname, program);
}

it('nothing that runs share can be overwritten', () => {
  const overwrites = [
    'config.onUnhandledError = () => 1',
    'config.Promise = class {}',
    'Observable.prototype.pipe = () => 1',
    'Observable.prototype.subscribe = () => 1',
    'Observable.prototype.log = () => 1',
    'Observable.create = () => 1',
    'Subject.prototype.next = () => 1',
    'Subscriber.prototype.next = () => 1',
    'Subscription.prototype.unsubscribe = () => 1',
    'EMPTY.subscribe = () => 1',
    'asyncScheduler.now = () => 1',
    'asyncScheduler.schedule = () => 1',
    'Object.getPrototypeOf(asyncScheduler).flush = () => 1',
    'rxjs.Scheduler.prototype.schedule = () => 1',
    'rxjs.Scheduler.now = () => 1',
    'delete Observable.prototype.pipe',
    'Settings.defaultZone = "UTC"',
    'Settings.now = () => 1',
    'Settings.throwOnInvalid = true',
    'Settings.defaultLocale = "de"',
    'DateTime.now = () => 1',
    'DateTime.prototype.toISO = () => ""',
    'DateTime.prototype.toIst = () => ""',
    'Duration.prototype.toMillis = () => 1',
    'IANAZone.prototype.offset = () => 1',
  ];
  expect(inFrozen(tellUnrefused(overwrites))).toEqual([]);
});

it('the libraries work as before', () => {
  const body = `
import { TestScheduler } from 'rxjs/testing';
import { webSocket } from 'rxjs/webSocket';
class Mine extends Observable { constructor() { super((to) => { to.next(7); to.complete(); }); } }
class Counting extends Subject { next(value) { super.next(value + 1); } }
const seen = [];
const keep = (name) => (value) => seen.push([name, value]);
new Mine().pipe(rxjs.map((n) => n + 1), rxjs.share(), rxjs.shareReplay(1)).subscribe(keep('mine'));
rxjs.connectable(rxjs.of(1)).subscribe(keep('never'));
const published = rxjs.of(2).pipe(rxjs.publish());
published.subscribe(keep('published'));
published.connect();
rxjs.of(3).pipe(rxjs.multicast(() => new rxjs.ReplaySubject(1)), rxjs.refCount()).subscribe(keep('multicast'));
const counting = new Counting();
counting.asObservable().subscribe(keep('counting'));
counting.next(1);
rxjs.of(1, 2, 2).pipe(rxjs.groupBy((n) => n), rxjs.mergeMap((of) => of.pipe(rxjs.toArray()))).subscribe(keep('group'));
rxjs.of(1).pipe(rxjs.materialize(), rxjs.dematerialize(), rxjs.timeInterval(), rxjs.map(({ value }) => value)).subscribe(keep('kinds'));
rxjs.throwError(() => new RangeError('x')).subscribe({ error: (error) => keep('error')(error.message) });
webSocket('ws://127.0.0.1:1');
new TestScheduler((is, wanted) => keep('marble')(JSON.stringify(is) === JSON.stringify(wanted)))
  .run(({ cold, expectObservable }) => expectObservable(cold('a-b|').pipe(rxjs.delay(2))).toBe('--a-(b|)'));
Settings.defaultZone = 'Asia/Kolkata';
const day = DateTime.fromISO('2026-11-20T09:15', { zone: 'Asia/Kolkata' });
keep('luxon')([day.plus({ hours: 6 }).toFormat('HH:mm'), Interval.after(day, { hours: 1 }).length('minutes')]);
keep('zone')(day.setZone('UTC').toISO());
rxjs.merge(
  rxjs.timer(1).pipe(rxjs.map(() => 'timer')),
  rxjs.of('asap').pipe(rxjs.observeOn(rxjs.asapScheduler), rxjs.subscribeOn(rxjs.queueScheduler)),
).pipe(rxjs.debounceTime(0), rxjs.take(1)).subscribe({ next: keep('time'), complete: () => tell(seen) });`;
  expect(inFrozen(body)).toEqual([
    ['mine', 8],
    ['published', 2],
    ['multicast', 3],
    ['counting', 2],
    ['group', [1]],
    ['group', [2, 2]],
    ['kinds', 1],
    ['error', 'x'],
    ['marble', true],
    ['luxon', ['15:15', 60]],
    ['zone', '2026-11-20T03:45:00.000Z'],
    ['time', expect.any(String)],
  ]);
});
