import { z } from 'zod';

/** Where a secret is: never the secret itself. */
export const credential = z.lazy(() =>
  z
    .strictObject({
      env: z
        .string()
        .regex(
          /^[A-Z_][A-Z0-9_]*$/,
          'the name of an environment variable in capitals: SAUDA_PASSWORD',
        )
        .optional(),
      file: z.string().min(1).optional(),
    })
    .refine(({ env, file }) => (env === undefined) !== (file === undefined), {
      error: 'A credential needs one reference',
      params: { allowed: '{env: NAME}, or {file: PATH}' },
    }),
);
