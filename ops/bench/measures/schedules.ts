import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { givenMembersWithMoney } from '../fixture.ts';
import { settle } from '../postgres.ts';
import type { Measurement } from '../stage.ts';

const PAYERS = 1_000;
const EACH = 10;
const LOOK_MS = 100;

// All onto one account, once, due now.
const SCHEDULE = `
INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                      state, next_day, due_at, receipt, made_at)
SELECT gen_random_uuid(), a.tenant_id, a.brand_id, a.id, a.primary_holder_id, 'internal',
       jsonb_build_object('MemberNumber', a.account_number, 'DestinationAccountNumber', hot.account_number,
                          'DestinationAccountName', 'Somebody', 'Amount', 0.01, 'PaymentFrequency', 20,
                          'RecipientDescription', 'Scheduled'),
       1, 21, current_date, 'Active', current_date, now(), '1', now()
FROM member_account hot
JOIN member_account a ON a.brand_id = hot.brand_id AND a.id <> hot.id
CROSS JOIN generate_series(1, ${EACH})
WHERE hot.id = $1
LIMIT ${PAYERS * EACH}`;
const LEFT = `SELECT count(*)::int AS left FROM schedule WHERE state = 'Active'`;
const PAID = `SELECT count(*)::int AS paid FROM schedule_run WHERE state = 'Paid'`;

/** Measures 10,000 scheduled payments that are due at the same time, made by the due work of a server. */
export const measureSchedules: Measurement = async (stage) => {
  const { ctx, database } = await stage.place('few');
  const { hot } = await givenMembersWithMoney(ctx, PAYERS);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  stage.defer(() => owner.end());
  const countOf = async (sql: string) => Number(Object.values((await owner.query(sql)).rows[0] as object)[0]);
  return async (note) => {
    await settle(database);
    const before = await countOf(PAID);
    const begin = performance.now();
    await owner.query(SCHEDULE, [hot.id]);
    while ((await countOf(LEFT)) > 0) await wait(LOOK_MS);
    note('10,000 scheduled payments', (performance.now() - begin) / 1_000);
    const paid = (await countOf(PAID)) - before;
    if (paid !== PAYERS * EACH) throw new Error(`${paid} scheduled payments were made`);
  };
};
