import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../server/src/compose/context.ts';
import { openLedger } from '../../server/src/ledger/open-ledger.ts';
import { dayAt } from '../../server/src/platform/time/clock.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
} from '../../server/test-support/factories.ts';
import type { TestAccount, TestCard, TestWebAccount } from '../../server/test-support/factories.ts';
import { addPostedRows } from './bulk-rows.ts';

const DAY_MS = 86_400_000;
/** Number created concurrently. */
const AT_ONCE = 8;

export type Cardholder = { readonly card: TestCard; readonly webAccount: TestWebAccount };

/** A typical cardholder: a web account, two cards, posted rows, three pending purchases and a declined one. */
export async function givenCardholder(ctx: AppContext, ownerUrl: string, rows: number): Promise<Cardholder> {
  const brand = await givenBrand(ctx);
  const product = await givenProduct(ctx, { brand, type: 2, settings: { interestRate: 3.1 } });
  const holder = await givenHolder(ctx, { brand });
  const account = await givenAccount(ctx, { holder, balance: 250_000n });
  const expiry = `${new Date().getUTCFullYear() + 2}-11`;
  const card = await givenCard(ctx, { account, product, expiry, isDefault: true });
  await givenCard(ctx, {
    holder,
    product,
    expiry,
    balance: 12_000n,
    account: await givenAccount(ctx, { holder, balance: 12_000n }),
  });
  const webAccount = await givenWebAccount(ctx, { account });
  for (const status of ['approved', 'approved', 'approved', 'declined'] as const) await addPurchase(ctx, card, status);
  await addPostedRows(ownerUrl, card, rows);
  return { card, webAccount };
}

/** Cards, each on its own account with 100,000.00. */
export async function givenSpenders(ctx: AppContext, count: number): Promise<TestCard[]> {
  const brand = await givenBrand(ctx);
  const product = await givenProduct(ctx, { brand });
  const expiry = `${new Date().getUTCFullYear() + 2}-11`;
  const cards: TestCard[] = [];
  while (cards.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - cards.length) });
    const given = { brand, product, expiry, balance: 10_000_000n, accessCode: null };
    cards.push(...(await Promise.all(some.map(async () => givenCard(ctx, given)))));
  }
  return cards;
}

/** Bearer header of a session, valid for five minutes. */
export async function signIn(ctx: AppContext, { webAccount }: Cardholder): Promise<{ authorization: string }> {
  return (await givenSession(ctx, { webAccount })).headers;
}

/** Payer with a balance and a session that is valid for five minutes. */
export type Payer = { readonly accountNumber: string; readonly headers: { readonly authorization: string } };

export type PayingMembers = {
  readonly signIn: () => Promise<Payer[]>;
  /** Account that all of them pay to. */
  readonly hot: TestAccount;
};

/** No run reaches a limit, so that each transfer succeeds. Cents. */
const ROOMY = {
  internalTransfers: true,
  bankTransferTopUp: true,
  paymentLimit: 1_000_000_000,
  paymentLimitMax: 1_000_000_000,
  maxBalance: 1_000_000_000,
  maxBalanceUnverified: 1_000_000_000,
};

/** Web accounts of one brand, each with a card and 100,000.00, which no run uses up in cents. */
export async function givenMembersWithMoney(ctx: AppContext, count: number): Promise<PayingMembers> {
  const brand = await givenBrand(ctx);
  const product = await givenProduct(ctx, { brand, settings: ROOMY });
  const open = async () => {
    const account = await givenAccount(ctx, { holder: await givenHolder(ctx, { brand }), balance: 10_000_000n });
    await givenCard(ctx, { account, product, accessCode: null });
    return account;
  };
  const hot = await open();
  const webAccounts: TestWebAccount[] = [];
  while (webAccounts.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - webAccounts.length) });
    webAccounts.push(...(await Promise.all(some.map(async () => givenWebAccount(ctx, { account: await open() })))));
  }
  return {
    hot,
    signIn: async () =>
      Promise.all(
        webAccounts.map(async (webAccount) => ({
          accountNumber: webAccount.account.accountNumber,
          headers: (await givenSession(ctx, { webAccount })).headers,
        })),
      ),
  };
}

async function addPurchase(ctx: AppContext, card: TestCard, status: 'approved' | 'declined'): Promise<void> {
  const { tenantId } = card.brand;
  const now = ctx.clocks.business.now();
  const [key, amount] = [`bench-${randomUUID()}`.slice(0, 40), 1_234n];
  await ctx.database.transact(tenantId, async (tx) => {
    const hold = {
      tenantId,
      key,
      account: card.account.ledgerAccountId,
      amount,
      placedAt: now,
      expiresAt: now + 7 * DAY_MS,
    };
    const held = status === 'approved' ? await openLedger().placeHold(tx, hold) : undefined;
    const outcome = held?.ok
      ? ['00', null, '000017', held.value.id, new Date(hold.expiresAt)]
      : ['51', 'noFunds', null, null, null];
    await tx.run(
      `INSERT INTO authorisation (tenant_id, public_id, reference, card_id, member_account_id, is_advice, amount,
                                  current_amount, status, answer, decline_reason, approval_code, hold_id, expires_at,
                                  merchant_name, merchant_country, mcc, category, channel, is_estimate, receipt, at, day)
       VALUES ($1, $2, $3, $4, $5, false, $6, $6, $7, $8, $9, $10, $11, $12, 'Corner Cafe', 'AU', '5814', 'eatingOut',
               'contactless', false, '00000000017', $13, $14)`,
      [tenantId, randomUUID(), key, card.id, card.account.id, amount, status, ...outcome, new Date(now), dayAt(now)],
    );
  });
}
