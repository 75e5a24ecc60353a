import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenRunner } from '../../test-support/due-work.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../test-support/factories.ts';
import { givenUser } from '../../test-support/signed-in.ts';
import { dueJobs } from '../compose/due-jobs.ts';
import { isCountedElsewhere, type Template, TEMPLATES } from '../features/messages/message.types.ts';

// Among many people, one has reached the message limit and the notice of another cannot be written: each job that
// notifies people still notifies everyone else, finishes, and does not repeat what it has done.
const OTHERS = 100;
const BATCHES = 3;
let test: TestApp;
let product: TestProduct;
type Person = Awaited<ReturnType<typeof givenUser>>;
let people: readonly Person[];
beforeAll(async () => {
  test = await givenApp();
  product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: false });
  // One after the other, so that the two come first.
  const made: Person[] = [];
  for (let n = 0; n < OTHERS + 2; n += 1) {
    made.push(await givenUser(test.ctx, { brand: product.brand, product, balance: 0n, expiry: '2026-12' }));
  }
  people = made;
  const [full, poison] = people as [Person, Person];
  await sql(`CREATE TABLE poison (pattern text)`);
  await sql(`
    CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      IF NEW.holder_id = ${poison.holder.id} OR EXISTS (SELECT FROM poison WHERE NEW.dedup_key LIKE pattern) THEN
        RAISE EXCEPTION 'poison';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_poison BEFORE INSERT ON outbox_message FOR EACH ROW EXECUTE FUNCTION refuse_poison()`);
  for (const [template, channels] of Object.entries(TEMPLATES)) {
    for (const channel of channels) {
      if (template === 'moreNotices') continue;
      await sql(`
        INSERT INTO outbox_message (tenant_id, brand_id, holder_id, message_id, dedup_key, channel, template, language,
                                    queued_at, due_at, next_attempt_at, counted_at, delivered_at)
        SELECT ${ids()}, ${full.holder.id}, gen_random_uuid(), 'full:${template}:${channel}:' || n, '${channel}',
               '${template}', 'enAU', ${now()}, ${now()}, ${now()}, ${now()}, ${now()}
          FROM generate_series(1, 100) n`);
    }
  }
});
afterAll(() => test.close());
const sql = <Row extends object = object>(text: string) => test.ctx.asOwner<Row>(text);
const ids = () => `${product.brand.tenantId}, ${product.brand.id}`;
const now = () => `'${new Date(test.ctx.clocks.security.now()).toISOString()}'::timestamptz`;
/** Rows whose neighbours in other tables play no part here. */
const alone = (insert: string) => sql(`SET session_replication_role = replica; ${insert}`);
const nameOf = (job: ReturnType<typeof dueJobs>[number]) => ('queue' in job ? job.queue.name : job.name);

async function run(name: string): Promise<void> {
  const job = dueJobs(test.ctx.outside).find((each) => nameOf(each) === name);
  if (!job || 'poll' in job) throw new Error(`${name} is no work that is leased`);
  if ('queue' in job) {
    const runner = givenRunner(test.ctx, [job]);
    await runner.runDue();
    await runner.stop();
    return;
  }
  const { tenantId } = product.brand;
  const { signal } = new AbortController();
  const given = { tenantId, plannedAt: test.ctx.clocks[job.clock].now(), atOnce: job.atOnce, signal };
  // A batch holds less than all of them.
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if ('outside' in job) await job.outside(test.ctx, given);
    else await test.ctx.database.transact(tenantId, (tx) => job.inTransaction(test.ctx, tx, given));
  }
}

const queue = (job: string, payloadOf: (person: Person, n: number) => object) =>
  sql(
    people
      .map(
        (person, n) => `
    INSERT INTO due_work (tenant_id, job, clock, key, is_recurring, payload, planned_at, due_at, not_before)
    VALUES (${product.brand.tenantId}, '${job}', 'security', 'item ${n}', false,
            '${JSON.stringify(payloadOf(person, n))}', ${now()}, ${now()}, ${now()})`,
      )
      .join(';'),
  );

