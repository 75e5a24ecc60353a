import { addPasskey } from '@wattle/contract/access/passkeys/add-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomUUID } from 'node:crypto';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { challengeOf, readMadePasskey } from './passkey-proof.ts';
import { addPasskeyRow, takeChallenge } from './passkey.store.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';

export const addPasskeyRoute = handle(
  addPasskey,
  async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId, id: sessionId } = session;
    const { host: rpId, origin } = request;
    const webAccountId = webAccountOf(session);
    const challenge = challengeOf(body.credential);
    const asked = challenge && { tenantId, brandId, challenge, sessionId, rpId, nowMs: ctx.clocks.security.now() };
    if (!asked || !(await takeChallenge(tx, asked))) return err('required_field', 'credential');
    const made = await readMadePasskey(body.credential, asked.challenge, { rpId, origin });
    const id = randomUUID();
    const now = ctx.clocks.business.now();
    const isAdded =
      made !== undefined &&
      (await addPasskeyRow(tx, { tenantId, brandId, id, webAccountId, rpId, name: body.Name, now, ...made }));
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: isAdded ? 'passkey.added' : 'passkey.refused',
      object: isAdded ? `passkey:${id}` : `session:${sessionId}`,
      outcome: isAdded ? 'ok' : 'required_field',
      requestId: request.id,
    });
    if (!isAdded) return err('required_field', 'credential');
    await tellCredentialChanged(tx, { ctx, session, request });
    return ok({ IsSuccessful: true as const });
  },
  // A challenge is used up by any answer, a wrong one too.
  { keepsRefusals: true },
);
