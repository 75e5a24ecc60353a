import { randomUUID } from 'node:crypto';
import { transferPayId } from '@wattle/contract/transfers/pay-id.ts';
import type { BodyInputOf, ResponseOf } from '@wattle/contract/operation.ts';
import type { findPayId } from '@wattle/contract/transfers/pay-id.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { PAY_ID_LOOK_UPS } from '../src/config/outside-settings.ts';
import type { TestApp } from './app.ts';
import type { TestCard } from './factories.ts';
import { givenProof } from './proofs.ts';
import { type Headers, postApi } from './signed-in.ts';
import { postMoney } from './transfers.ts';

type Payer = { readonly headers: Headers; readonly card: TestCard };
type Answer = ResponseOf<typeof findPayId>;
type Body = BodyInputOf<typeof transferPayId>;

/** Look-ups that do not wait, of a test's server alone. */
export function withoutWaits({ ctx }: TestApp): void {
  Object.assign(ctx.config.outside, { payIdLookUps: { ...PAY_ID_LOOK_UPS, leastMs: 0 } });
}

/** Pays by PayID as a person does: looks it up first. */
export function payingByPayId(test: TestApp) {
  const find = async ({ headers, card }: Payer, PayId: string): Promise<Answer> => {
    const { accountNumber: MemberNumber } = card.account;
    return (await postApi(test, 'transfer/findPayId', headers, { MemberNumber, PayId })).json<Answer>();
  };
  const bodyOf = ({ card }: Payer, { PayId, Found }: Answer, given: Partial<Body> = {}): Body => ({
    MemberNumber: card.account.accountNumber,
    PayId,
    LookUpId: Found?.LookUpId ?? randomUUID(),
    PayIdName: Found?.Name ?? 'Nobody',
    Amount: 10,
    Message: 'Bond, Wilson St',
    ...given,
  });
  const post = (payer: Payer, body: Body) => postMoney(test, 'transfer/payId', payer.headers, body);
  const prove = (payer: Payer, body: Body) =>
    givenProof(test.ctx, payer.card, paymentProof('transferPayId', transferPayId.body.parse(body)));
  return {
    find,
    bodyOf,
    post,
    prove,
    async pay(payer: Payer, payId: string, given: Partial<Body> = {}) {
      const body = bodyOf(payer, await find(payer, payId), given);
      await prove(payer, body);
      return post(payer, body);
    },
  };
}
