import { err, ok } from '@wattle/contract/errors.ts';
import { sendSignUpCode } from '@wattle/contract/signup/sign-up.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { handlePublic } from '../../http/handle.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newCode } from '../../platform/secrets/new-code.ts';
import { contactForCode } from '../contact-marks/public.ts';
import { queueRequested } from '../messages/public.ts';
import {
  auditSignUp,
  hashOfToken,
  isOpen,
  type SignUpCall,
  signUpCall,
  slowQuestions,
  subjectOf,
} from './sign-up-call.ts';
import { addSignUp, findMember, lockCodesOf } from './sign-up.store.ts';

const DAY_MS = 24 * 3_600_000;

export const sendSignUpCodeRoute = handlePublic(
  sendSignUpCode,
  async ({ body, ctx, request }) => {
    const call = await signUpCall(ctx, request, body.brandIdentifier);
    if (!call) return err('not_found');
    await slowQuestions(call);
    const subjectHash = subjectOf(call, body.accountId);
    return ctx.turns.take(`sign-up:${subjectHash.toString('hex')}`, async () => {
      // Computed for every number, so that the time reveals nothing.
      const code = await newCode(ctx);
      const token = randomBytes(32).toString('base64url');
      await ctx.database.transact(call.place.tenantId, (tx) =>
        begin(tx, call, { accountNumber: body.accountId, subjectHash, token, code }),
      );
      return ok({ token });
    });
  },
  { rate: 'signIn' },
);

type Beginning = {
  readonly accountNumber: string;
  readonly subjectHash: Buffer;
  readonly token: string;
  readonly code: { readonly code: string; readonly hash: string };
};

/** Stores a sign-up for any number, and sends its code where a login can be made. */
async function begin(tx: Tx, call: SignUpCall, { accountNumber, subjectHash, token, code }: Beginning): Promise<void> {
  const { ctx, place } = call;
  const { codesADay, lifeMs } = ctx.config.signUps;
  const now = ctx.clocks.security.now();
  const [oldest, ...later] = await lockCodesOf(tx, place.tenantId, subjectHash, now - DAY_MS);
  if (oldest !== undefined && later.length + 1 >= codesADay) {
    throw new Busy('sign-ups of one account number', Math.ceil((oldest + DAY_MS - now) / 1000));
  }
  const member = await findMember(tx, place, accountNumber);
  const contact = isOpen(member) ? contactForCode(ctx, place.tenantId, member) : undefined;
  const isSent = member !== undefined && contact !== undefined;
  const id = randomUUID();
  await addSignUp(tx, {
    ...place,
    id,
    tokenHash: hashOfToken(call, token),
    subjectHash,
    memberAccountId: isSent ? member.id : null,
    codeHash: code.hash,
    createdAt: now,
    endsAt: now + lifeMs,
  });
  const why = member === undefined ? 'nobody' : isOpen(member) ? 'no_contact' : 'not_open';
  const object = member && `account:${member.id}`;
  auditSignUp(tx, call, { action: 'sign_up.code_asked', object, outcome: isSent ? 'ok' : why });
  if (!isSent) return;
  await queueRequested(tx, ctx, {
    ...contact,
    ...place,
    holderId: member.holder_id,
    template: 'signUpCode',
    language: member.language,
    params: { code: code.code, firstName: member.first_name },
    expiresAt: now + ctx.config.signUps.codeMs,
    dedupKey: `sign-up-code:${id}`,
  });
}
