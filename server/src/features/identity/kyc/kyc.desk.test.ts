import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import type { TestCard } from '../../../../test-support/factories.ts';
import { givenActivation } from '../../../../test-support/identity.ts';
import { postApi } from '../../../../test-support/signed-in.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

const REASON = 'documents seen at the branch';
const kycOf = async (card: TestCard) =>
  (await given.ctx.asOwner<{ kyc: string }>('SELECT kyc FROM activation WHERE card_id = $1', [card.id]))[0]?.kyc;
const saveName = (card: TestCard, name: string) =>
  given.ctx.asOwner('UPDATE activation SET entity = entity || $2::jsonb WHERE card_id = $1', [
    card.id,
    JSON.stringify({ FirstName: name }),
  ]);

/** A case that the identity service could not decide, of a person who activates a card. */
async function givenCase() {
  const { card, headers } = await givenActivation(given.ctx, { check: 'ekyc', surname: 'Nomatch' });
  const body = { AccountNumber: card.account.accountNumber };
  const { CaseId } = (await postApi(given, 'greenId/registerVerification', headers, body)).json<{ CaseId: string }>();
  const [asker, manager] = [
    await givenStaff(given.ctx, card.brand.tenantId),
    await givenStaff(given.ctx, card.brand.tenantId),
  ];
  const ask = () => give(given, asker, 'pass-kyc', { input: { case: CaseId }, reason: REASON });
  const approve = (request: string) => give(given, manager, 'approve', { input: { request } });
  return { card, ask, approve };
}

describe('a case that the desk passes by hand', () => {
  it('passes the person of the case, and nobody else who activates a card of the account', async () => {
    const { card, ask, approve } = await givenCase();
    const other = await givenActivation(given.ctx, { check: 'ekyc', account: card.account, surname: 'Other' });
    const { body } = await ask();
    expect((await approve(body.request?.id ?? '')).status).toBe(200);
    expect([await kycOf(card), await kycOf(other.card)]).toEqual(['verified', 'open']);
  });

  it('is refused where the details changed before the request or before its approval', async () => {
    const { card, ask, approve } = await givenCase();
    const { body } = await ask();
    await saveName(card, 'Sasha');
    expect((await approve(body.request?.id ?? '')).body).toMatchObject({ error: 'details_changed' });
    expect((await ask()).body).toMatchObject({ error: 'details_changed' });
    expect(await kycOf(card)).toBe('open');
  });
});
