/** The form of a leg's name, which is the author's. */
export const LEG_NAME = /^[a-z0-9._-]{1,20}$/;
/** The same in words. */
export const LEG_NAME_ALLOWED = '1 to 20 characters of a-z 0-9 . _ -';
