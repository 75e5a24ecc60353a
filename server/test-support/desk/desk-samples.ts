import { NO_FAILURES } from '../../src/features/lockouts/sign-in-guard.domain.ts';
import { guardOfOwner } from '../../src/features/lockouts/guard-key.ts';
import { lockGuard, saveGuard } from '../../src/features/lockouts/sign-in-guard.store.ts';
import { hashesOf } from '../../src/features/identity/kyc/kyc-case.ts';
import { NOBODY, personOf } from '../../src/features/identity/kyc/person.domain.ts';
import { lockPersonOfHolder } from '../../src/features/identity/kyc/person.store.ts';
import { RESTORED_SAMPLES } from './restored-samples.ts';
import { BANK_SAMPLES } from './desk-bank-samples.ts';
import { FIGURE_SAMPLES } from './figure-samples.ts';
import { PAYMENT_SAMPLES } from './payment-samples.ts';
import { COMPLAINT_SAMPLES } from './complaint-samples.ts';
import { ENDING_SAMPLES } from './ending-samples.ts';
import { ISSUING_SAMPLES } from './issuing-samples.ts';
import { MESSAGE_SAMPLES } from './message-samples.ts';
import { PEOPLE_FILE_SAMPLES } from './people-file-samples.ts';
import { PERSON_SAMPLES } from './person-samples.ts';
import { PROCESSOR_SAMPLES } from './processor-samples.ts';
import { BRAND_SAMPLES } from './brand-samples.ts';
import { RULE_SAMPLES } from './rule-samples.ts';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';
import { PROGRAMME_SAMPLES } from './programme-samples.ts';
import { RECONCILIATION_SAMPLES } from './reconciliation-samples.ts';
import { STORE_SAMPLES } from './store-samples.ts';
import { VIEW_SAMPLES } from './view-samples.ts';
import { UPGRADE_SAMPLES } from './upgrade-samples.ts';
import { give, givenStaff } from './desk.ts';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenRow } from '../statements.ts';
import { GATEWAY_SAMPLES } from '../outside/gateway-samples.ts';
import { givenDispute } from '../disputes.ts';
import { postApi } from '../signed-in.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenProduct,
  givenSession,
  givenTenant,
  givenWebAccount,
  type TestBrand,
} from '../factories.ts';

const EVERYBODY = ['viewer', 'agent', 'manager'] as const;
const DAY_MS = 86_400_000;

const givenPlace = async ({ ctx }: TestApp): Promise<TestBrand> => givenBrand(ctx, { tenant: await givenTenant(ctx) });

const stateOf = async ({ ctx }: TestApp, sql: string, values: readonly unknown[]): Promise<string> =>
  JSON.stringify(await ctx.asOwner(sql, values));

const requestState = (test: TestApp, id: string) => () =>
  stateOf(test, 'SELECT state, decided_by::text FROM desk_request WHERE id = $1', [id]);

/** A sign-in that is locked for a day, and a request to unlock it. */
export async function givenLocked(test: TestApp, brand: TestBrand): Promise<{ readonly signIn: string } & DeskSample> {
  const { ctx } = test;
  const card = await givenCard(ctx, { brand });
  if (!card.holder) throw new Error('a holder');
  const { id } = await givenWebAccount(ctx, { holder: card.holder, account: card.account });
  const key = guardOfOwner(ctx, { tenantId: brand.tenantId, brandId: brand.id }, 'account', BigInt(id));
  const nowMs = ctx.clocks.security.now();
  await ctx.database.transact(brand.tenantId, async (tx) => {
    await lockGuard(tx, key);
    saveGuard(tx, key, { ...NO_FAILURES, dayStartedAt: nowMs, locks: 1, lockedUntil: nowMs + 7 * DAY_MS });
  });
  const signIn = `web:${id}`;
  return {
    signIn,
    tenantId: brand.tenantId,
    input: { signIn },
    state: () => stateOf(test, 'SELECT locked_until FROM sign_in_guard WHERE brand_id = $1', [brand.id]),
    marked: [card.pan, card.holder.email],
  };
}

async function givenRequest(test: TestApp): Promise<DeskSample> {
  const locked = await givenLocked(test, await givenPlace(test));
  const asker = await givenStaff(test.ctx, locked.tenantId);
  const { body } = await give(test, asker, 'unlock', { input: locked.input, reason: 'called us' });
  const id = body.request?.id ?? '';
  return { ...locked, input: { request: id }, state: requestState(test, id) };
}

