import type { DeskSample, Sample } from './desk-sample.ts';
import type { TestApp } from '../app.ts';
import { givenAccount, givenBrand, givenCard, givenHolder, givenProduct, givenTenant } from '../factories.ts';

/** A brand with a product that numbers can be drawn for, and an account with a holder. */
async function givenIssuing({ ctx }: TestApp) {
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const product = await givenProduct(ctx, { brand, settings: { cardNumbers: { prefix: '903600', length: 16 } } });
  const holder = await givenHolder(ctx, { brand });
  const account = await givenAccount(ctx, { holder });
  const state = async () =>
    JSON.stringify(await ctx.asOwner('SELECT count(*)::int AS cards FROM card WHERE brand_id = $1', [brand.id]));
  return { brand, product, holder, account, state };
}

async function givenNewHolder(test: TestApp): Promise<DeskSample> {
  const { brand, product, state } = await givenIssuing(test);
  return {
    tenantId: brand.tenantId,
    input: {
      brand: brand.identifier,
      product: String(product.id),
      firstName: 'Mia',
      surname: "O'Brien",
      dateOfBirth: '1990-02-01',
      mobile: '0400 000 999',
    },
    state,
    marked: ['0400 000 999', '1990-02-01'],
  };
}

async function givenCardToCode(test: TestApp): Promise<DeskSample> {
  const { brand, product, holder, account } = await givenIssuing(test);
  const card = await givenCard(test.ctx, {
    brand,
    product,
    account,
    holder,
    status: 'NotIssued',
    activationCode: '918273',
    accessCode: null,
  });
  const state = async () =>
    JSON.stringify(await test.ctx.asOwner('SELECT activation_code_hash FROM card WHERE id = $1', [card.id]));
  return { tenantId: brand.tenantId, input: { card: `card:${card.id}` }, state, marked: [card.pan, holder.email] };
}

async function givenAccountToServe(test: TestApp): Promise<DeskSample> {
  const { brand, product, holder, account, state } = await givenIssuing(test);
  return {
    tenantId: brand.tenantId,
    input: { account: account.accountNumber, product: String(product.id) },
    state,
    marked: [holder.email],
  };
}

async function givenPersonToServe(test: TestApp): Promise<DeskSample> {
  const { brand, holder } = await givenIssuing(test);
  return {
    tenantId: brand.tenantId,
    input: { person: `holder:${holder.id}` },
    state: async () => '',
    marked: [holder.email],
  };
}

/** A card in stock whose plastic is ordered, and the letter of a holder's card. */
async function givenStock(test: TestApp): Promise<DeskSample> {
  const { brand, product, holder, account } = await givenIssuing(test);
  const card = await givenCard(test.ctx, { brand, product, account, holder });
  const { tenantId } = brand;
  await test.ctx.asOwner(
    `UPDATE card SET plastic_ordered_at = created_at WHERE id = ${card.id};
     INSERT INTO card_stock (tenant_id, card_id, product_id, came_at) VALUES (${tenantId}, ${card.id}, ${product.id}, now());
     INSERT INTO card_letter (id, tenant_id, card_id, reference_hash, made_at, ends_at)
     VALUES (gen_random_uuid(), ${tenantId}, ${card.id}, sha256('${card.id}'), now(), now() + interval '1 day')`,
  );
  return { tenantId, input: {}, state: async () => '', marked: [card.pan, holder.email] };
}

const LIST = {
  roles: ['viewer', 'agent', 'manager'],
  needsApproval: false,
  elsewhere: 'no rows',
  given: givenStock,
} as const;

export const ISSUING_SAMPLES: Readonly<Record<string, Sample>> = {
  'card-stock': LIST,
  'plastic-orders': LIST,
  'card-letters': LIST,
  'products-of': { ...LIST, given: givenPersonToServe },
  'issue-card': { roles: ['agent', 'manager'], needsApproval: false, elsewhere: 'not_found', given: givenNewHolder },
  'send-activation-code': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: givenCardToCode,
  },
  'allocate-card': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: givenAccountToServe,
  },
};
