import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { readBearer, sessionOf } from '../../http/auth.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Attempt, Found, TokenError } from '../access/public.ts';
import { refuseStatus } from './admit-step.ts';
import { factsOf } from './activation-facts.ts';
import { type OutOfTurn, refuseStep } from './activation-order.domain.ts';
import { type ActivationRow, findActivationOfCard, saveLogin } from './activation.store.ts';
import { openActivation } from './begin-activation.ts';

/** What a sign-in does for a card that is being activated. */
export type LoginLink = {
  readonly admit: (tx: Tx, found: Found) => Promise<TokenError | null>;
  readonly onIn: (tx: Tx, found: Found) => Promise<void>;
};

type LoginRefusal = Exclude<OutOfTurn, 'kyc_needed' | 'kyc_failed'> | 'card_not_of_login';

/** Why a login cannot take a card: it is another login's, or the account has another primary holder. */
export function refuseLogin(
  row: ActivationRow,
  { holderId, webAccountId }: Pick<Found, 'holderId' | 'webAccountId'>,
): LoginRefusal | null {
  const facts = factsOf(row);
  if (row.holder_login_id !== null && row.holder_login_id !== webAccountId) return 'card_not_of_login';
  const isOwn = row.holder_login_id !== null;
  if (!isOwn && row.primary_holder_id !== null && row.primary_holder_id !== (row.card_holder_id ?? holderId))
    return 'card_linked_elsewhere';
  const refusal = refuseStep(facts, facts.holder.hasLogin ? 'login' : 'loginOption');
  return refusal === 'kyc_needed' || refusal === 'kyc_failed' ? 'required_field' : refusal;
}

/**
 * The card that a password grant names, by number and code or by the token of its activation. The login that signs in
 * takes it, or the sign-in is refused. Null: the grant names no card.
 */
export async function linkLogin(attempt: Attempt<'password'>): Promise<Result<LoginLink | null, TokenError>> {
  const { ctx, brand } = attempt;
  const cardId = await namedCard(attempt);
  if (!cardId.ok) return cardId;
  const { value: id } = cardId;
  if (id === null) return ok(null);
  const now = ctx.clocks.business.now();
  const read = (tx: Tx) => findActivationOfCard(tx, brand.tenantId, id, dayAt(now));
  return ok({
    admit: async (tx, found) => {
      const row = await read(tx);
      return row ? (refuseStatus(row, now) ?? refuseLogin(row, found)) : 'card_problem';
    },
    onIn: async (tx, { webAccountId }) => {
      const row = await read(tx);
      if (row && webAccountId !== null) await saveLogin(tx, row, webAccountId, ctx.clocks.security.now());
    },
  });
}

async function namedCard({
  ctx,
  brand,
  grant,
  request,
}: Attempt<'password'>): Promise<Result<bigint | null, TokenError>> {
  const { cardNumber, activationCode, activationToken, upgradeAccessToken } = grant;
  if (activationToken !== undefined) {
    const claims = await readBearer(ctx, `Bearer ${activationToken}`);
    if (claims?.scope !== 'verifyactivation' || claims.brandId !== brand.id) return err('token_invalid');
    const session = await ctx.database.read(brand.tenantId, (tx) => sessionOf(ctx, tx, claims));
    return session?.cardId ? ok(session.cardId) : err('token_invalid');
  }
  if (cardNumber === undefined && activationCode === undefined) {
    return upgradeAccessToken === undefined ? ok(null) : err('token_invalid');
  }
  if (cardNumber === undefined) return err('required_field', 'cardNumber');
  if (activationCode === undefined) return err('required_field', 'activationCode');
  const opened = await openActivation({ ctx, brand, request, cardNumber, activationCode });
  return opened.ok ? ok(opened.value.cardId) : opened;
}
