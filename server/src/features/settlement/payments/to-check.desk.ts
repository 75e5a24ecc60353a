import * as z from 'zod';
import type { AppContext } from '../../../compose/context.ts';
import { toInstant, type Tx } from '../../../platform/database/database.ts';
import { listDeadLetters } from '../../../platform/due-work/due-state.store.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import { doubtedBefore } from './payments.desk.ts';
import { listPayments } from './payments.store.ts';
import { listOverdue, listReturned, listWaitingForPayer, type Stuck } from './to-check.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Returned payments are listed for 3 days, so that staff see them after a weekend too. */
const RETURNED_FOR_MS = 3 * DAY_MS;
/** Held payments are made within a minute of their time. */
const OVERDUE_AFTER_MS = HOUR_MS;
const PAYER_AFTER_MS = 3 * DAY_MS;

const SHOWN = {
  kind: z.enum(['inDoubt', 'returned', 'held', 'givenUp']),
  /** Receipt of a payment, or number of failed due work that `retry` takes. */
  item: z.string(),
  by: z.string(),
  account: z.string(),
  person: z.string(),
  name: z.string(),
  amount: z.string(),
  since: z.string(),
  why: z.string(),
};
type Row = z.output<z.ZodObject<typeof SHOWN>>;

const rowOf = (kind: Row['kind'], one: Stuck): Row => ({
  kind,
  item: one.receipt ?? '',
  by: one.method,
  account: one.account ?? '',
  name: one.payer ?? '',
  person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
  amount: dollarsOf(one.cents),
  since: toInstant(one.since),
  why: one.why,
});

async function listToCheck(ctx: AppContext, tx: Tx, tenantId: number, most: number): Promise<Row[]> {
  const [business, security] = [ctx.clocks.business.now(), ctx.clocks.security.now()];
  const oldest = { most, doubtedBeforeMs: doubtedBefore(business), isOldestFirst: true };
  const inDoubt = await listPayments(tx, tenantId, { state: 'inDoubt' }, oldest);
  const returned = await listReturned(tx, tenantId, most, business - RETURNED_FOR_MS);
  const held = [
    ...(await listOverdue(tx, tenantId, most, business - OVERDUE_AFTER_MS)),
    ...(await listWaitingForPayer(tx, tenantId, most, security - PAYER_AFTER_MS)),
  ];
  const givenUp = await listDeadLetters(tx, tenantId, most);
  const rows: Row[] = [
    ...inDoubt.map((one) => rowOf('inDoubt', { ...one, account: one.payer_account, why: '' })),
    ...returned.map((one) => rowOf('returned', one)),
    ...held.map((one) => rowOf('held', one)),
    ...givenUp.map(({ id, job, reason, deadAt }) => ({
      kind: 'givenUp' as const,
      item: String(id),
      by: job,
      account: '',
      person: '',
      name: '',
      amount: '',
      since: toInstant(deadAt),
      why: reason,
    })),
  ];
  return rows.toSorted((one, other) => one.since.localeCompare(other.since)).slice(0, most);
}

/** Lists payments and due work that wait for a person. The overview counts the same rows. */
export const paymentsToCheckCommand = deskCommand({
  name: 'payments-to-check',
  title: 'Payments to check',
  summary:
    'Payments in doubt, returned in the last 3 days or held too long, and work that was given up, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object(SHOWN),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listToCheck(ctx, tx, tenantId, most));
    return { ok: true, rows: shown, hasMore };
  },
});