/** An order for each person, with a gift to them, and their ids. */
async function givenOrders(state: 'Refused' | 'Issued', item = ''): Promise<{ order: string; item: string }[]> {
  const made: { order: string; item: string }[] = [];
  for (const [n, { holder, card }] of people.entries()) {
    const [order] = await sql<{ id: bigint }>(`
      INSERT INTO store_order (tenant_id, brand_id, public_id, state, language, email, page, browser_hashes, cards_total,
                               fee, placed_at, number, charge_id, told_at)
      VALUES (${ids()}, gen_random_uuid(), '${state}', 'enAU', '${holder.email}', 'https://shop.example', '{}', 5000,
              595, ${now()}, ${state === 'Issued' ? `'${item.length}26324000${n}'` : 'NULL'}, NULL,
              ${state === 'Issued' ? now() : 'NULL'})
      RETURNING id`);
    const [gift] = await sql<{ id: bigint }>(`
      INSERT INTO store_item (tenant_id, order_id, position, product_id, amount, recipient_name, recipient_email,
                              sender_name, card_id, unlock_at)
      VALUES (${product.brand.tenantId}, ${order?.id}, 1, ${product.id}, 5000, 'Mia', 'mia${n}@example.com', 'Amelia',
              ${card.id}, ${item || 'NULL'})
      RETURNING id`);
    made.push({ order: String(order?.id), item: String(gift?.id) });
  }
  return made;
}
const poisoned = (pattern: string) => sql(`INSERT INTO poison VALUES ('${pattern}')`);

type Scenario = { readonly template: string; readonly arrange: () => Promise<unknown>; readonly toGuests?: true };

