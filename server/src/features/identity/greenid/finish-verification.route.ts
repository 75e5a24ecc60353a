import { finishVerification } from '@wattle/contract/sandbox/finish-verification.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../../http/handle.ts';

/** What greenID's own page does where it is in use. */
export const finishVerificationRoute = handlePublic(
  finishVerification,
  async ({ body, ctx }) =>
    ctx.outside.sandboxIdentity?.finish(body.UserToken) ? ok({ IsSuccessful: true as const }) : err('not_found'),
  { isSandboxOnly: true },
);
