import { runSchedules } from '../src/features/schedules/run-schedules.ts';
import type { Payments } from '../src/features/payments/public.ts';
import type { AppContext } from '../src/compose/context.ts';
import type { TestContext } from './processes/database.ts';
import type { TestAccount } from './factories.ts';

/** Runs the due work of a tenant like one server. */
export async function runDue(ctx: AppContext, tenantId: number, given: { readonly atOnce?: number } = {}) {
  const signal = new AbortController().signal;
  const { atOnce = 500 } = given;
  while (await runSchedules(ctx, { tenantId, atOnce, signal }));
}

/** Context with these payments, such as those of a failed server or counted ones. */
export function withPayments(ctx: AppContext, submit: Payments['submit']): AppContext {
  return { ...ctx, payments: { ...ctx.payments, submit } };
}

/** Runs of an account's schedules, oldest first. */
export function runsOf(ctx: TestContext, account: TestAccount) {
  return ctx.asOwner<{ planned_day: string; state: string; error: string | null; at: Date }>(
    `SELECT r.planned_day::text, r.state, r.error FROM schedule_run r JOIN schedule s ON s.id = r.schedule_id
     WHERE s.member_account_id = $1 ORDER BY r.planned_day, s.age`,
    [account.id],
  );
}

/** States of an account's schedules, oldest first. */
export function schedulesOf(ctx: TestContext, account: TestAccount) {
  return ctx.asOwner<{ id: string; state: string; next_day: string | null; due: string | null; failures: number }>(
    `SELECT id, state, next_day::text, to_char(due_at AT TIME ZONE 'Australia/Melbourne', 'YYYY-MM-DD HH24:MI') AS due,
            failures::int
     FROM schedule WHERE member_account_id = $1 ORDER BY age`,
    [account.id],
  );
}
