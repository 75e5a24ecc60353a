import type { Language } from '@wattle/contract/rules/languages.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { OutsideUnavailable } from '../../outside/outside-unavailable.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { type Cents, CURRENCY } from '../../platform/money.ts';
import { askAbout, gatewayOf } from './ask.ts';
import { countAttempt, hashAddress } from './card-testing.ts';
import { isLive } from './gateway-payment.states.domain.ts';
import { learn } from './learn.ts';
import { findLive, findPayment, type GatewayPayment, insertPayment, savePage } from './payment.store.ts';
import { purposeOf } from './purpose.ts';
import { referenceOf } from './reference.ts';
import { WATCH } from './watch.ts';

/** Where the frame posts Sid and Sst, and where the gateway sends the browser afterwards. */
export const ENTRY = '/payment-frame';
export const RETURN = '/payment-return';

export type Initiation = {
  readonly tenantId: number;
  readonly brandId: number;
  /** A name of the registry. */
  readonly purpose: string;
  /** The feature's key for what is paid. It allows one payment at a time. */
  readonly subject: string;
  readonly amount: Cents;
  /** Key that attempts are counted by, where several payments may be in flight. Defaults to the subject. */
  readonly countedAs?: string;
  /** Writes what belongs to the payment, in the transaction that notes it. */
  alongside?(tx: Tx, paymentId: string): void;
  /** Whether what is paid for has room for it. Asked in that transaction, under a lock that it takes first. */
  fits?(tx: Tx): Promise<boolean>;
  /** IP address of the payer. */
  readonly address: string;
  readonly origin: string;
  /** Description for the payer. */
  readonly describes: string;
  readonly language: Language;
  /** `web:12`, `visitor`. */
  readonly actor: string;
  readonly requestId: string;
};

/** Single-use credentials that open the gateway's page for a limited time. */
export type Opened = {
  readonly paymentId: string;
  readonly url: string;
  readonly Sid: string;
  readonly Sst: string;
};

/**
 * Opens a payment at the gateway. An earlier one of the same subject is ended there first; where that cannot be, or
 * it is paid, this one is refused, so nobody is charged twice. Not within a transaction. Throws Busy where the
 * subject is closed, and OutsideUnavailable where the gateway is away.
 */
export async function initiateCharge(
  ctx: AppContext,
  given: Initiation,
): Promise<Result<Opened, 'payment_on_its_way' | 'outside_load_limits'>> {
  const { tenantId, purpose, subject } = given;
  const gateway = gatewayOf(ctx);
  const earlier = await ctx.database.transact(tenantId, (tx) => findLive(tx, tenantId, purpose, subject));
  if (earlier && !(await isEnded(ctx, earlier))) return err('payment_on_its_way');
  const id = randomUUID();
  const Sst = randomBytes(32).toString('base64url');
  const refused = await meanPayment(ctx, given, id, Sst);
  if (refused !== undefined) return err(refused);
  const reference = referenceOf({ tenantId, id });
  const opened = await gateway.open({
    reference,
    amount: given.amount,
    currency: CURRENCY,
    describes: given.describes,
    language: given.language,
    returnUrl: `${given.origin}${RETURN}?language=${given.language}`,
    openMs: ctx.config.gateway.sessionMs,
  });
  if (opened.kind !== 'done') {
    // What was never sent or was refused has no page. Else it is asked about before anybody can pay for the same.
    if (opened.kind !== 'unknown') await learn(ctx, tenantId, id, { kind: 'closed' });
    throw new OutsideUnavailable('gateway', opened);
  }
  const isOpen = await ctx.database.transact(tenantId, (tx) => savePage(tx, tenantId, id, opened.value.pageUrl));
  return isOpen ? ok({ paymentId: id, url: ENTRY, Sid: reference, Sst }) : err('payment_on_its_way');
}

/** Notes that a payment is meant, or says why not. From then on it is watched, even where this process ends. */
function meanPayment(
  ctx: AppContext,
  given: Initiation,
  id: string,
  sst: string,
): Promise<'payment_on_its_way' | 'outside_load_limits' | undefined> {
  const { tenantId, brandId, purpose, subject, amount, address, actor, requestId, countedAs } = given;
  const { isPublic } = purposeOf(ctx, purpose);
  const addressHash = hashAddress(ctx, address);
  return ctx.database.transact(tenantId, async (tx) => {
    if (given.fits && !(await given.fits(tx))) return 'outside_load_limits';
    await countAttempt(tx, ctx, {
      tenantId,
      brandId,
      purpose,
      subject: countedAs ?? subject,
      addressHash,
      isPublic,
    });
    const now = ctx.clocks.security.now();
    const isNew = await insertPayment(tx, {
      id,
      tenantId,
      brandId,
      purpose,
      subject,
      amount,
      countedAs: countedAs ?? null,
      sstHash: hashSst(sst),
      addressHash,
      madeAt: ctx.clocks.business.now(),
      expiresAt: now + ctx.config.gateway.sessionMs,
    });
    if (!isNew) return 'payment_on_its_way';
    given.alongside?.(tx, id);
    const dueAt = now + ctx.config.gateway.askAfterMs;
    await ctx.dueWork.enqueue(tx, WATCH, { tenantId, key: id, dueAt, payload: { id } });
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'gateway.initiate',
      object: `payment:${id}`,
      outcome: 'ok',
      requestId,
      details: { purpose, cents: Number(amount) },
    });
    return undefined;
  });
}

/** Ends an earlier payment at the gateway. False where it is paid, or it is not known whether it is. */
async function isEnded(ctx: AppContext, { tenant_id, id }: GatewayPayment): Promise<boolean> {
  await askAbout(ctx, tenant_id, id, 'close');
  const now = await ctx.database.transact(tenant_id, (tx) => findPayment(tx, tenant_id, id));
  return now !== undefined && !isLive(now.state) && now.charge_id === null;
}

/** The token is random, so it needs no slow hash. */
export function hashSst(sst: string): Buffer {
  return createHash('sha256').update(sst).digest();
}
