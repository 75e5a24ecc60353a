import { CODE } from '../../../test-support/activation.ts';
import { givenAccount, givenCard, type TestCard } from '../../../test-support/factories.ts';
import { givenQuestions } from '../../../test-support/identity.ts';
import { accessOf, ENTITY } from '../../../test-support/made-up-person.ts';
import {
  type FeatureOwnership,
  INVALID_CARD,
  NOT_FOUND,
  type OwnerCall,
  same,
} from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { type Headers, postApi } from '../../../test-support/signed-in.ts';

/** An activation of the owner's card that its holder has brought into a state. */
async function givenActivationRow({ ctx }: World, { card }: Caller, set: string): Promise<void> {
  await ctx.asOwner("UPDATE card SET status = 'NotIssued', activation_check = 'none' WHERE id = $1", [card.id]);
  await ctx.asOwner('DELETE FROM activation WHERE card_id = $1', [card.id]);
  await ctx.asOwner(
    `INSERT INTO activation (card_id, tenant_id, brand_id, started_at, changed_at) VALUES ($1, $2, $3, now(), now())`,
    [card.id, card.brand.tenantId, card.brand.id],
  );
  await ctx.asOwner(`UPDATE activation SET ${set} WHERE card_id = $1`, [card.id]);
}

/** A step of the owner's activation. Other callers get the answer about their own card, which has no step to take. */
const ofActivation = (body?: object, set = 'changed_at = now()', before = 'SELECT'): OwnerCall => ({
  ready: async (world, owner) => {
    await givenActivationRow(world, owner, set);
    await world.ctx.asOwner(before.replaceAll('CARD', String(owner.card.id)), []);
  },
  ...(body && { body }),
});
/** A hash as they are stored, of no secret. */
const OF_NOTHING = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const ENTERED = `access = '{"isAccountNumberUsername":false,"emailAddress":"owner.new@example.com","securityQuestion":1}',
  password_hash = '${OF_NOTHING}', security_answer_hash = '${OF_NOTHING}', maiden_name_hash = '${OF_NOTHING}', entity = '${JSON.stringify(ENTITY).replaceAll("'", "''")}'`;

/** The owner has reached the verification: of the activation, or as a signed-in holder. */
async function givenVerifiable(world: World, owner: Caller): Promise<void> {
  await givenActivationRow(world, owner, `${ENTERED}, is_tax_file_put_off = true, consented_at = now()`);
  await world.ctx.asOwner("UPDATE card SET activation_check = 'ekyc' WHERE id = $1", [owner.card.id]);
  await world.ctx.asOwner('UPDATE holder SET is_kyc_verified = false, address = $2 WHERE id = $1', [
    owner.card.holder?.id,
    JSON.stringify(ENTITY.Address),
  ]);
}

async function givenVerification(world: World, owner: Caller, headers: Headers): Promise<string> {
  await givenVerifiable(world, owner);
  const { accountNumber: AccountNumber } = owner.card.account;
  const begun = await postApi(world, 'greenId/registerVerification', headers, { AccountNumber });
  return begun.json<{ CaseId: string }>().CaseId;
}

/** The owner's other card, which waits for activation with a code that other people may have seen. */
async function givenWaiting({ ctx }: World, { card: { holder } }: Caller): Promise<TestCard> {
  if (!holder) throw new Error('the owner of a web account is a holder');
  const account = await givenAccount(ctx, { holder, balance: 0n });
  return givenCard(ctx, { account, holder, status: 'NotIssued', activationCode: CODE, accessCode: null });
}
const ofWaitingCard = (bodyOf: (card: TestCard) => object): OwnerCall => ({
  ask: async (world, owner) => {
    const card = await givenWaiting(world, owner);
    return same({ body: bodyOf(card) }, [card.maskedNumber]);
  },
});

