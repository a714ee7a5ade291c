import { z } from 'zod';

/** The error envelope of login, contracts, trade signal and square-off. */
export const errorEnvelopeWire = z.object({
  success: z.literal(false).default(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.json().nullish(),
  }),
});

/** The validation error of the orders endpoints. An empty list would say that nothing is wrong. */
export const validationErrorWire = z.object({
  detail: z
    .array(
      z.object({
        loc: z.array(z.union([z.string(), z.number()])),
        msg: z.string(),
        type: z.string(),
      }),
    )
    .min(1),
});

/** What a position start answers outside the activation window. */
export const messageWire = z.object({ msg: z.string() });

/** A refusal in words of its own: any object that claims no success. */
export const refusalWire = z
  .record(z.string(), z.json())
  .refine((said) => !('id' in said) && (said['success'] ?? false) === false);
