/** Symbols of one request: keeps its address below 8 KiB, which every server takes. Chosen. */
export const SYMBOLS_PER_REQUEST_MAX = 200;

/** Bytes read of a file at one call; more is left for the next. Chosen: about 13,000 quotes, some 50 ms of work. */
export const FILE_BYTES_PER_CALL_MAX = 1024 * 1024;

/** Bytes of one line of a file; a longer one is malformed. Chosen. */
export const LINE_BYTES_MAX = 64 * 1024;

/** Symbols kept from a file; beyond it the one quoted longest ago is forgotten. Chosen. */
export const SYMBOLS_KEPT_MAX = 20_000;
