import { hash } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { InstantReturn } from '../../../outside/npp/port.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { insertAnswer } from '../answers/bank-answer.store.ts';
import { comeBack } from '../answers/come-back.kind.ts';
import { toSuspense } from '../answers/suspense.kind.ts';
import { refusalOf } from '../calls/refusal.domain.ts';
import {
  type CalledByNetwork,
  listByNetworkId,
  listKnownDigests,
  listOpenReturns,
  type OpenReturn,
} from './returned-payment.store.ts';

const digestOf = ({ returnId }: InstantReturn) => hash('sha256', `instant return ${returnId}`, 'buffer');

/** Stores returns of our payments that are new, each as a file of one line. They are carried out later. */
export async function takeReturns(ctx: AppContext, tenantId: number, all: readonly InstantReturn[]): Promise<void> {
  if (all.length === 0) return;
  const known = await ctx.database.read(tenantId, (tx) => listKnownDigests(tx, tenantId, all.map(digestOf)));
  for (const one of all) {
    if (!known.has(digestOf(one).toString('hex'))) await store(ctx, tenantId, one);
  }
}

async function store(ctx: AppContext, tenantId: number, one: InstantReturn): Promise<void> {
  const { returnId, networkId, amount: cents, code } = one;
  await ctx.database.transact(tenantId, async (tx) => {
    const payments = await listByNetworkId(tx, ctx.secrets, tenantId, networkId);
    // One connection to the bank serves all programmes of an instance: the return is of the one that has paid.
    const [first] = payments;
    if (!first) return;
    const { bsb, accountNumber } = first;
    const text = JSON.stringify({ ...one, amount: String(cents) });
    const line = { line: 1, kind: 'return', bsb, accountNumber, reference: networkId, cents, code } as const;
    const file = { kind: 'instant', state: 'Taken', records: null, reason: null } as const;
    const isNew = await insertAnswer(tx, ctx.secrets, {
      ...file,
      tenantId,
      name: `instant ${returnId}`,
      digest: digestOf(one),
      cents,
      text,
      readAt: ctx.clocks.business.now(),
      lines: [{ ...line, day: null, namedId: null }],
    });
    if (!isNew) return;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'bank',
      action: 'instant_return.read',
      object: `payment_out:${first.transferId}`,
      outcome: 'ok',
      details: { cents: String(cents), code },
    });
  });
}

const AT_ONCE = 50;

/**
 * Credits payments that came back to their payers, who hear of it with the next exchange of files. What fits no payment
 * goes to a person. Idempotent.
 */
export async function carryOutReturns(ctx: AppContext, tenantId: number): Promise<void> {
  const open = await ctx.database.read(tenantId, (tx) => listOpenReturns(tx, ctx.secrets, tenantId, AT_ONCE));
  for (const one of open) await carryOut(ctx, tenantId, one);
}

async function carryOut(ctx: AppContext, tenantId: number, one: OpenReturn): Promise<void> {
  const { answerId, networkId, cents, code } = one;
  const payments = await ctx.database.read(tenantId, (tx) => listByNetworkId(tx, ctx.secrets, tenantId, networkId));
  // Its own settlement is still being posted: the next reading carries it out.
  if (payments.some(({ state }) => state === 'Made' || state === 'Sent')) return;
  const from = { answerId, line: 1 };
  const key = `instantReturn:${answerId}`;
  const submitted = { tenantId, actor: 'bank' };
  const whole = wholeOf(payments, cents);
  if (whole) {
    const input = { from, transferId: String(whole.transferId), code: refusalOf(code).reason };
    const done = await ctx.payments.submit({ ...submitted, kind: comeBack, key, input, retryIfRefused: true });
    if (done.ok) return;
  }
  const kept = { ...submitted, kind: toSuspense, key: `${key}:suspense`, isRetryable: true };
  await ctx.payments.submit({ ...kept, input: { ...from, cents } });
}

/** Payment that came back as a whole, for the first time. */
function wholeOf(payments: readonly CalledByNetwork[], cents: bigint): CalledByNetwork | undefined {
  const [first, ...others] = payments;
  return first && others.length === 0 && first.state === 'Settled' && first.cents === cents ? first : undefined;
}
