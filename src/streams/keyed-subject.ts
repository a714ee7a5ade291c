import { Observable, type Subscriber } from 'rxjs';

/**
 * Values addressed by key: publishing reaches the subscribers of exactly that key and costs nothing for the others.
 * Subscribers are served in the order of subscription; one that comes or goes while a value is being published neither
 * gets that value nor disturbs the others. Replays nothing.
 */
export class KeyedSubject<Key, Value> {
  readonly #subscribers = new Map<Key, readonly Subscriber<Value>[]>();

  /** The values published under a key from now on. */
  of(key: Key): Observable<Value> {
    return new Observable((subscriber) => this.add(key, subscriber));
  }

  /** Adds a subscriber of a key; the returned function removes it. */
  add(key: Key, subscriber: Subscriber<Value>): () => void {
    // Arrays are replaced, never changed, so that a publish under way continues over the one it began with.
    this.#subscribers.set(key, [...(this.#subscribers.get(key) ?? []), subscriber]);
    return () => {
      this.#remove(key, subscriber);
    };
  }

  /** Hands a value to the subscribers of a key. */
  publish(key: Key, value: Value): void {
    const subscribers = this.#subscribers.get(key);
    if (subscribers === undefined) return;
    for (const subscriber of subscribers) subscriber.next(value);
  }

  /** Whether a key has a subscriber. */
  has(key: Key): boolean {
    return this.#subscribers.has(key);
  }

  /** Keys that have a subscriber, by when they got their first. */
  get keys(): readonly Key[] {
    return [...this.#subscribers.keys()];
  }

  /** How many keys have a subscriber. */
  get size(): number {
    return this.#subscribers.size;
  }

  #remove(key: Key, subscriber: Subscriber<Value>): void {
    const left = (this.#subscribers.get(key) ?? []).filter((other) => other !== subscriber);
    if (left.length === 0) this.#subscribers.delete(key);
    else this.#subscribers.set(key, left);
  }
}
