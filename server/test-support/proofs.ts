import type { ProofContent } from '@wattle/contract/access/step-up.ts';
import { returnFundProof } from '@wattle/contract/transfers/payment-proof.ts';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { payeeProof, updatePayee } from '@wattle/contract/transfers/payees.ts';
import { returnFund } from '@wattle/contract/returns/returns.ts';
import { digestOfAct } from '../src/features/access/step-up/fresh-proof.ts';
import type { TestContext } from './processes/database.ts';
import type { TestCard } from './factories.ts';
import { type ReturnBody, returnBody } from './transfers.ts';

/** Adds a proof of this payment or payee change for everybody signed in at the tenant of a card. */
export async function givenProof(
  ctx: TestContext,
  card: TestCard,
  content: ProofContent,
  purpose: 'payment' | 'payee' = 'payment',
): Promise<void> {
  await ctx.asOwner(
    `INSERT INTO step_up_proof (id, tenant_id, session_id, owner, digest, ends_at)
     SELECT gen_random_uuid(), s.tenant_id, s.id,
            CASE WHEN s.web_account_id IS NULL THEN 'card:' || s.card_id ELSE 'web:' || s.web_account_id END, $1, $2
       FROM session s
      WHERE s.tenant_id = (SELECT tenant_id FROM card WHERE id = $3)`,
    [digestOfAct(ctx.secrets, purpose, content), new Date(ctx.clocks.security.now() + 300_000).toISOString(), card.id],
  );
}

/** The same for a return of funds in dollars. */
export function givenReturnProof(ctx: TestContext, card: TestCard, dollars: number, given: Partial<ReturnBody> = {}) {
  return givenProof(ctx, card, returnFundProof(returnFund.body.parse(returnBody(card, given)), dollars));
}

/** The same for a change of a payee. */
export function givenPayeeProof(ctx: TestContext, card: TestCard, body: BodyInputOf<typeof updatePayee>) {
  return givenProof(ctx, card, payeeProof(updatePayee.body.parse(body)), 'payee');
}
