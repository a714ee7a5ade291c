declare const brand: unique symbol;

/** A type that only its own constructor can make, so that a plain string or number does not pass for it. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
