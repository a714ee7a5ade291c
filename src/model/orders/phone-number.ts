/** International format with a leading `+` (interface, login request); at most 15 digits (ITU E.164). */
const PHONE_NUMBER = /^\+[0-9]{6,15}$/;

/** Said of a text that is not one. */
export const PHONE_NUMBER_ALLOWED = '+ and 6 to 15 digits';

/** Whether a text is a phone number with its country. */
export function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text);
}
