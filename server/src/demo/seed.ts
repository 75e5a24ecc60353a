import { nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { rulesOf } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import { importBrand } from '../features/brands/public.ts';
import { addToStock, insertCard } from '../features/cards/public.ts';
import { insertQuestion } from '../features/identity/public.ts';
import { importProduct, type ProductFile, productFilesIn } from '../features/products/public.ts';
import { beginStatements } from '../features/reconciliation/public.ts';
import { makeStatements } from '../features/statements/public.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { monthAt } from '../platform/time/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { foldersIn } from '../platform/folder.ts';
import { addMonths } from './calendar.ts';
import { ACCOUNTS, CARDS, type DemoCard } from './cards.ts';
import {
  addHolder,
  addLoginName,
  addMemberAccount,
  addNotice,
  addPaidDestination,
  addPayee,
  addWebAccount,
  hasAccounts,
  lockDemo,
  noteRecentEvents,
} from './demo.store.ts';
import { type DemoHashes, hashDemoSecrets } from './hashes.ts';
import { historiesUpTo } from './histories.ts';
import { seedOpenPurchases } from './open-purchases.ts';
import {
  ADDRESS,
  type DemoPerson,
  emailOf,
  mobileOf,
  PAID_DESTINATIONS,
  PAYEES,
  PEOPLE,
  PIN,
  SECURITY,
  TAKEN_USERNAME,
} from './people.ts';
import { type HistoryAccount, postHistory } from './post-history.ts';
import { QUESTIONS } from './questions.ts';
import { seedStaff } from './staff.ts';
import { seedVouchers } from './vouchers.ts';

/** A notice of the default brand, so that the banner has something to show. */
const BPAY_NOTICE = {
  enAU: {
    Title: 'BPAY stops on Sunday, 1 to 3 am.',
    Body: 'Payments you make then are sent at 3\u00a0am, Melbourne time.',
  },
  zhCN: {
    Title: 'BPAY 将于星期日凌晨 1 点至 3 点暂停。',
    Body: '期间提交的付款会在 3 点（墨尔本时间）后发出。',
  },
} as const;

type Brands = ReadonlyMap<string, { readonly id: number; readonly tenantId: number }>;

type Products = ReadonlyMap<number, ProductFile>;

const BRAND_FOLDER = path.resolve(import.meta.dirname, '../../../brands');

const PRODUCT_FOLDER = path.resolve(import.meta.dirname, '../../../products');

const VALID_MONTHS = 36;

const DAY_MS = 86_400_000;

/** Earlier events are not at the bells. */
const NOTED_MS = 14 * DAY_MS;

const STATEMENTS_AT_ONCE = 100;

/** The person with a long list of statements. */
const MONTHLY_STATEMENTS = 'amelia';

const ledger = openLedger();

/**
 * Creates the demo programme in an empty database: tenants, brands, products, people, accounts with their
 * histories, cards. Idempotent: a second run changes nothing, and an interrupted run is resumed at the next
 * start. Never in production, because its secrets are public.
 */
export async function seedDemo(ctx: AppContext): Promise<void> {
  if (!rulesOf(ctx.config.mode).hasDemo) throw new Error('the demo programme is made in a sandbox alone');
  const brands = await importBrands(ctx);
  const products = await importProducts(ctx);
  const tenants = [...new Set([...brands.values()].map(({ tenantId }) => tenantId))];
  const missing: number[] = [];
  for (const tenantId of tenants) {
    if (!(await ctx.database.read(tenantId, (tx) => hasAccounts(tx, tenantId)))) missing.push(tenantId);
  }
  if (missing.length > 0) {
    const hashes = await hashDemoSecrets(ctx.secrets);
    for (const tenantId of missing)
      await ctx.database.transact(tenantId, (tx) => seedTenant(ctx, tx, tenantId, { brands, products }, hashes));
  }
  await seedOpenPurchases(ctx);
  for (const tenantId of tenants) await seedStaff(ctx, tenantId);
  for (const tenantId of missing) {
    await seedStatements(ctx, tenantId);
    await beginStatements(ctx, tenantId);
    const since = ctx.clocks.business.now() - NOTED_MS;
    await ctx.database.transact(tenantId, (tx) => noteRecentEvents(tx, tenantId, since));
  }
}

/** Makes past statements as due work makes later ones. Due work makes those that an interrupted run left. */
async function seedStatements(ctx: AppContext, tenantId: number): Promise<void> {
  while (await makeStatements(ctx, tenantId, ctx.clocks.business.now(), STATEMENTS_AT_ONCE)) {
    // There may be more.
  }
}

async function importBrands(ctx: AppContext): Promise<Brands> {
  const brands = new Map<string, { id: number; tenantId: number }>();
  for (const folder of await foldersIn(BRAND_FOLDER)) {
    const brand = await importBrand(ctx, folder, 'sandbox', { keepsDesk: true });
    brands.set(brand.identifier, brand);
  }
  return brands;
}

async function importProducts(ctx: AppContext): Promise<Products> {
  const products = new Map<number, ProductFile>();
  for (const file of await productFilesIn(PRODUCT_FOLDER)) {
    const { product } = await importProduct(ctx, file);
    products.set(product.id, product);
  }
  return products;
}

/** Creates a tenant in one transaction, so that it is complete or absent. */
async function seedTenant(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  { brands, products }: { readonly brands: Brands; readonly products: Products },
  hashes: DemoHashes,
): Promise<void> {
  await lockDemo(tx);
  if (await hasAccounts(tx, tenantId)) return;
  const brandIdOf = (identifier: string) => {
    const brand = brands.get(identifier);
    return brand?.tenantId === tenantId ? brand.id : undefined;
  };
  const now = ctx.clocks.business.now();

  const holders = new Map<string, bigint>();
  for (const person of PEOPLE) {
    const brandId = brandIdOf(person.brand);
    if (brandId !== undefined) holders.set(person.key, await seedHolder(tx, tenantId, brandId, person, hashes));
  }

  const accounts = new Map<
    string,
    HistoryAccount & { readonly brandId: number; readonly cards: Map<string, bigint> }
  >();
  for (const account of ACCOUNTS) {
    const brandId = brandIdOf(account.brand);
    if (brandId === undefined) continue;
    const ledgerAccountId = await ledger.openAccount(tx, { tenantId, kind: 'cardholder', floor: 0n });
    const memberAccountId = await addMemberAccount(tx, {
      tenantId,
      brandId,
      number: account.number,
      ledgerAccountId,
      holderId: holders.get(account.owner ?? '') ?? null,
      isClosed: account.isClosed ?? false,
    });
    const { number } = account;
    accounts.set(number, { tenantId, brandId, number, memberAccountId, ledgerAccountId, cards: new Map() });
  }

  for (const card of CARDS) {
    const account = accounts.get(card.account);
    if (!account) continue;
    const holderId = holders.get(card.holder ?? '') ?? null;
    const cardId = await seedCard(ctx, tx, account, { card, product: products.get(card.product) }, holderId, hashes);
    account.cards.set(card.pan.slice(-4), cardId);
    if (holderId === null) await addToStock(tx, tenantId, { id: cardId, productId: card.product, at: now });
    if (card.activationCheck === 'questions') await seedQuestions(tx, tenantId, cardId, hashes);
  }

  for (const person of PEOPLE) {
    const holderId = holders.get(person.key);
    const account = person.login && accounts.get(person.login.account);
    if (holderId !== undefined && account) await seedLogin(tx, person, account, holderId, hashes, now);
  }

  for (const { account: number, rows } of historiesUpTo(now)) {
    const account = accounts.get(number);
    if (account) await postHistory(tx, account, rows);
  }

  const wattle = brandIdOf('wattle');
  if (wattle !== undefined) {
    await seedVouchers(ctx, tx, tenantId, wattle);
    const times = { startsAt: now, endsAt: now + 30 * DAY_MS };
    await addNotice(tx, {
      id: randomUUID(),
      tenantId,
      brandId: wattle,
      texts: BPAY_NOTICE,
      paymentMethod: 'bpay',
      ...times,
    });
  }
}

function seedHolder(
  tx: Tx,
  tenantId: number,
  brandId: number,
  person: DemoPerson,
  hashes: DemoHashes,
): Promise<bigint> {
  return addHolder(tx, {
    tenantId,
    brandId,
    title: person.title,
    firstName: person.firstName,
    surname: person.surname,
    dateOfBirth: SECURITY.dateOfBirth,
    email: emailOf(person),
    mobile: mobileOf(person),
    address: ADDRESS,
    maidenNameHash: hashes.maidenName,
    securityQuestion: SECURITY.question,
    securityAnswerHash: hashes.securityAnswer,
    isVerified: person.isVerified,
    language: person.language,
    statementFrequency: person.key === MONTHLY_STATEMENTS ? 1 : 0,
  });
}

function seedCard(
  ctx: AppContext,
  tx: Tx,
  account: HistoryAccount & { readonly brandId: number },
  { card, product }: { readonly card: DemoCard; readonly product: ProductFile | undefined },
  holderId: bigint | null,
  hashes: DemoHashes,
): Promise<bigint> {
  const now = ctx.clocks.business.now();
  const firstOfMonth = `${monthAt(now)}-01`;
  const holder = PEOPLE.find(({ key }) => key === card.holder);
  return insertCard(tx, ctx.secrets, {
    tenantId: account.tenantId,
    brandId: account.brandId,
    productId: card.product,
    memberAccountId: account.memberAccountId,
    holderId,
    number: { pan: card.pan },
    cardId: card.cardId,
    expiry: addMonths(firstOfMonth, card.hasExpired ? -1 : VALID_MONTHS).slice(0, 7),
    status: card.status,
    cardName: product?.name ?? '',
    embossedName: holder ? nameOnCardOf(holder) : '',
    isAllocated: card.isAllocated ?? false,
    isDefault: card.isDefault ?? false,
    spendLimit: card.spendLimit,
    accessCodeHash: card.accessCode === undefined ? undefined : hashes.code(card.pan),
    activationCodeHash: card.activationCode === undefined ? undefined : hashes.code(card.pan),
    activationCheck: card.activationCheck ?? 'none',
    pin: card.status === 'NotIssued' || card.status === 'Ordered' ? undefined : PIN,
    createdAt: now,
  });
}

async function seedQuestions(tx: Tx, tenantId: number, cardId: bigint, hashes: DemoHashes): Promise<void> {
  for (const [at, { question, choices }] of QUESTIONS.entries()) {
    const answerHash = hashes.questions[at] ?? '';
    await insertQuestion(tx, { id: randomUUID(), tenantId, cardId, position: at + 1, question, choices, answerHash });
  }
}

/** A web account and every name that opens it; the brand's login method says which of them it takes. */
async function seedLogin(
  tx: Tx,
  person: DemoPerson,
  account: HistoryAccount & { readonly brandId: number },
  holderId: bigint,
  hashes: DemoHashes,
  now: number,
): Promise<void> {
  const { tenantId, brandId, memberAccountId, number } = account;
  const extension = person.login?.extension ?? null;
  const accountName = extension === null ? number : `${number}-${extension}`;
  const webAccountId = await addWebAccount(tx, {
    tenantId,
    brandId,
    holderId,
    memberAccountId,
    extension,
    username: person.login?.username === 'email' ? emailOf(person) : accountName,
    passwordHash: hashes.password(person.key),
    createdAt: now,
  });
  for (const payee of PAYEES) {
    if (payee.of === person.key) await addPayee(tx, tenantId, webAccountId, payee);
  }
  const monthAgo = now - 30 * 86_400_000;
  for (const paid of PAID_DESTINATIONS) {
    if (paid.of === person.key) await addPaidDestination(tx, tenantId, webAccountId, { ...paid, at: monthAgo });
  }
  const add = (kind: 'email' | 'account' | 'mobile' | 'nominee' | 'username', name: string) =>
    addLoginName(tx, { tenantId, brandId, webAccountId, kind, name });
  if (extension !== null) return add('nominee', accountName);
  await add('email', emailOf(person));
  await add('account', accountName);
  await add('mobile', mobileOf(person));
  if (person.key === TAKEN_USERNAME.person) await add('username', TAKEN_USERNAME.name);
}
