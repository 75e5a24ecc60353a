import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { postCents, postFormer } from '../ledger/ledger-money.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenTenant,
  givenWebAccount,
  type TestAccount,
  type TestCard,
  type TestHolder,
} from '../factories.ts';

/** Person with a card, a balance in cents and a sign-in. */
export async function givenPerson(test: TestApp, balance = 0n, expiry = '2029-11') {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, balance, expiry });
  const { account } = card;
  const webAccount = await givenWebAccount(test.ctx, { holder: account.holder, account });
  return { brand, card, account, holder: account.holder, webAccount };
}

/** The owner requests the closure of an account, as in My account. */
export async function givenClosureAsked({ ctx }: TestApp, { id }: TestAccount): Promise<void> {
  await ctx.asOwner('UPDATE member_account SET closure_asked_at = $2 WHERE id = $1', [
    id,
    new Date(ctx.clocks.business.now()),
  ]);
}

/** Closes the account of a card with the card, like `close-account`. */
export async function givenEnded({ ctx }: TestApp, { id, account }: TestCard): Promise<void> {
  await ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
  await ctx.asOwner(`UPDATE card SET status = 'Closed' WHERE id = $1`, [id]);
}

/** Nominee of an account with their own card and sign-in. */
export async function givenNominee(test: TestApp, account: TestAccount) {
  const holder = await givenHolder(test.ctx, { brand: account.brand, firstName: 'Ruby' });
  const card = await givenCard(test.ctx, { account, holder });
  const webAccount = await givenWebAccount(test.ctx, { holder, account, extension: '01' });
  return { holder, card, webAccount };
}

/** Schedules a payment of 1.00 for a person. Returns its id. */
export async function givenSchedule({ ctx }: TestApp, account: TestAccount, holder: TestHolder): Promise<string> {
  const id = randomUUID();
  await ctx.asOwner(
    `INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency,
                           first_day, state, next_day, due_at, receipt, made_at)
     VALUES ($1, $2, $3, $4, $5, 'internal', '{"Description": "Rent for Ruby"}', 100, 21, '2026-12-01', 'Active',
             '2026-12-01', '2026-12-01T00:00:00Z', '1', $6)`,
    [id, account.brand.tenantId, account.brand.id, account.id, holder.id, new Date(ctx.clocks.business.now())],
  );
  return id;
}

/** A statement of November 2026 for a holder with an address. */
export async function givenIssued({ ctx }: TestApp, { id, brand, holder }: TestAccount): Promise<string> {
  const statement = randomUUID();
  await ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [
    holder.id,
    JSON.stringify({ AddressLine1: '1 Wattle Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' }),
  ]);
  await ctx.asOwner(
    `INSERT INTO statement (id, tenant_id, member_account_id, first_day, last_day, after_seq, last_seq, opening, closing,
                            language, body, digest, made_at)
     VALUES ($1, $2, $3, '2026-10-01', '2026-10-31', 0, 0, 0, 0, 'enAU', '\\x25', $4, $5)`,
    [statement, brand.tenantId, id, Buffer.alloc(32), new Date(ctx.clocks.business.now())],
  );
  return statement;
}

const stateOf = async ({ ctx }: TestApp, sql: string, values: readonly unknown[]): Promise<string> =>
  JSON.stringify(await ctx.asOwner(sql, values));
const secretsOf = ({ pan, holder }: TestCard) => [pan, holder?.email ?? ''];

const TO_BANK = { bsb: '000-101', to: '61200447', name: 'Amelia Chen' };

/** A death recorded just now. */
async function givenDeath({ ctx }: TestApp, { id, brand }: TestHolder): Promise<void> {
  await ctx.asOwner("UPDATE holder SET died_on = '2026-11-19' WHERE id = $1", [id]);
  await ctx.asOwner(
    `INSERT INTO death_record (tenant_id, holder_id, died_on, recorded_at, names) VALUES ($1, $2, '2026-11-19', $3, '[]')`,
    [brand.tenantId, id, new Date(ctx.clocks.business.now())],
  );
}

/** Person with a closed account and returned money or a debt. */
async function givenFormer(test: TestApp, what: 'money' | 'debt') {
  const person = await givenPerson(test);
  const { account, card } = person;
  await givenEnded(test, card);
  const { tenantId } = account.brand;
  const posted = await postFormer(test.ctx, tenantId, what);
  await test.ctx.asOwner(
    what === 'money'
      ? `INSERT INTO former_money (tenant_id, transfer_id, member_account_id, cents, source, made_at)
         VALUES ($1, $2, $3, 1234, 'refund', now())`
      : `INSERT INTO debt (tenant_id, member_account_id, transfer_id, cause, reference, debited, owed, is_former_holder,
                           made_at) VALUES ($1, $3, $2, 'cardTopUp', 'CH-1', 1234, 1234, true, now())`,
    [tenantId, posted, account.id],
  );
  return person;
}

const OF_ENDING = { roles: ['agent', 'manager'], needsApproval: false, elsewhere: 'not_found' } as const;

