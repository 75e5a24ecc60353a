import type { AppContext } from '../src/compose/context.ts';
import { brandFields, postForm, type TestApp } from './app.ts';
import {
  type CardGiven,
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  type TestBrand,
  type TestCard,
  type TestProduct,
} from './factories.ts';
import { accessOf, ENTITY, PASSWORD } from './made-up-person.ts';

export const CODE = '112358';

type NewCard = CardGiven & {
  readonly earnsInterest?: boolean;
  readonly type?: 2 | 3;
  readonly isReloadable?: boolean;
  readonly productSettings?: object;
  /** True: the programme has a record of the holder of account and card. */
  readonly isKnown?: boolean;
};

/** A new card before its activation, on a separate account without a holder. */
export async function givenNewCard({ ctx }: TestApp, given: NewCard = {}): Promise<TestCard> {
  const brand = given.brand ?? (await givenBrand(ctx));
  const product =
    given.product ??
    (await givenProduct(ctx, {
      brand,
      type: given.type ?? 3,
      isReloadable: given.isReloadable ?? true,
      settings: { ...(given.earnsInterest && { interestRate: 3.1 }), ...given.productSettings },
    }));
  const holder = await givenHolder(ctx, { brand, isVerified: false });
  const account = await givenAccount(ctx, {
    holder,
    hasNoHolder: !given.isKnown,
  });
  return givenCard(ctx, {
    account,
    product,
    status: 'NotIssued',
    accessCode: null,
    activationCode: CODE,
    holder: given.isKnown ? holder : null,
    ...given,
  });
}

export const askActivation = ({ app }: TestApp, brand: TestBrand, cardNumber: string, activationCode = CODE) =>
  postForm(app, '/api/token', { grant_type: 'verifyactivation', ...brandFields(brand), cardNumber, activationCode });

/** A caller with a started activation. */
export async function givenActivation(test: TestApp, card: TestCard) {
  const response = await askActivation(test, card.brand, card.pan);
  const { access_token: token } = response.json<{ access_token: string }>();
  const headers = { authorization: `Bearer ${token}` };
  return {
    token,
    headers,
    answer: response.json<Record<string, unknown>>(),
    post: (path: string, payload: object) => test.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload }),
    get: () => test.app.inject({ url: '/api/card/activation', headers }),
  };
}
export type TestActivation = Awaited<ReturnType<typeof givenActivation>>;

/** Terms of a product, in force from 1 July 2026. */
export async function givenTerms(ctx: AppContext, product: TestProduct, version = '2026-07'): Promise<void> {
  await ctx.database.transact(product.brand.tenantId, (tx) =>
    tx.run(
      `INSERT INTO terms_version (tenant_id, product_id, version, url, begins_on) VALUES ($1, $2, $3, $4, '2026-07-01')`,
      [product.brand.tenantId, product.id, version, 'https://brand.example/terms'],
    ),
  );
}

let serial = 0;
/** Unused email address. */
export const newEmail = () => `activating${++serial}@example.com`;

/** Enters access details, person and consent of a new holder. */
export async function setUpAccount(activation: TestActivation, email: string): Promise<void> {
  const consent = { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: true };
  for (const [path, body] of [
    ['onlineAccount/Verify', accessOf(email)],
    ['onlineAccount/SaveEntityDetails', ENTITY],
    ['onlineAccount/GiveConsent', consent],
  ] as const) {
    const response = await activation.post(path, body);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.body}`);
  }
}

/** Signs in with a password and further fields of the grant. */
export const signInAs = (
  { app }: TestApp,
  brand: TestBrand,
  userName: string,
  more: Readonly<Record<string, string>> = {},
  password = PASSWORD,
) => postForm(app, '/api/token', { grant_type: 'password', ...brandFields(brand), userName, password, ...more });

/** One row of the database, read as owner. */
export async function rowOf<Row extends object>(
  { ctx }: TestApp,
  sql: string,
  values: readonly (string | number | bigint | undefined)[],
): Promise<Row | undefined> {
  const [row] = await ctx.asOwner<Row>(sql, values);
  return row;
}
