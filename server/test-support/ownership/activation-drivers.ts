import { CODE } from '../activation.ts';
import { givenAccount, givenCard, type TestCard } from '../factories.ts';
import { givenQuestions } from '../identity.ts';
import { accessOf, ENTITY } from '../made-up-person.ts';
import { type OwnerDriver, same } from './driver.ts';
import type { Caller, World } from './world.ts';

/** An activation of the owner's card in a state, as its holder has brought it there. */
async function givenActivationRow({ ctx }: World, { card }: Caller, set: string): Promise<void> {
  await ctx.asOwner("UPDATE card SET status = 'NotIssued', activation_check = 'none' WHERE id = $1", [card.id]);
  await ctx.asOwner('DELETE FROM activation WHERE card_id = $1', [card.id]);
  await ctx.asOwner(
    `INSERT INTO activation (card_id, tenant_id, brand_id, started_at, changed_at) VALUES ($1, $2, $3, now(), now())`,
    [card.id, card.brand.tenantId, card.brand.id],
  );
  await ctx.asOwner(`UPDATE activation SET ${set} WHERE card_id = $1`, [card.id]);
}

/** A step of the owner's activation. Others are answered about a card of their own, which waits for nothing. */
const ofActivation = (body: object | undefined, set = 'changed_at = now()', before = 'SELECT'): OwnerDriver => ({
  ask: async (world, owner) => {
    await givenActivationRow(world, owner, set);
    await world.ctx.asOwner(before.replaceAll('CARD', String(owner.card.id)), []);
    return same(body === undefined ? {} : { body });
  },
});
/** A hash as they are stored, of no secret. */
const OF_NOTHING = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const ENTERED = `access = '{"isAccountNumberUsername":false,"emailAddress":"owner.new@example.com","securityQuestion":1}',
  password_hash = '${OF_NOTHING}', security_answer_hash = '${OF_NOTHING}', maiden_name_hash = '${OF_NOTHING}', entity = '${JSON.stringify(ENTITY).replaceAll("'", "''")}'`;

/** The owner's verification: of the activation that has come to it, or of the holder who is signed in. */
const ofVerification = (bodyOf: (owner: Caller) => object | undefined): OwnerDriver => ({
  ask: async (world, owner) => {
    await givenActivationRow(world, owner, `${ENTERED}, is_tax_file_put_off = true, consented_at = now()`);
    await world.ctx.asOwner("UPDATE card SET activation_check = 'ekyc' WHERE id = $1", [owner.card.id]);
    await world.ctx.asOwner('UPDATE holder SET is_kyc_verified = false, address = $2 WHERE id = $1', [
      owner.card.holder?.id,
      JSON.stringify(ENTITY.Address),
    ]);
    const body = bodyOf(owner);
    return same(body === undefined ? {} : { body });
  },
});
const REGISTER = ofVerification(({ card }) => ({ AccountNumber: card.account.accountNumber }));

/** Another card of the owner, which waits for its activation by a code that others may have seen. */
async function givenWaiting({ ctx }: World, { card: { holder } }: Caller): Promise<TestCard> {
  if (!holder) throw new Error('the owner of a web account is a holder');
  const account = await givenAccount(ctx, { holder, balance: 0n });
  return givenCard(ctx, { account, holder, status: 'NotIssued', activationCode: CODE, accessCode: null });
}
const ofWaitingCard = (bodyOf: (card: TestCard) => object): OwnerDriver => ({
  ask: async (world, owner) => {
    const card = await givenWaiting(world, owner);
    return same({ body: bodyOf(card) }, [card.maskedNumber]);
  },
});
const ofAllocatedCard = (more: object): OwnerDriver =>
  ofWaitingCard(({ account, maskedNumber, expiry }) => ({
    Card: { AccountNumber: account.accountNumber, MaskedCardNumber: maskedNumber, ExpirationDate: expiry },
    ...more,
  }));

