/** Own bound on trades of one signal: the text has to stay readable for people. */
export const SIGNAL_TRADES_MAX = 50;
/** A ticker of the signal's grammar: a share, `!` futures, or an option's symbol. */
export const TICKER = /^[A-Z][A-Z0-9&_-]{0,39}(?:\d!)?$/;
/** Identifiers and names that we send. */
export const NAME_LENGTH_MAX = 128;
/** A position identifier that can stand in a path without becoming another path. */
export const POSITION_ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,128}$/;