async function givenDeadLetter(test: TestApp): Promise<DeskSample> {
  const { id } = await givenTenant(test.ctx);
  const at = new Date(test.ctx.clocks.security.now());
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO due_work (tenant_id, job, key, is_recurring, clock, planned_at, due_at, not_before, attempts, last_error,
                           dead_at)
     VALUES ($1, 'test.job', 'one', false, 'security', $2, $2, $2, 12, 'refused', $2) RETURNING id::text`,
    [id, at],
  );
  const item = row?.id ?? '';
  return {
    tenantId: id,
    input: { item },
    state: () => stateOf(test, 'SELECT dead_at, attempts FROM due_work WHERE id = $1', [item]),
    marked: [],
  };
}

/** A verification that the identity service could not decide. */
async function givenKycCase(test: TestApp): Promise<DeskSample & { readonly account: string }> {
  const { ctx } = test;
  const brand = await givenPlace(test);
  const card = await givenCard(ctx, { brand });
  const holderId = card.holder?.id ?? 0n;
  const stored = await ctx.database.transact(brand.tenantId, (tx) => lockPersonOfHolder(tx, brand.tenantId, holderId));
  const hashes = hashesOf(ctx, personOf(stored ?? NOBODY));
  const [row] = await ctx.asOwner<{ id: string }>(
    `INSERT INTO kyc_case (tenant_id, brand_id, member_account_id, holder_id, state, outcome, rule, reference, person_hash,
                           details_hash, started_at, changed_at)
     VALUES ($1, $2, $3, $4, 'Pending', 'PENDING', 'default', 'reference', $5, $6, $7, $7) RETURNING id::text`,
    [
      brand.tenantId,
      brand.id,
      card.account.id,
      card.holder?.id,
      hashes.person,
      hashes.details,
      new Date(ctx.clocks.business.now()),
    ],
  );
  const id = row?.id ?? '';
  return {
    tenantId: brand.tenantId,
    account: card.account.accountNumber,
    input: { case: id },
    state: () => stateOf(test, 'SELECT state FROM kyc_case WHERE id = $1', [id]),
    marked: [card.pan, card.holder?.email ?? ''],
  };
}

/** A card in a status, for a command. */
const aboutCard =
  (status: string, input: Readonly<Record<string, string>> = {}, isRestricted = false) =>
  async (test: TestApp) => {
    const brand = await givenPlace(test);
    const settings = { isNonStock: true, replacementByCardholder: true };
    const product = await givenProduct(test.ctx, { brand, settings });
    const card = await givenCard(test.ctx, { brand, product, status, balance: 10_000n });
    if (isRestricted) await test.ctx.asOwner("UPDATE card SET restricted_by = 'programme' WHERE id = $1", [card.id]);
    return {
      tenantId: brand.tenantId,
      input: { card: `card:${card.id}`, ...input },
      state: () =>
        stateOf(
          test,
          'SELECT id::text, status, restricted_by, embossed_name FROM card WHERE member_account_id = $1 ORDER BY id',
          [card.account.id],
        ),
      marked: [card.pan, card.holder?.email ?? ''],
    };
  };
const OF_CARD = { needsApproval: false, elsewhere: 'not_found', roles: ['agent', 'manager'] } as const;

/** A dispute, for a command. */
const aboutDispute =
  (input: Readonly<Record<string, string>>) =>
  async (test: TestApp): Promise<DeskSample> => {
    const brand = await givenPlace(test);
    const { card, reference, id } = await givenDispute(test, 'Open', { brand });
    return {
      tenantId: brand.tenantId,
      input: { dispute: reference, ...input },
      state: () => stateOf(test, 'SELECT state, resolution, provisional::text FROM dispute WHERE id = $1', [id]),
      marked: [card.pan, card.holder?.email ?? ''],
    };
  };
const OF_DISPUTE = { needsApproval: false, elsewhere: 'not_found' } as const;
const STAFF_THAT_ACT = ['agent', 'manager'] as const;

async function givenEvidence(test: TestApp): Promise<DeskSample> {
  const sample = await aboutDispute({})(test);
  const [file] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO dispute_file (id, tenant_id, dispute_id, name, type, body, size, at)
     SELECT gen_random_uuid(), tenant_id, id, 'receipt.pdf', 'application/pdf', '\\x00', 1, opened_at FROM dispute
     WHERE reference = $1 AND tenant_id = $2 RETURNING id`,
    [sample.input['dispute'], sample.tenantId],
  );
  return { ...sample, input: { ...sample.input, file: file?.id ?? '' } };
}

