import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Scope } from '@wattle/contract/operation.ts';
import { readBearer, sessionOf } from '../../http/auth.ts';
import { hasFreshProof } from '../../http/fresh-proof.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { withSavepoint } from '../../platform/database/savepoint.ts';
import type { Attempt, Found, LoginLink, TokenError } from '../access/public.ts';
import { refuseCard } from './admit-step.ts';
import { factsOf } from './activation-facts.ts';
import { type OutOfTurn, refuseStep } from './activation-order.domain.ts';
import { type ActivationRow, findActivationOfCard, lockActivationOfCard, saveLogin } from './activation.store.ts';
import { openActivation } from './begin-activation.ts';
import { giveUpgradingCard } from './upgrade/give-upgrading-card.ts';
import { beginUpgradeOf } from './upgrade/upgrade.store.ts';

type LoginRefusal = Exclude<OutOfTurn, 'kyc_needed' | 'kyc_failed'> | 'card_not_of_login';

/** Reason why a login cannot take a card: it belongs to another login, or the account has another primary holder. */
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

/** The card that a grant names, and whether it is upgraded. */
type Named = { readonly cardId: bigint; readonly isUpgrade: boolean };

/**
 * The card that a password grant names: by number and code, by the token of its activation, or, to be upgraded, by the
 * token of its sign-in or set-up. The login that signs in takes it, or the sign-in is refused. Null if the grant
 * names no card.
 */
export async function linkLogin(attempt: Attempt<'password'>): Promise<Result<LoginLink | null, TokenError>> {
  const { ctx, brand, request } = attempt;
  const named = await namedCard(attempt);
  if (!named.ok) return named;
  if (named.value === null) return ok(null);
  const { cardId, isUpgrade } = named.value;
  const now = ctx.clocks.business.now();
  const nowMs = ctx.clocks.security.now();
  const read = (tx: Tx) => findActivationOfCard(tx, brand.tenantId, cardId, dayAt(now));
  return ok({
    admit: async (tx, found) => {
      const refusal = async () => {
        if (isUpgrade) await beginUpgradeOf(tx, { tenantId: brand.tenantId, brandId: brand.id, cardId, nowMs });
        // The row is locked here because no input or decision follows before the end of the sign-in.
        const row = await lockActivationOfCard(tx, brand.tenantId, cardId, dayAt(now));
        return row ? (refuseCard(row, now) ?? refuseLogin(row, found)) : ('card_problem' as const);
      };
      // A refused sign-in commits with its counts, and a card that cannot be upgraded stays as it was.
      return withSavepoint(tx, refusal, (refused) => refused === null);
    },
    onIn: async (tx, { webAccountId }) => {
      const row = await read(tx);
      if (!row || webAccountId === null) return;
      await saveLogin(tx, row, webAccountId, nowMs);
      const taken = isUpgrade ? await read(tx) : undefined;
      if (taken) await giveUpgradingCard({ tx, ctx, request, actor: `web:${webAccountId}` }, taken);
    },
  });
}

async function namedCard(attempt: Attempt<'password'>): Promise<Result<Named | null, TokenError>> {
  const { ctx, brand, grant, request } = attempt;
  const { cardNumber, activationCode, activationToken, upgradeAccessToken } = grant;
  if (upgradeAccessToken !== undefined) {
    const cardId = await cardOfToken(attempt, upgradeAccessToken, ['card', 'verifyactivation']);
    return cardId === null ? err('token_invalid') : ok({ cardId, isUpgrade: true });
  }
  if (activationToken !== undefined) {
    const cardId = await cardOfToken(attempt, activationToken, ['verifyactivation']);
    return cardId === null ? err('token_invalid') : ok({ cardId, isUpgrade: false });
  }
  if (cardNumber === undefined && activationCode === undefined) return ok(null);
  if (cardNumber === undefined) return err('required_field', 'cardNumber');
  if (activationCode === undefined) return err('required_field', 'activationCode');
  const opened = await openActivation({ ctx, brand, request, cardNumber, activationCode });
  return opened.ok ? ok({ cardId: opened.value.cardId, isUpgrade: false }) : opened;
}

/** The card of a live session of one of the scopes. A sign-in by card has to be a recent proof. */
async function cardOfToken(
  { ctx, brand }: Attempt<'password'>,
  token: string,
  scopes: readonly Scope[],
): Promise<bigint | null> {
  const claims = await readBearer(ctx, `Bearer ${token}`);
  if (!claims || !scopes.includes(claims.scope) || claims.brandId !== brand.id) return null;
  const session = await ctx.database.read(brand.tenantId, (tx) => sessionOf(ctx, tx, claims));
  if (!session || (session.scope === 'card' && !hasFreshProof(ctx, session))) return null;
  return session.cardId;
}
