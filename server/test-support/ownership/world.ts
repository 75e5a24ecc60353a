import type { AnyOperation, Scope } from '@wattle/contract/operation.ts';
import { givenNewCard } from '../activation.ts';
import type { TestApp } from '../app.ts';
import type { TestContext } from '../processes/database.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenWebAccount,
  type TestAccount,
  type TestBrand,
  type TestCard,
  type TestHolder,
  type TestProduct,
  type TestWebAccount,
} from '../factories.ts';

/** Cents. The owner of one world pays for every call. */
const ENOUGH = 90_000n;

/** Things that the owner shares with others. */
export type Shared = 'account' | 'holder';

/** Person with a card, signed in with it or with a web account. */
export type Caller = {
  readonly name: string;
  readonly who: { readonly card: TestCard } | { readonly webAccount: TestWebAccount };
  readonly card: TestCard;
  readonly pin: string;
  readonly shares: readonly Shared[];
};

/** Password of every web account from the factories. */
export const PASSWORD = { currentpassword: 'Golden-Wattle-2026' };

export function webAccountOf({ who }: Caller): TestWebAccount {
  if (!('webAccount' in who)) throw new Error('a caller without a web account');
  return who.webAccount;
}

/** An owner, with a web account and with only the card, and other callers. */
export type World = TestApp & {
  readonly brand: TestBrand;
  readonly owners: { readonly webAccount: Caller; readonly cardOnly: Caller };
  readonly others: readonly Caller[];
  /** Account of the owner's brand that belongs to none of the callers. */
  readonly destination: TestAccount;
};

/** Settings that permit everything, so that the owner's calls succeed. */
const SETTINGS = {
  statements: true,
  internalTransfers: true,
  externalTransfers: true,
  payId: true,
  bpay: true,
  paymentLimit: null,
  isNonStock: true,
  replacementByCardholder: true,
  purchaseLimits: true,
  paymentLimits: true,
  additionalCards: true,
};

/** A holder with an account, a virtual card and a web account. */
async function givenPerson(ctx: TestContext, brand: TestBrand, pin: string) {
  const product = await givenProduct(ctx, { brand, isVirtual: true, settings: SETTINGS });
  const account = await givenAccount(ctx, { brand, balance: ENOUGH });
  const card = await givenCard(ctx, { account, product, pin, accessCode: null });
  const webAccount = await givenWebAccount(ctx, { holder: account.holder, account });
  return { card, webAccount, product };
}

export async function givenWorld(test: TestApp): Promise<World> {
  const { ctx } = test;
  const brand = await givenBrand(ctx);
  const otherBrand = await givenBrand(ctx, { tenant: { id: brand.tenantId, name: '' } });
  const owner = await givenPerson(ctx, brand, '4826');
  const { account } = owner.card;
  const [holder, elsewhere, stranger] = [
    await givenPerson(ctx, brand, '7391'),
    await givenPerson(ctx, otherBrand, '7391'),
    await givenPerson(ctx, await givenBrand(ctx), '7391'),
  ];
  const nominee = await givenHolder(ctx, { brand });
  const nomineeCard = await givenCardOf(ctx, nominee, owner.product, { account });
  const nomineeLogin = await givenWebAccount(ctx, { holder: nominee, account, extension: '01' });
  const otherCard = await givenCardOf(ctx, account.holder, owner.product, {
    account: await givenAccount(ctx, { holder: account.holder, balance: ENOUGH }),
  });
  const by = (name: string, given: Omit<Caller, 'name' | 'pin' | 'shares'>, ...shares: Shared[]): Caller => ({
    name,
    pin: given.card === owner.card ? '4826' : '7391',
    shares,
    ...given,
  });
  const withWeb = ({ card, webAccount }: { card: TestCard; webAccount: TestWebAccount }) => ({
    card,
    who: { webAccount },
  });
  const withCard = (card: TestCard) => ({ card, who: { card } });
  const { card: paid } = await givenPerson(ctx, brand, '7391');
  return {
    ...test,
    brand,
    destination: paid.account,
    owners: {
      webAccount: by('a web account', withWeb(owner)),
      cardOnly: by('a card alone', withCard(owner.card)),
    },
    others: [
      by('another holder', withWeb(holder)),
      by("another holder's card", withCard(holder.card)),
      by('a holder of another brand', withWeb(elsewhere)),
      by('a holder of another tenant', withWeb(stranger)),
      by('a nominee of the account', withWeb({ card: nomineeCard, webAccount: nomineeLogin }), 'account'),
      by("the nominee's card", withCard(nomineeCard), 'account'),
      by("the holder's other card", withCard(otherCard), 'holder'),
    ],
  };
}

