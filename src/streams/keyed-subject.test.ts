import { Subscription, take } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { KeyedSubject } from './keyed-subject.ts';

/** Notes what a subscriber hears. The last letter of its name is the key. */
function listen(subject: KeyedSubject<string, number>, name: string, into: string[]): Subscription {
  return subject.of(name.slice(-1)).subscribe({
    next: (value) => into.push(`${name} ${String(value)}`),
    error: () => undefined,
  });
}

describe('KeyedSubject', () => {
  it('reaches the subscribers of exactly the key, in the order of subscription', () => {
    const subject = new KeyedSubject<string, number>();
    const heard: string[] = [];
    listen(subject, 'first a', heard);
    listen(subject, 'b', heard);
    listen(subject, 'second a', heard);
    subject.publish('a', 1);
    subject.publish('c', 2);
    expect(heard).toEqual(['first a 1', 'second a 1']);
  });

  it('keeps nothing of keys that nobody listens to any more', () => {
    const subject = new KeyedSubject<string, number>();
    const heard: string[] = [];
    const held = listen(subject, 'a', heard);
    subject
      .of('a')
      .pipe(take(1))
      .subscribe({ error: () => undefined });
    subject.publish('a', 1);
    expect(subject.size).toBe(1);
    held.unsubscribe();
    expect(subject.size).toBe(0);
  });

  it('goes on undisturbed when subscribers come and go while it publishes', () => {
    const subject = new KeyedSubject<string, number>();
    const heard: string[] = [];
    const leaving = new Subscription();
    subject.of('a').subscribe({
      next: () => {
        leaving.unsubscribe();
        listen(subject, 'came a', heard);
      },
      error: () => undefined,
    });
    leaving.add(listen(subject, 'left a', heard));
    listen(subject, 'stayed a', heard);
    subject.publish('a', 1);
    expect(heard).toEqual(['stayed a 1']);
  });
});
