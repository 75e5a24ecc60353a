import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Brand } from '../../brands/public.ts';
import { openSession } from '../session/open-session.ts';
import { findCardByPan, findPrimaryWebAccount } from './sign-in.store.ts';
import type { Attempt, TokenResult } from './token.types.ts';

/**
 * A token for the look-up of card access details, for any well-formed number, where the brand signs in
 * by card id and lets people look theirs up. The PIN decides, and its tries are counted by the number.
 */
export async function openCardAccess({ ctx, brand, grant, request }: Attempt<'cardaccess'>): Promise<TokenResult> {
  const { UseCardIdForCardholderAccess, AllowGetCardAccessDetails } = brand.settings;
  if (!UseCardIdForCardholderAccess || !AllowGetCardAccessDetails) return err('invalid_card_details');
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  const panHashes = ctx.secrets.panHashes(grant.cardnumber);
  return ctx.database.transact(brand.tenantId, async (tx) => {
    const card = await findCardByPan(tx, place, panHashes, monthAt(ctx.clocks.business.now()));
    const token = await openSession(tx, {
      ctx,
      brand,
      request,
      scope: 'cardaccess',
      owner: { cardId: card?.id ?? null, webAccountId: null, holderId: card?.holder_id ?? null },
      actor: 'visitor',
      subjectHash: ctx.secrets.identifierHash(`${brand.id}:cardAccessPin`, grant.cardnumber),
    });
    return ok(token);
  });
}

/** Subject under which a reset by account number is counted until the account is known to exist. */
export function accountSubject(
  { secrets }: Pick<AppContext, 'secrets'>,
  brand: Pick<Brand, 'id'>,
  accountNumber: string,
): Buffer {
  return secrets.identifierHash(`${brand.id}:accountnumber`, accountNumber);
}

/** A token for the calls of a password reset, for any well-formed account number. */
export function openAccountReset({ ctx, brand, grant, request }: Attempt<'accountnumber'>): Promise<TokenResult> {
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  return ctx.database.transact(brand.tenantId, async (tx) => {
    const account = await findPrimaryWebAccount(tx, place, grant.accountNumber);
    const token = await openSession(tx, {
      ctx,
      brand,
      request,
      scope: 'accountnumber',
      owner: { cardId: null, webAccountId: account?.id ?? null, holderId: account?.holder_id ?? null },
      actor: 'visitor',
      subjectHash: accountSubject(ctx, brand, grant.accountNumber),
    });
    return ok(token);
  });
}
