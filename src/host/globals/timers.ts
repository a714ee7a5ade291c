/* eslint-disable rxjs-x/no-internal -- The seam that RxJS leaves for other clocks is not exported otherwise. */
import { animationFrameProvider } from 'rxjs/internal/scheduler/animationFrameProvider';
import { immediateProvider } from 'rxjs/internal/scheduler/immediateProvider';
import { Immediate } from 'rxjs/internal/util/Immediate';
/* eslint-enable rxjs-x/no-internal */

import { currentWorld } from '../current-world.ts';
import { VirtualTimer } from '../virtual-timers.ts';
import { replaceFunction } from './replace-global.ts';

type Callback = (...args: unknown[]) => void;
type SetTimer = (callback: Callback, ...rest: unknown[]) => unknown;
type ClearTimer = (timer: unknown) => void;

interface FrameGlobals {
  readonly requestAnimationFrame: (callback: (atMs: number) => void) => unknown;
  readonly cancelAnimationFrame: (timer: unknown) => void;
}

/** What a browser's frame lasts at 60 a second, whole milliseconds. */
const FRAME_MS = 16;

/** Timers, immediates, microtasks and what RxJS makes of them follow the run's clock inside a run. */
export function installTimers(): void {
  replaceSetter('setTimeout', { isRepeated: false, hasDelay: true });
  replaceSetter('setInterval', { isRepeated: true, hasDelay: true });
  replaceSetter('setImmediate', { isRepeated: false, hasDelay: false });
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) {
    replaceFunction<ClearTimer>(globalThis, name, (original) => (timer) => {
      if (timer instanceof VirtualTimer) timer.cancel();
      else original(timer);
    });
  }
  replaceFunction<(task: () => void) => void>(
    globalThis,
    'queueMicrotask',
    (original) => (task) => {
      const world = currentWorld();
      if (world === null) original(task);
      else world.queueMicrotask(task);
    },
  );
  installRxjsProviders();
}

function replaceSetter(
  name: string,
  options: { readonly isRepeated: boolean; readonly hasDelay: boolean },
): void {
  replaceFunction<SetTimer>(globalThis, name, (original) => (callback, ...rest) => {
    const world = currentWorld();
    if (world === null) return original(callback, ...rest);
    const [delayMs, ...args] = options.hasDelay ? rest : [0, ...rest];
    return world.setTimer(
      () => {
        callback(...args);
      },
      { delayMs: Number(delayMs ?? 0), isRepeated: options.isRepeated },
    );
  });
}

/** RxJS's asap is made of promises and its animation frames of a browser's: neither can be reached by a global. */
function installRxjsProviders(): void {
  immediateProvider.delegate = {
    setImmediate: (task) => {
      const world = currentWorld();
      if (world === null) return Immediate.setImmediate(task);
      const timer = { isCancelled: false };
      world.queueMicrotask(() => {
        if (!timer.isCancelled) task();
      });
      return timer as unknown as number;
    },
    clearImmediate: (timer: unknown) => {
      if (typeof timer === 'number') Immediate.clearImmediate(timer);
      else if (timer !== undefined) (timer as { isCancelled: boolean }).isCancelled = true;
    },
  };
  // Outside runs it stays what it is in Node: not there.
  const outside = globalThis as unknown as FrameGlobals;
  const provider = animationFrameProvider as { delegate: FrameGlobals | undefined };
  provider.delegate = {
    requestAnimationFrame: (callback) => {
      const world = currentWorld();
      if (world === null) return outside.requestAnimationFrame(callback);
      const frame = (): void => {
        callback(world.nowMs);
      };
      return world.setTimer(frame, { delayMs: FRAME_MS, isRepeated: false });
    },
    cancelAnimationFrame: (timer) => {
      if (timer instanceof VirtualTimer) timer.cancel();
      else outside.cancelAnimationFrame(timer);
    },
  };
}