const NOTIFYING_JOBS: Readonly<Record<string, Scenario>> = {
  'alerts.tell': {
    template: 'alertStatement',
    arrange: () =>
      sql(
        people
          .map(
            ({ webAccount, card }) => `
        INSERT INTO alert_setting (tenant_id, web_account_id, member_account_id, statement)
        VALUES (${product.brand.tenantId}, ${webAccount.id}, ${card.account.id}, '{1}');
        INSERT INTO alert_event (tenant_id, member_account_id, kind, subject)
        VALUES (${product.brand.tenantId}, ${card.account.id}, 'statement', 1)`,
          )
          .join(';'),
      ),
  },
  'debts.tell': {
    template: 'debtMade',
    arrange: () =>
      alone(
        people
          .map(
            ({ card }, n) => `
        INSERT INTO debt (tenant_id, member_account_id, transfer_id, cause, reference, debited, owed, is_former_holder,
                          made_at)
        VALUES (${product.brand.tenantId}, ${card.account.id}, ${900_000 + n}, 'order', 'x', 1, 1, false, ${now()})`,
          )
          .join(';'),
      ),
  },
  'debts.tell-forced': {
    template: 'debitForced',
    arrange: () =>
      queue('debts.tell-forced', ({ card }, n) => ({
        transfer: String(800_000 + n),
        account: String(card.account.id),
        amount: '100',
        cause: 'order',
      })),
  },
  'gateway.tell-won': {
    template: 'topUpRestored',
    arrange: () =>
      queue('gateway.tell-won', ({ card }, n) => ({
        transfer: String(700_000 + n),
        account: String(card.account.id),
        amount: '100',
      })),
  },
  'debts.tell-former': {
    template: 'formerMoneyKept',
    arrange: () =>
      queue('debts.tell-former', ({ card }, n) => ({
        transfer: String(600_000 + n),
        account: String(card.account.id),
        amount: '100',
        isPaid: false,
      })),
  },
  'disputes.tell': {
    template: 'disputeNews',
    arrange: async () => {
      await alone(
        people
          .map(
            ({ card, holder }, n) => `
        INSERT INTO dispute (id, tenant_id, brand_id, member_account_id, holder_id, ledger_account_id, seq, reference,
                             reason, amount, explanation, state, opened_at, answer_by)
        VALUES (gen_random_uuid(), ${ids()}, ${card.account.id}, ${holder.id}, ${card.account.ledgerAccountId}, 1,
                'news ${n}', 'notMine', 100, 'x', 'Open', ${now()}, '2027-01-01')`,
          )
          .join(';'),
      );
      await queue('disputes.tell', (_, n) => ({ reference: `news ${n}`, cause: 'resolved' }));
    },
  },
  'topup.auto': {
    template: 'autoTopup',
    arrange: () =>
      alone(
        people
          .map(
            ({ card, webAccount }) => `
        INSERT INTO auto_topup (public_id, tenant_id, member_account_id, web_account_id, agreement_version, accepted_at,
                                account_name, bsb, account_number, trigger_amount, amount, maximum, state, code_hash,
                                code_until, deposit_by, deposit_transfer_id, untold)
        VALUES (gen_random_uuid(), ${product.brand.tenantId}, ${card.account.id}, ${webAccount.id}, '1', ${now()}, 'A',
                '062000', '1', 1000, 1000, 1000, 'Expired', decode(repeat('00', 32), 'hex'), '2027-01-01', '2027-01-01',
                1, 'expired')`,
          )
          .join(';'),
      ),
  },
  'settlement.exchange': {
    template: 'paymentReturned',
    arrange: () =>
      alone(
        people
          .map(
            ({ card }, n) => `
        INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
                                 remitter, amount, paid_on, value_date, state, reason)
        VALUES (${product.brand.tenantId}, ${700_000 + n}, ${card.account.id}, 'external', '062000', '1', 'Rent', 'r',
                'A', 100, '2026-11-20', '2026-11-20', 'Returned', '2');
        INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, code,
                                      state, transfer_id)
        VALUES (${product.brand.tenantId}, 1, ${n + 1}, 'return', '062000', '1', 'r', 100, '2', 'Done', ${700_000 + n})`,
          )
          .join(';'),
      ),
  },
  'settlement.tell-refused': {
    template: 'paymentReturned',
    arrange: async () => {
      await alone(
        people
          .map(
            ({ card }, n) => `
        INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
                                 remitter, amount, paid_on, value_date, state, reason)
        VALUES (${product.brand.tenantId}, ${800_000 + n}, ${card.account.id}, 'external', '062000', '1', 'Rent', 'r',
                'A', 100, '2026-11-20', '2026-11-20', 'Returned', 'declined')`,
          )
          .join(';'),
      );
      await sql("DELETE FROM outbox_message WHERE template = 'paymentReturned' AND delivered_at IS NULL");
      await queue('settlement.tell-refused', (_, n) => ({ transfer: String(800_000 + n) }));
    },
  },
  'cards.renew': { template: 'cardExpires', arrange: async () => undefined },
  'cards.tell-replaced': {
    template: 'cardChanged',
    arrange: () => queue('cards.tell-replaced', ({ card }) => ({ card: String(card.id), cause: 'x' })),
  },
  'schedules.run': {
    template: 'scheduleFailed',
    arrange: () =>
      sql(
        people
          .map(
            ({ card, holder }) => `
        INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency,
                              first_day, number_of_payments, state, next_day, due_at, receipt, made_at)
        VALUES (gen_random_uuid(), ${ids()}, ${card.account.id}, ${holder.id}, 'internal', '{}', 100, 21, '2026-09-01', NULL,
                'Active', '2026-09-01', ${now()}, 'r', ${now()})`,
          )
          .join(';'),
      ),
  },
  'store.tell-orders': {
    template: 'orderRefunded',
    toGuests: true,
    arrange: async () => poisoned(`store-order:${(await givenOrders('Refused'))[1]?.order}:%`),
  },
  'store.tell-ended': {
    template: 'orderItemRefunded',
    toGuests: true,
    arrange: async () => {
      const orders = await givenOrders('Issued');
      await queue('store.tell-ended', (_, n) => ({ item: orders[n]?.item, amount: '100', as: 'inPart' }));
      await poisoned('store-ended:item 1:%');
    },
  },
  'store.unlock-gifts': {
    template: 'giftCard',
    toGuests: true,
    arrange: async () => poisoned(`store-gift:${(await givenOrders('Issued', now()))[1]?.item}:%`),
  },
  'savings.tell-taken': {
    template: 'savingsUsed',
    arrange: () =>
      queue('savings.tell-taken', ({ card }) => ({ account: String(card.account.id), cents: '100', merchant: 'Cafe' })),
  },
  'endings.tell-closed': {
    template: 'accountClosed',
    arrange: async () => {
      await sql(`UPDATE member_account SET closure_asked_at = ${now()}`);
      await queue('endings.tell-closed', ({ card }) => ({ account: String(card.account.id) }));
    },
  },
};
/** Work that tells no one of anything. */
const OTHER_JOBS = `
  access.tidy access.tidy-addresses access.truncate-addresses accounts.seal activation.letters audit.begin-year
  audit.seal brands.tidy-drafts cards.collect-orders cards.make cards.leave-stock cards.rewrite-keys complaints.erase desk.tidy
  disputes.erase disputes.take-back-provisional gateway.forget-cards gateway.forget-payer gateway.notice
  gateway.refund gateway.sandbox-notices gateway.tidy gateway.watch interest.post ledger.seal messages.deliver
  access.count network.count network.expire-holds network.search network.stand-in network.tidy
  notifications.forget payments.tidy-answers people-files.add people-files.erase privacy.expire-files
  privacy.tidy processors.balances processors.collect-cards processors.collect-states processors.compare-cards
  processors.make-card processors.refresh processors.sweep processors.tell-state processors.tidy
  purchase-rules.try processors.told profile.tidy-contacts programmes.refresh receipts.early
  reconciliation.fetch-report reconciliation.read reconciliation.settlements reset.tidy sanctions.compare
  sanctions.tidy schedules.unreadable settlement.ask-about-payment settlement.ask-about-return
  settlement.incoming-returned settlement.make settlement.pay-by-call settlement.read-movements settlement.read-noticed
  settlement.payment-answered settlement.search sign-up.tidy statements.make statements.make-parts
  statements.print store.erase-orders store.unused-accounts topup.agreement-debit-paid
  topup.ask-about-agreement topup.ask-about-debit topup.pay-to transfers.renew-reach transfers.seal-typed
  transfers.tidy-look-ups vouchers.expire webhooks.deliver webhooks.reseal webhooks.spread webhooks.stop webhooks.tidy`
  .trim()
  .split(/\s+/);

