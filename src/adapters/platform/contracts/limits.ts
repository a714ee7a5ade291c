/** Own bound: no underlying has a longer name. */
export const UNDERLYING_LENGTH_MAX = 32;
/** Records that are explained when they cannot be read: a hostile list must not cost minutes. */
export const EXPLAINED_MAX = 100;
