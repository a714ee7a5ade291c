import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a host that can be made to hang: it takes connections and bytes, and passes nothing on. */
export class HangingLine implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #isHanging = false;
  /** How often bytes came while it hung. */
  swallowed = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((near) => {
      this.#join(near);
    });
  }

  /** Listens on a free port of loopback, in front of `target`. */
  static async open(
    target: string,
  ): Promise<{ readonly line: HangingLine; readonly address: string }> {
    const line = new HangingLine(target);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    line.#server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
    await promise;
    const { port } = line.#server.address() as AddressInfo;
    const { pathname } = line.#target;
    return { line, address: `http://127.0.0.1:${String(port)}${pathname === '/' ? '' : pathname}` };
  }

  hang(): void {
    this.#isHanging = true;
  }

  /** Passes on again. What was stuck is lost: it must not arrive an hour late. */
  release(): void {
    this.#isHanging = false;
    this.#drop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#server.close(() => {
      resolve(undefined);
    });
    this.#drop();
    await promise;
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => {
        if (this.#isHanging) this.swallowed += 1;
        else to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