async function recipientsOf(template: string): Promise<string[]> {
  const rows = await sql<{ who: string }>(`
    SELECT coalesce(holder_id::text, 'guest') AS who FROM outbox_message
     WHERE template = '${template}' AND delivered_at IS NULL AND channel = 'email'`);
  return rows.map(({ who }) => who).toSorted();
}

it('every job is listed as one that notifies people or one that does not', () => {
  const names = dueJobs(test.ctx.outside).map(nameOf);
  expect(names.toSorted()).toEqual([...Object.keys(NOTIFYING_JOBS), ...OTHER_JOBS].toSorted());
});

it.each(Object.entries(NOTIFYING_JOBS))(
  '%s notifies everyone else once',
  async (name, { template, arrange, toGuests }) => {
    const [full, , ...others] = people as readonly [Person, Person, ...Person[]];
    await arrange();
    await run(name);
    const isLimited = !isCountedElsewhere(template as Template);
    const expected = (isLimited ? others : [full, ...others])
      .map(({ holder }) => (toGuests ? 'guest' : String(holder.id)))
      .toSorted();
    expect(await recipientsOf(template)).toEqual(expected);
    await run(name);
    expect(await recipientsOf(template)).toEqual(expected);
    if (!isLimited) return;
    expect(await recipientsOf('moreNotices')).toContain(String(full.holder.id));
    await sql("DELETE FROM outbox_message WHERE template = 'moreNotices'");
  },
);