/** The owner's card is in use and may be upgraded. */
async function givenUpgradeable({ ctx }: World, { card }: Caller): Promise<void> {
  await ctx.asOwner("UPDATE card SET status = 'Active', is_upgrade_requested = false WHERE id = $1", [card.id]);
  await ctx.asOwner(
    `UPDATE product SET is_upgradeable = true, settings = settings || jsonb_build_object('upgradesTo', id)
      WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
    [card.id],
  );
}

export const ownership: FeatureOwnership = {
  things: {
    waitingCard: { make: async (world, owner) => (await givenWaiting(world, owner)).reference, refusal: INVALID_CARD },
    activatedAccount: { make: (_world, { card }) => card.account.accountNumber, refusal: NOT_FOUND },
    verification: { make: givenVerification },
  },
  calls: {
    getActivation: ofActivation(),
    getCardProduct: ofActivation({}),
    getAccountLoginNameActivation: ofActivation(),
    acceptTerms: ofActivation(
      { Version: 'of the owner', AcceptedTerms: true },
      'changed_at = now()',
      `INSERT INTO terms_version (tenant_id, product_id, version, begins_on)
       SELECT tenant_id, product_id, 'of the owner', '2020-01-01' FROM card WHERE id = CARD`,
    ),
    verifyIdentity: {
      ready: async (world, owner) => {
        await givenActivationRow(world, owner, 'changed_at = now()');
        const hash = await world.ctx.secrets.hashSecret('harper');
        await world.ctx.asOwner('UPDATE holder SET maiden_name_hash = $1 WHERE id = $2', [hash, owner.card.holder?.id]);
        await world.ctx.asOwner("UPDATE card SET activation_check = 'maidenName' WHERE id = $1", [owner.card.id]);
      },
      body: { MothersMaidenName: 'Harper', DateOfBirth: '1990-02-01' },
    },
    verifyOnlineAccount: ofActivation(accessOf('owner.newer@example.com')),
    saveEntityDetails: ofActivation(ENTITY),
    setTaxFileNumber: ofActivation(
      { Kind: 'notNow' },
      ENTERED,
      `UPDATE product SET product_type = 2 WHERE id = (SELECT product_id FROM card WHERE id = CARD)`,
    ),
    giveConsent: ofActivation(
      { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: false },
      `${ENTERED}, is_tax_file_put_off = true`,
    ),
    activateCard: ofActivation({ pin: '4826' }, `${ENTERED}, is_tax_file_put_off = true, consented_at = now()`),
    getAuthStatus: ofActivation({}),
    getAuthQuestions: ofActivation({}),
    submitAuthAnswers: {
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
    getVerificationConfiguration: { ready: givenVerifiable, without: ['CaseId'] },
    registerVerification: { ready: givenVerifiable, refusal: 'none', sharedBy: 'nobody' },
    getVerificationResult: {},
    verificationUsageCheck: { ready: givenVerifiable, body: {} },
    verifyCardToBeAdded: ofWaitingCard((card) => ({ number: card.pan, code: CODE, reloadable: true })),
    addCardToLogin: ofWaitingCard((card) => ({
      cardNumber: card.pan,
      isReloadable: true,
      code: CODE,
      pin: '4826',
      brandIdentifier: card.brand.identifier,
    })),
    verifyAllocatedActivationCode: { body: { code: CODE } },
    activateAllocatedCard: { body: { code: CODE, pin: '4826' } },
    beginUpgrade: { ready: givenUpgradeable },
    signupAndUpgrade: {
      ready: async (world, owner) => {
        await givenActivationRow(
          world,
          owner,
          `${ENTERED.replace('owner.new@', 'owner.upgrading@')}, is_tax_file_put_off = true, consented_at = now(),
           purpose = 'upgrade'`,
        );
        await givenUpgradeable(world, owner);
        // A card without a holder, because the person who activated it before has a login.
        await world.ctx.asOwner(
          `WITH own AS (UPDATE card SET holder_id = NULL WHERE id = $1 RETURNING member_account_id)
           UPDATE member_account SET primary_holder_id = NULL WHERE id = (SELECT member_account_id FROM own)`,
          [owner.card.id],
        );
      },
      body: { pin: '4826' },
    },
    getCardType: { ask: (_world, { card }) => same({ body: { CardNumber: card.pan } }) },
  },
};