/** Person with a card before activation. Each call has its own, because steps cannot be reverted. */
export async function givenNewOwner(world: World): Promise<Caller> {
  const card = await givenNewCard(world, { brand: world.brand, isKnown: true, earnsInterest: true });
  return { name: `the new card ${card.id}`, card, who: { card }, pin: '7391', shares: [] };
}

function givenCardOf(
  ctx: TestContext,
  holder: TestHolder,
  product: TestProduct,
  { account }: Pick<TestCard, 'account'>,
): Promise<TestCard> {
  return givenCard(ctx, { account, holder, product, pin: '7391', accessCode: null });
}

/** Scope of a caller for a call: a permitted one if possible. */
export function scopeFor(operation: Pick<AnyOperation, 'auth'>, { who }: Caller): Scope {
  const own: readonly Scope[] =
    'card' in who ? ['card', 'cardaccess', 'verifyactivation'] : ['password', 'accountnumber'];
  const reached = own.find((scope) => operation.auth.includes(scope));
  return reached ?? ('card' in who ? 'card' : 'password');
}

type Ids = Readonly<Record<'webAccount' | 'card' | 'holder' | 'account' | 'ledgerAccount', bigint | undefined>>;

/** Tables of the owner's things, by their id. */
const OWN_TABLES: Readonly<Record<string, keyof Ids>> = {
  web_account: 'webAccount',
  card: 'card',
  holder: 'holder',
  member_account: 'account',
  ledger_account: 'ledgerAccount',
};
/** Columns of other tables that refer to the owner. */
const OWNER_COLUMNS: Readonly<Record<string, keyof Ids>> = {
  web_account_id: 'webAccount',
  card_id: 'card',
  member_account_id: 'account',
  ledger_account_id: 'ledgerAccount',
  account_id: 'ledgerAccount',
  debit_account_id: 'ledgerAccount',
  credit_account_id: 'ledgerAccount',
};
/** Each call creates its own sessions. */
const LEFT_OUT = ['session'];

const COLUMNS = `
SELECT t.tablename AS name, a.attname AS column
FROM pg_tables t JOIN pg_attribute a ON a.attrelid = t.tablename::regclass AND a.attnum > 0
JOIN pg_class r ON r.oid = a.attrelid AND NOT r.relispartition
WHERE t.schemaname = 'public' AND t.tablename <> ALL ($3)
  AND CASE WHEN t.tablename = ANY ($1) THEN a.attname = 'id' ELSE a.attname = ANY ($2) END`;

export type OwnerRows = () => Promise<ReadonlySet<string>>;

/** Reads every row of the owner, from all tables with an owner column. */
export async function readOwnerRows({ ctx, owners }: Pick<World, 'ctx' | 'owners'>): Promise<OwnerRows> {
  const { card, who } = owners.webAccount;
  const ids: Ids = {
    webAccount: 'webAccount' in who ? who.webAccount.id : undefined,
    card: card.id,
    holder: card.holder?.id,
    account: card.account.id,
    ledgerAccount: card.account.ledgerAccountId,
  };
  const columns = await ctx.asOwner<{ name: string; column: string }>(COLUMNS, [
    Object.keys(OWN_TABLES),
    Object.keys(OWNER_COLUMNS),
    LEFT_OUT,
  ]);
  const parts = [...Map.groupBy(columns, ({ name }) => name)].map(([name, found]) => {
    const where = found.map(({ column }) => {
      const whose = OWN_TABLES[name] ?? OWNER_COLUMNS[column];
      return `${column}::text = '${(whose && ids[whose]) ?? ''}'`;
    });
    return `SELECT '${name} ' || to_jsonb(x)::text AS row FROM ${name} x WHERE ${where.join(' OR ')}`;
  });
  return async () => {
    const sql = parts.join(' UNION ALL ');
    const rows = await ctx.database.read(card.brand.tenantId, (tx) => tx.query<{ row: string }>(sql));
    return new Set(rows.map(({ row }) => row));
  };
}
