import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { setupWebAccount } from '@wattle/contract/signup/sign-up.ts';
import { handlePublic } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { move } from '../../platform/state-table.domain.ts';
import { foldLoginName, mayChoosePassword, usernameKind } from '../access/public.ts';
import { addDefaultAlerts } from '../alerts/public.ts';
import { notifyHolder } from '../messages/public.ts';
import { auditSignUp, hashOfToken, isOpen, type SignUpCall, signUpCall, subjectOf } from './sign-up-call.ts';
import { SIGN_UP, stateOfSignUp } from './sign-up.states.domain.ts';
import { insertLogin, lockMember, lockSignUp, type MemberToSignUp, saveSignUpMade } from './sign-up.store.ts';

const answer = (isMade: boolean) => ok({ data: { userCreated: JSON.stringify({ Succeeded: isMade }) } });

export const setupWebAccountRoute = handlePublic(
  setupWebAccount,
  async ({ body, ctx, request }) => {
    const call = await signUpCall(ctx, request, body.brandIdentifier);
    if (!call) return err('not_found');
    const { brand } = call;
    const { accountId, username, password, token } = body;
    const kind = usernameKind(brand.settings.LoginMethodId, username);
    if (kind === undefined) return err('required_field', 'username');
    if (!(await mayChoosePassword(ctx, password, [brand.name, username, accountId]))) {
      return err('required_field', 'password');
    }
    if (token === undefined) return answer(false);
    const passwordHash = await ctx.secrets.hashSecret(password);
    const made = await makeLogin(call, token, { accountId, kind, username, passwordHash });
    return made.ok ? answer(made.value) : made;
  },
  { rate: 'signIn' },
);

type Login = {
  readonly accountId: string;
  readonly kind: 'email' | 'username';
  readonly username: string;
  readonly passwordHash: string;
};

/** A name was taken meanwhile, so no part of the login is stored. */
class NameTaken extends Error {}

/** Whether the login exists: made now, or earlier by the same call. */
async function makeLogin(
  call: SignUpCall,
  token: string,
  login: Login,
): Promise<Result<boolean, 'token_invalid' | 'token_expired'>> {
  const { ctx, place, request } = call;
  try {
    return await ctx.database.transact(place.tenantId, async (tx) => {
      const row = await lockSignUp(tx, place, hashOfToken(call, token));
      if (!row?.subjectHash.equals(subjectOf(call, login.accountId))) return err('token_invalid');
      const now = ctx.clocks.security.now();
      const state = stateOfSignUp(row, ctx.config.signUps, now);
      const moved = move(SIGN_UP, { state, event: 'make', by: 'visitor' });
      if (moved.kind === 'refused') {
        const error = moved.error === 'token_expired' ? moved.error : 'token_invalid';
        auditSignUp(tx, call, { action: 'sign_up.login_made', object: `sign-up:${row.id}`, outcome: error });
        return err(error);
      }
      if (moved.kind === 'done') return ok(true);
      const member = await lockMember(tx, place, login.accountId);
      if (!isOpen(member) || member.id !== row.memberAccountId) {
        auditSignUp(tx, call, {
          action: 'sign_up.login_made',
          object: member && `account:${member.id}`,
          outcome: 'refused',
        });
        return ok(false);
      }
      const webAccountId = await insertFor(tx, call, member, login);
      if (webAccountId === undefined) throw new NameTaken();
      await saveSignUpMade(tx, place.tenantId, row.id, now);
      const { tenantId } = place;
      await addDefaultAlerts(tx, { tenantId, holderId: member.holder_id, memberAccountId: member.id });
      auditSignUp(tx, call, { action: 'sign_up.login_made', object: `web:${webAccountId}`, outcome: 'ok' });
      await notifyHolder(tx, ctx, {
        ...place,
        holderId: member.holder_id,
        template: 'credentialChanged',
        params: { change: 'loginMade' },
        dedupKey: `signed-up:${request.id}`,
        // Someone else may have obtained the code.
        everyContact: true,
      });
      return ok(true);
    });
  } catch (error) {
    if (error instanceof NameTaken) return ok(false);
    throw error;
  }
}

function insertFor(
  tx: Tx,
  { ctx, place }: SignUpCall,
  member: MemberToSignUp,
  { kind, username, passwordHash }: Login,
): Promise<bigint | undefined> {
  return insertLogin(tx, place, {
    holderId: member.holder_id,
    memberAccountId: member.id,
    username,
    passwordHash,
    names: [
      { kind, name: foldLoginName(username) },
      { kind: 'account', name: member.account_number },
    ],
    nowMs: ctx.clocks.business.now(),
    resetAtMs: ctx.clocks.security.now(),
  });
}