/** The owner's card is in use and may be upgraded. */
async function givenUpgradeable({ ctx }: World, { card }: Caller): Promise<void> {
  await ctx.asOwner("UPDATE card SET status = 'Active', is_upgrade_requested = false WHERE id = $1", [card.id]);
  await ctx.asOwner(
    `UPDATE product SET is_upgradeable = true, settings = settings || jsonb_build_object('upgradesTo', id)
      WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
    [card.id],
  );
}

/** How the owner makes each call of an activation and of its identity checks. */
export const ACTIVATION_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getActivation: [ofActivation(undefined)],
  getCardProduct: [ofActivation({})],
  getAccountLoginNameActivation: [
    {
      ask: async (world, owner) => {
        await givenActivationRow(world, owner, 'changed_at = now()');
        return same({ body: { AccountNumber: owner.card.account.accountNumber } });
      },
      refusal: [404, '404'],
    },
  ],
  acceptTerms: [
    ofActivation(
      { Version: 'of the owner', AcceptedTerms: true },
      'changed_at = now()',
      `INSERT INTO terms_version (tenant_id, product_id, version, begins_on)
       SELECT tenant_id, product_id, 'of the owner', '2020-01-01' FROM card WHERE id = CARD`,
    ),
  ],
  verifyIdentity: [
    {
      ask: async (world, owner) => {
        await givenActivationRow(world, owner, 'changed_at = now()');
        const hash = await world.ctx.secrets.hashSecret('harper');
        await world.ctx.asOwner('UPDATE holder SET maiden_name_hash = $1 WHERE id = $2', [hash, owner.card.holder?.id]);
        await world.ctx.asOwner("UPDATE card SET activation_check = 'maidenName' WHERE id = $1", [owner.card.id]);
        return same({ body: { MothersMaidenName: 'Harper', DateOfBirth: '1990-02-01' } });
      },
    },
  ],
  verifyOnlineAccount: [ofActivation(accessOf('owner.newer@example.com'))],
  saveEntityDetails: [ofActivation(ENTITY)],
  setTaxFileNumber: [
    ofActivation(
      { Kind: 'notNow' },
      ENTERED,
      `UPDATE product SET product_type = 2 WHERE id = (SELECT product_id FROM card WHERE id = CARD)`,
    ),
  ],
  giveConsent: [
    ofActivation(
      { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: false },
      `${ENTERED}, is_tax_file_put_off = true`,
    ),
  ],
  activateCard: [ofActivation({ pin: '4826' }, `${ENTERED}, is_tax_file_put_off = true, consented_at = now()`)],
  getAuthStatus: [ofActivation({})],
  getAuthQuestions: [ofActivation({})],
  submitAuthAnswers: [
    {
      ask: async (world, owner) => {
        await givenActivationRow(world, owner, 'changed_at = now()');
        await world.ctx.asOwner("UPDATE card SET activation_check = 'questions' WHERE id = $1", [owner.card.id]);
        await world.ctx.asOwner('DELETE FROM identity_question WHERE card_id = $1', [owner.card.id]);
        const [suburb, cafe] = await givenQuestions(world.ctx, owner.card);
        const answers = { [suburb]: 'Fremantle', [cafe]: 'Corner Cafe' };
        return same({
          body: {
            Answers: Object.entries(answers).map(([id, Answer]) => ({ EntityAuthenticationDetailId: id, Answer })),
          },
        });
      },
    },
  ],
  getVerificationConfiguration: [ofVerification(() => undefined)],
  registerVerification: [REGISTER],
  getVerificationResult: [
    {
      ask: async (world, owner, headers) => {
        const asked = await REGISTER.ask(world, owner, headers);
        const { body } = asked.request(owner);
        await world.app.inject({
          method: 'POST',
          url: '/api/greenId/registerVerification',
          headers,
          payload: body ?? {},
        });
        return same({ body: {} });
      },
    },
  ],
  verificationUsageCheck: [ofVerification(() => ({}))],
  verifyCardToBeAdded: [ofWaitingCard((card) => ({ number: card.pan, code: CODE, reloadable: true }))],
  addCardToLogin: [
    ofWaitingCard((card) => ({
      cardNumber: card.pan,
      isReloadable: true,
      code: CODE,
      pin: '4826',
      brandIdentifier: card.brand.identifier,
    })),
  ],
  verifyAllocatedActivationCode: [ofAllocatedCard({ code: CODE })],
  activateAllocatedCard: [ofAllocatedCard({ code: CODE, pin: '4826' })],
  beginUpgrade: [
    {
      ask: async (world, owner) => {
        await givenUpgradeable(world, owner);
        return same({});
      },
    },
  ],
  signupAndUpgrade: [
    {
      ask: async (world, owner) => {
        await givenActivationRow(
          world,
          owner,
          `${ENTERED.replace('owner.new@', 'owner.upgrading@')}, is_tax_file_put_off = true, consented_at = now(),
           purpose = 'upgrade'`,
        );
        await givenUpgradeable(world, owner);
        // A card of nobody: who activated it before has a login.
        await world.ctx.asOwner(
          `WITH own AS (UPDATE card SET holder_id = NULL WHERE id = $1 RETURNING member_account_id)
           UPDATE member_account SET primary_holder_id = NULL WHERE id = (SELECT member_account_id FROM own)`,
          [owner.card.id],
        );
        return same({ body: { pin: '4826' } });
      },
    },
  ],
  getCardType: [{ ask: (_world, { card }) => same({ body: { CardNumber: card.pan } }) }],
};
