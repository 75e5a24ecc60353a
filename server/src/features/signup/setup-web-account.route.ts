import { err, ok } from '@wattle/contract/errors.ts';
import { setupWebAccount } from '@wattle/contract/signup/setup-web-account.ts';
import type { AppContext } from '../../context.ts';
import { handlePublic } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { foldLoginName, mayChoosePassword, usernameKind } from '../access/public.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import { isChannelOn, queueNotice } from '../messages/public.ts';
import { insertLogin, lockMember, type MemberToSignUp } from './sign-up.store.ts';

export const setupWebAccountRoute = handlePublic(
  setupWebAccount,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brandIdentifier, request.host);
    if (!brand?.settings.ShowSignupLink) return err('not_found');
    const { accountId, username, password } = body;
    const kind = usernameKind(brand.settings.LoginMethodId, username);
    if (kind === undefined) return err('required_field', 'username');
    if (!(await mayChoosePassword(ctx, password, [brand.name, username, accountId]))) {
      return err('required_field', 'password');
    }
    const passwordHash = await ctx.secrets.hashSecret(password);
    const login = { accountId, kind, username, passwordHash };
    const isMade = await makeLogin(ctx, brand, login, request.id);
    return ok({ data: { userCreated: JSON.stringify({ Succeeded: isMade }) } });
  },
  { rate: 'signIn' },
);

type Login = {
  readonly accountId: string;
  readonly kind: 'email' | 'username';
  readonly username: string;
  readonly passwordHash: string;
};

/** A name that was taken meanwhile: nothing of the login stays. */
class NameTaken extends Error {}

async function makeLogin(ctx: AppContext, brand: Brand, login: Login, requestId: string): Promise<boolean> {
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  const line = { tenantId: brand.tenantId, actor: 'visitor', action: 'sign_up.login_made', requestId };
  const details = { brand: brand.identifier, pds: true };
  try {
    return await ctx.database.transact(brand.tenantId, async (tx) => {
      const member = await lockMember(tx, place, login.accountId);
      const object = member && `account:${member.id}`;
      if (!member || member.is_closed || member.has_login || member.holder_id === null) {
        audit(tx, ctx.clocks, { ...line, object, outcome: 'refused', details });
        return false;
      }
      const name = foldLoginName(login.username);
      const webAccountId = await insertLogin(tx, place, {
        holderId: member.holder_id,
        memberAccountId: member.id,
        username: login.username.trim(),
        passwordHash: login.passwordHash,
        names: [
          { kind: login.kind, name },
          { kind: 'account', name: member.account_number },
        ],
        nowMs: ctx.clocks.business.now(),
      });
      if (webAccountId === undefined) throw new NameTaken();
      audit(tx, ctx.clocks, { ...line, object: `web:${webAccountId}`, outcome: 'ok', details });
      await tellHolder(ctx, tx, { ...place, member, holderId: member.holder_id, requestId });
      return true;
    });
  } catch (error) {
    if (error instanceof NameTaken) return false;
    throw error;
  }
}

type Told = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly member: MemberToSignUp;
  readonly holderId: bigint;
  readonly requestId: string;
};

/** Tells the holder at the address on record: it may have been somebody else who knew the account's number. */
async function tellHolder(
  ctx: AppContext,
  tx: Parameters<typeof queueNotice>[0],
  { tenantId, brandId, member, holderId, requestId }: Told,
): Promise<void> {
  if (member.email === '' || !isChannelOn(ctx, 'email')) return;
  await queueNotice(tx, ctx, {
    tenantId,
    brandId,
    holderId,
    template: 'credentialChanged',
    language: member.language,
    params: { change: 'loginMade' },
    dedupKey: `signed-up:${requestId}`,
    channel: 'email',
    to: member.email,
  });
}
