const LENGTH = 36;
const DASH = 0x2d;
const HEX = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = 1;
const DASHES = new Set([8, 13, 18, 23]);
const IS_DASH = Uint8Array.from({ length: LENGTH }, (_, at) => (DASHES.has(at) ? 1 : 0));

/** Whether a text is a uuid of any version, as `ORDER_ID` says: at a fifth of its cost, for the thousands of a poll. */
export function isOrderId(text: string): boolean {
  if (text.length !== LENGTH) return false;
  for (let at = 0; at < LENGTH; at += 1) {
    const code = text.charCodeAt(at);
    const isRight = IS_DASH[at] === 1 ? code === DASH : HEX[code] === 1;
    if (!isRight) return false;
  }
  return true;
}
