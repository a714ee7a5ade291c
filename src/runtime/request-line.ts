/** How requests are made, and who is told of answers. */
export interface RequestLineOptions {
  /** `at-once`: each starts when it is asked for. `in-order`: one at a time, when `next` is called. */
  readonly order: 'at-once' | 'in-order';
  /** An answer that came later has been handed over. */
  readonly onLateAnswer: () => void;
}

/** The way of requests to the venue and of their answers back. */
export class RequestLine {
  readonly #options: RequestLineOptions;
  readonly #waiting: (() => Promise<void>)[] = [];
  #underWay = 0;

  constructor(options: RequestLineOptions) {
    this.#options = options;
  }

  /** Requests that wait or are under way. */
  get pending(): number {
    return this.#waiting.length + this.#underWay;
  }

  /** Makes a request, now or when its turn comes, and hands its answer over. */
  make<Answer>(send: () => Answer | Promise<Answer>, take: (answer: Answer) => void): void {
    if (this.#options.order === 'in-order') {
      this.#waiting.push(async () => {
        take(await send());
      });
      return;
    }
    const answer = send();
    if (!(answer instanceof Promise)) {
      take(answer);
      return;
    }
    this.#underWay += 1;
    void answer.then((value) => {
      this.#underWay -= 1;
      take(value);
      this.#options.onLateAnswer();
    });
  }

  /** Makes the request that waits longest; false when none waits. */
  async next(): Promise<boolean> {
    const request = this.#waiting.shift();
    if (request === undefined) return false;
    await request();
    return true;
  }
}