/** Samples of all commands that end an account, a person or a sign-in, and of a statement on paper. */
export const ENDING_SAMPLES: Readonly<Record<string, Sample>> = {
  'close-account': {
    ...OF_ENDING,
    async given(test): Promise<DeskSample> {
      const { account, card } = await givenPerson(test);
      await givenClosureAsked(test, account);
      return {
        tenantId: account.brand.tenantId,
        input: { account: account.accountNumber },
        state: () => stateOf(test, 'SELECT is_closed FROM member_account WHERE id = $1', [account.id]),
        marked: secretsOf(card),
      };
    },
  },
  closures: {
    ...OF_ENDING,
    roles: ['viewer', 'agent', 'manager'],
    elsewhere: 'no rows',
    async given(test): Promise<DeskSample> {
      const { account, card } = await givenPerson(test, 5_00n);
      await givenClosureAsked(test, account);
      return { tenantId: account.brand.tenantId, input: {}, state: async () => '', marked: secretsOf(card) };
    },
  },
  'close-and-pay': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { account, card } = await givenPerson(test, 12_34n);
      await givenClosureAsked(test, account);
      return {
        tenantId: account.brand.tenantId,
        input: { account: account.accountNumber, ...TO_BANK },
        state: () => stateOf(test, 'SELECT is_closed FROM member_account WHERE id = $1', [account.id]),
        marked: secretsOf(card),
      };
    },
  },
  'former-holders': {
    ...OF_ENDING,
    roles: ['viewer', 'agent', 'manager'],
    elsewhere: 'no rows',
    async given(test): Promise<DeskSample> {
      const { brand, card } = await givenFormer(test, 'money');
      return { tenantId: brand.tenantId, input: {}, state: async () => '', marked: secretsOf(card) };
    },
  },
  'pay-former-holder': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { brand, card, account } = await givenFormer(test, 'money');
      return {
        tenantId: brand.tenantId,
        input: { account: account.accountNumber, ...TO_BANK },
        state: () => stateOf(test, 'SELECT paid_by FROM former_money WHERE member_account_id = $1', [account.id]),
        marked: secretsOf(card),
      };
    },
  },
  'write-off-debt': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { brand, card, account } = await givenFormer(test, 'debt');
      return {
        tenantId: brand.tenantId,
        input: { account: account.accountNumber },
        state: () => stateOf(test, 'SELECT settled_at FROM debt WHERE member_account_id = $1', [account.id]),
        marked: secretsOf(card),
      };
    },
  },
  'write-off-balance': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { brand, card, account } = await givenPerson(test);
      await postCents(test.ctx, account, -20_00n);
      return {
        tenantId: brand.tenantId,
        input: { account: account.accountNumber },
        state: () => stateOf(test, 'SELECT balance FROM ledger_account WHERE id = $1', [account.ledgerAccountId]),
        marked: secretsOf(card),
      };
    },
  },
  'record-death': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { card, holder, brand } = await givenPerson(test);
      return {
        tenantId: brand.tenantId,
        input: { person: `holder:${holder.id}`, on: '2026-11-19' },
        state: () => stateOf(test, 'SELECT died_on::text FROM holder WHERE id = $1', [holder.id]),
        marked: secretsOf(card),
      };
    },
  },
  'take-back-death': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { card, holder, brand } = await givenPerson(test);
      await givenDeath(test, holder);
      return {
        tenantId: brand.tenantId,
        input: { person: `holder:${holder.id}` },
        state: () => stateOf(test, 'SELECT died_on::text FROM holder WHERE id = $1', [holder.id]),
        marked: secretsOf(card),
      };
    },
  },
  'end-nominee': {
    ...OF_ENDING,
    async given(test): Promise<DeskSample> {
      const { account } = await givenPerson(test);
      const { card, webAccount } = await givenNominee(test, account);
      return {
        tenantId: account.brand.tenantId,
        input: { nominee: `web:${webAccount.id}` },
        state: () => stateOf(test, 'SELECT status FROM card WHERE id = $1', [card.id]),
        marked: secretsOf(card),
      };
    },
  },
  'pay-out': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { account, card } = await givenPerson(test, 12_34n, '2026-10');
      return {
        tenantId: account.brand.tenantId,
        input: { account: account.accountNumber, bsb: '000-101', to: '61200447', name: 'Amelia Chen' },
        state: () => stateOf(test, 'SELECT balance::text FROM ledger_account WHERE id = $1', [account.ledgerAccountId]),
        marked: secretsOf(card),
      };
    },
  },
  'erase-person': {
    ...OF_ENDING,
    needsApproval: true,
    async given(test): Promise<DeskSample> {
      const { card, holder, brand } = await givenPerson(test);
      await givenEnded(test, card);
      return {
        tenantId: brand.tenantId,
        input: { person: `holder:${holder.id}` },
        state: () => stateOf(test, 'SELECT first_name, email FROM holder WHERE id = $1', [holder.id]),
        marked: secretsOf(card),
      };
    },
  },
  'send-statement': {
    ...OF_ENDING,
    async given(test): Promise<DeskSample> {
      const { account, card } = await givenPerson(test);
      const statement = await givenIssued(test, account);
      return {
        tenantId: account.brand.tenantId,
        input: { account: account.accountNumber, until: '2026-10-31' },
        state: () => stateOf(test, 'SELECT payload FROM due_work WHERE key LIKE $1', [`${statement}:%`]),
        marked: secretsOf(card),
      };
    },
  },
};
