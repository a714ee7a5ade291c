const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of a URL (`url.hostname`) is this machine, by name or number. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Whether every one of these addresses is on this machine. */
export function areOnLoopback(addresses: readonly (string | undefined)[]): boolean {
  return addresses.every(
    (text = '') => URL.canParse(text) && isLoopbackHost(new URL(text).hostname),
  );
}
