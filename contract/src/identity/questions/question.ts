import * as z from 'zod/mini';

/** A question as somebody is asked it. Of a list: the answer is one of it, else it is typed. */
export const identityQuestion = z.object({
  EntityAuthenticationDetailId: z.string(),
  Question: z.string(),
  /** Null: a field. */
  PossibleAnswers: z.nullable(z.array(z.string())),
  /** Empty: what is right never leaves. */
  Answer: z.literal(''),
});
export type IdentityQuestion = z.output<typeof identityQuestion>;