/** Samples of all desk commands. The matrix fails if one is missing. */
export const DESK_SAMPLES: Readonly<Record<string, Sample>> = {
  find: {
    roles: EVERYBODY,
    needsApproval: false,
    elsewhere: 'no rows',
    async given(test) {
      const brand = await givenPlace(test);
      const card = await givenCard(test.ctx, { brand });
      const state = async () => '';
      return {
        tenantId: brand.tenantId,
        input: { account: card.account.accountNumber },
        state,
        marked: [card.pan, card.cardId, card.holder?.email ?? ''],
      };
    },
  },
  unlock: {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: async (test) => givenLocked(test, await givenPlace(test)),
  },
  'issue-backup-token': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    async given(test) {
      const locked = await givenLocked(test, await givenPlace(test));
      const id = locked.signIn.slice(4);
      return {
        ...locked,
        input: { signIn: locked.signIn, by: 'readOut' },
        state: () => stateOf(test, 'SELECT count(*)::int AS n FROM backup_token WHERE web_account_id = $1', [id]),
      };
    },
  },
  'charge-fee': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    async given(test) {
      const brand = await givenPlace(test);
      const card = await givenCard(test.ctx, { brand, balance: 10_000n });
      return {
        tenantId: brand.tenantId,
        input: { account: card.account.accountNumber, fee: 'cardReplacement', amount: '9.95' },
        state: () =>
          stateOf(test, 'SELECT balance::text FROM ledger_account WHERE id = $1', [card.account.ledgerAccountId]),
        marked: [card.pan, card.holder?.email ?? ''],
      };
    },
  },
  'block-card': { ...OF_CARD, given: aboutCard('Active') },
  'unblock-card': { ...OF_CARD, needsApproval: true, given: aboutCard('Restricted') },
  'report-card': { ...OF_CARD, given: aboutCard('Active', { state: 'stolen', checked: 'born,purchase' }) },
  'mark-card': { ...OF_CARD, given: aboutCard('NotIssued', { state: 'dispatched' }) },
  'name-card': { ...OF_CARD, given: aboutCard('NotIssued', { name: 'LI WEI' }) },
  'reissue-card': { ...OF_CARD, needsApproval: true, given: aboutCard('Lost') },
  'release-replacement': { ...OF_CARD, needsApproval: true, given: aboutCard('Lost', {}, true) },
  'waiting-replacements': {
    roles: EVERYBODY,
    needsApproval: false,
    elsewhere: 'no rows',
    async given(test) {
      const brand = await givenPlace(test);
      const card = await givenCard(test.ctx, { brand });
      const { headers } = await givenSession(test.ctx, { card });
      await test.ctx.asOwner("UPDATE card SET restricted_by = 'programme' WHERE id = $1", [card.id]);
      await postApi(test, 'card/lost', headers, { Card: card.reference });
      return { tenantId: brand.tenantId, input: {}, state: async () => '', marked: [card.pan] };
    },
  },
  'why-declined': { ...OF_CARD, roles: EVERYBODY, given: aboutCard('Lost') },
  'post-interest': {
    roles: STAFF_THAT_ACT,
    needsApproval: true,
    elsewhere: 'own request',
    async given(test) {
      const brand = await givenPlace(test);
      const product = await givenProduct(test.ctx, { brand, settings: { interestRate: 3.1 } });
      const account = await givenAccount(test.ctx, { brand });
      const card = await givenCard(test.ctx, { account, product });
      await givenRow(test.ctx, account, { kind: 'topUp', amount: 1_000_00n, at: '2026-09-10T02:00:00Z' });
      return {
        tenantId: brand.tenantId,
        input: { day: '2026-11-01' },
        state: () => stateOf(test, 'SELECT balance::text FROM ledger_account WHERE id = $1', [account.ledgerAccountId]),
        marked: [card.pan, card.holder?.email ?? ''],
      };
    },
  },
  ...FIGURE_SAMPLES,
  ...PAYMENT_SAMPLES,
  ...BANK_SAMPLES,
  ...RESTORED_SAMPLES,
  ...UPGRADE_SAMPLES,
  ...VIEW_SAMPLES,
  ...ISSUING_SAMPLES,
  ...COMPLAINT_SAMPLES,
  ...ENDING_SAMPLES,
  ...GATEWAY_SAMPLES,
  ...STORE_SAMPLES,
  ...MESSAGE_SAMPLES,
  ...PEOPLE_FILE_SAMPLES,
  ...PERSON_SAMPLES,
  ...PROCESSOR_SAMPLES,
  ...RULE_SAMPLES,
  ...BRAND_SAMPLES,
  ...WEBHOOK_SAMPLES,
  ...PROGRAMME_SAMPLES,
  ...RECONCILIATION_SAMPLES,
  disputes: {
    roles: EVERYBODY,
    needsApproval: false,
    elsewhere: 'no rows',
    given: async (test) => ({ ...(await aboutDispute({})(test)), input: {} }),
  },
  dispute: { ...OF_DISPUTE, roles: EVERYBODY, given: aboutDispute({}) },
  'dispute-file': { ...OF_DISPUTE, roles: EVERYBODY, given: givenEvidence },
  'ask-back': { ...OF_DISPUTE, roles: STAFF_THAT_ACT, given: aboutDispute({ words: 'Which shop was it?' }) },
  'submit-dispute': { ...OF_DISPUTE, roles: STAFF_THAT_ACT, given: aboutDispute({}) },
  'provisional-credit': { ...OF_DISPUTE, needsApproval: true, roles: STAFF_THAT_ACT, given: aboutDispute({}) },
  'resolve-dispute': {
    ...OF_DISPUTE,
    needsApproval: true,
    roles: STAFF_THAT_ACT,
    given: aboutDispute({ resolution: 'chargeback' }),
  },
  load: {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    async given(test) {
      const brand = await givenPlace(test);
      const card = await givenCard(test.ctx, { brand });
      return {
        tenantId: brand.tenantId,
        input: { account: card.account.accountNumber, amount: '50.00' },
        state: () =>
          stateOf(test, 'SELECT balance::text FROM ledger_account WHERE id = $1', [card.account.ledgerAccountId]),
        marked: [card.pan, card.holder?.email ?? ''],
      };
    },
  },
  kyc: {
    roles: EVERYBODY,
    needsApproval: false,
    elsewhere: 'not_found',
    async given(test) {
      const sample = await givenKycCase(test);
      return { ...sample, input: { account: sample.account } };
    },
  },
  'pass-kyc': { roles: ['agent', 'manager'], needsApproval: true, elsewhere: 'not_found', given: givenKycCase },
  'dead-letters': {
    roles: EVERYBODY,
    needsApproval: false,
    elsewhere: 'no rows',
    given: async (test) => ({ ...(await givenDeadLetter(test)), input: {} }),
  },
  retry: { roles: ['agent', 'manager'], needsApproval: false, elsewhere: 'not_found', given: givenDeadLetter },
  requests: { roles: EVERYBODY, needsApproval: false, elsewhere: 'no rows', given: givenRequest },
  approve: { roles: ['manager'], needsApproval: false, elsewhere: 'not_found', given: givenRequest },
  // An agent may withdraw their own requests, but not refuse others'.
  refuse: { roles: ['manager'], needsApproval: false, elsewhere: 'not_found', given: givenRequest },
  staff: {
    roles: EVERYBODY,
    needsApproval: false,
    elsewhere: 'own rows',
    given: async ({ ctx }) => ({
      tenantId: (await givenTenant(ctx)).id,
      input: {},
      state: async () => '',
      marked: [],
    }),
  },
  'add-staff': {
    roles: ['manager'],
    needsApproval: true,
    elsewhere: 'own request',
    given: async (test) => givenProgramme(test, { name: 'newcomer', fullName: 'New Comer', role: 'agent' }),
  },
  'renew-staff': {
    roles: ['manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: async (test) => givenProgramme(test, { name: 'forgetful' }, 'forgetful'),
  },
  'end-staff': {
    roles: ['manager'],
    needsApproval: false,
    elsewhere: 'not_found',
    given: async (test) => givenProgramme(test, { name: 'leaver' }, 'leaver'),
  },
};

/** A programme with a staff member of this name, if any. */
async function givenProgramme(
  test: TestApp,
  input: Readonly<Record<string, string>>,
  member?: string,
): Promise<DeskSample> {
  const { id } = await givenTenant(test.ctx);
  if (member !== undefined) await givenStaff(test.ctx, id, { name: member, password: 'Correct-Horse-2026' });
  const names = Object.values(input);
  return {
    tenantId: id,
    input,
    state: () =>
      stateOf(test, 'SELECT password_hash, ended_at FROM staff WHERE tenant_id = $1 AND name = ANY ($2)', [id, names]),
    marked: [],
  };
}
