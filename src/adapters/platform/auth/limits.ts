/** International format with a leading `+` (interface, login request); at most 15 digits (ITU E.164). */
export const PHONE_NUMBER = /^\+[0-9]{6,15}$/;
/** Own bound on what a hostile host may make us keep and send. */
export const COOKIES_MAX = 20;
/** Longest name and value of a cookie that is kept (RFC 6265 asks for 4,096 bytes). */
export const COOKIE_LENGTH_MAX = 4_096;
