import { err } from '@wattle/contract/errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { acceptedKinds, foldLoginName } from './login-name.domain.ts';
import { isMasked } from './masked-name.domain.ts';
import { findRememberedName, forgetUser, rememberUser } from './remembered-user.ts';
import { findWebAccount } from './sign-in.store.ts';
import { type Found, signIn } from './sign-in.ts';
import type { Attempt, LoginLink, TokenError, TokenResult } from './token.types.ts';

/**
 * Signs a web-account user in by a name of the kinds that the brand takes, or by the masked one that
 * this browser remembers, and password.
 */
export async function signInWithPassword(attempt: Attempt<'password'>, link: LoginLink | null): Promise<TokenResult> {
  const { ctx, brand, grant, request, cookies } = attempt;
  const isRemembered = isMasked(grant.userName);
  const typed = isRemembered ? await findRememberedName(attempt, grant.userName) : grant.userName;
  if (typed === undefined) {
    await forgetUser(ctx, brand, cookies);
    return err('login_again');
  }
  const name = foldLoginName(typed, brand.settings.DefaultCountry);
  const find = async (tx: Tx): Promise<Found | undefined> => {
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    const found = await findWebAccount(tx, place, name, acceptedKinds(brand.settings.LoginMethodId));
    return (
      found && { secretHashes: [found.password_hash], cardId: null, webAccountId: found.id, holderId: found.holder_id }
    );
  };
  const result = await signIn<TokenError>({
    ctx,
    brand,
    request,
    kind: 'account',
    scope: 'password',
    name,
    secret: grant.password,
    find,
    ...(link && { admit: link.admit }),
    onIn: async (tx, found) => {
      const { webAccountId } = found;
      await link?.onIn(tx, found);
      // Journeys that hide the choice do not send it, so what the browser remembers stays as it is.
      const wanted = grant.rememberMe ?? (isRemembered ? 'true' : undefined);
      if (wanted === 'true' && webAccountId !== null) await rememberUser(tx, attempt, webAccountId);
    },
    wrong: 'login_failed',
    locked: 'account_locked',
  });
  if (result.ok && grant.rememberMe === 'false') await forgetUser(ctx, brand, cookies);
  return result;
}
