import { giveProof } from '@wattle/contract/access/step-up.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside, type SessionInput } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { Busy } from '../../../platform/busy.ts';
import { judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import { forgetDeviceSecret } from '../passcode/device-secret.ts';
import { deletePasscodeOfDevice } from '../passcode/passcode.store.ts';
import { digestOfAct } from './fresh-proof.ts';
import { judgePasskeyProof } from './passkey-as-proof.ts';
import { isSameSecret, type ProofSecret, readProofSecret } from './proof-secret.ts';
import { addProof, noteAnyProof, noteProved } from './step-up.store.ts';

type Input = SessionInput<typeof giveProof>;
type ProofError = (typeof giveProof.errors)[number];
type Verdict = Result<undefined, ProofError>;

/** The secret is null for a passkey, which has none to compare. */
type Intent = { readonly secret: ProofSecret | null; readonly sessionId: string };

export const giveProofRoute = handleOutside(
  giveProof,
  {
    async admit(input): Promise<Result<Intent, 'required_field'>> {
      const sessionId = input.session.id;
      if (input.body.Method === 'passkey') return ok({ secret: null, sessionId });
      const secret = await readProofSecret(input);
      return secret ? ok({ secret, sessionId }) : err('required_field', 'Method');
    },
    subject: ({ secret, sessionId }) =>
      secret ? `guard:${secret.guard.identifierHash.toString('hex')}` : `session:${sessionId}`,
    async outside({ ctx, intent: { secret } }) {
      if (!secret) return false;
      const answers = await Promise.all(secret.hashes.map((hash) => ctx.secrets.verifySecret(hash, secret.typed)));
      return answers.includes(true);
    },
    async settle({ intent, known, ...input }) {
      const verdict = intent.secret ? await judgeSecret(input, intent.secret, known) : await judgePasskeyProof(input);
      const { body, session, tx, ctx, request } = input;
      audit(tx, ctx.clocks, {
        tenantId: session.tenantId,
        actor: callerOf(session),
        action: verdict.ok ? 'proof.given' : 'proof.refused',
        object: `session:${session.id}`,
        outcome: verdict.ok ? 'ok' : verdict.error,
        requestId: request.id,
        details: { purpose: body.Purpose, method: body.Method },
      });
      if (!verdict.ok) return verdict;
      await keepProof(input);
      return ok({ IsSuccessful: true as const });
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);

async function keepProof({ body, session, tx, ctx }: Input): Promise<void> {
  const now = ctx.clocks.security.now();
  if (body.Purpose === 'account') return noteProved(tx, session, now);
  const digest = digestOfAct(ctx.secrets, body.Purpose, body.Content ?? {});
  const endsAt = now + ctx.config.proofs.freshMs;
  const { tenantId, id: sessionId } = session;
  await noteAnyProof(tx, tenantId, sessionId, now);
  return addProof(tx, { tenantId, sessionId, owner: callerOf(session), digest, endsAt });
}

async function judgeSecret(input: Input, compared: ProofSecret, isRight: boolean): Promise<Verdict> {
  const { tx, ctx, session, cookies } = input;
  const guard = await lockGuard(tx, compared.guard);
  const current = await readProofSecret(input);
  if (!current || !isSameSecret(current, compared)) throw new Busy('the secret was changed while it was compared');
  const judged = judge(ctx.config.lockouts[compared.guard.kind], guard, isRight, ctx.clocks.security.now());
  saveGuard(tx, compared.guard, judged.guard);
  if (judged.verdict === 'in') return ok(undefined);
  if (judged.verdict === 'wrong') return err(compared.wrong);
  if (compared.device) {
    // As at the sign-in, the third wrong passcode deletes the passcode.
    await deletePasscodeOfDevice(tx, session, compared.device);
    forgetDeviceSecret(cookies, session.brandId);
  }
  return err(compared.locked);
}
