import type { Language } from '@wattle/contract/rules/languages.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { inPlainLatin } from '@wattle/contract/rules/plain-latin.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { OutsideUnavailable } from '../../outside/outside-unavailable.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Cents, CURRENCY } from '../../platform/money.ts';
import type { NewGatewayPayment } from '../../outside/gateway/port.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { type Brand, findBrandById } from '../brands/public.ts';
import { pageOf } from '../reset/public.ts';
import { askAbout, openGateway } from './ask.ts';
import { countAttempt, hashAddress } from './card-testing.ts';
import { isLive } from './gateway-payment.states.domain.ts';
import { learn } from './learn.ts';
import { findLive, findPayment, type GatewayPayment, insertPayment, savePage } from './payment.store.ts';
import { opaqueId, payerOf } from './payer.ts';
import { purposeOf } from './purpose.ts';
import { newPaymentId, referenceOf } from './reference.ts';
import { WATCH } from './watch.ts';

/** Path to which the frame posts Sid and Sst, and to which the gateway redirects the browser. */
export const ENTRY = '/payment-frame';
export const RETURN = '/payment-return';
const STATEMENT_MOST = 22;

export type Initiation = {
  readonly tenantId: number;
  readonly brandId: number;
  /** Name of a purpose in the registry. */
  readonly purpose: string;
  /** Key of the paid item within the feature. One payment per item can be undecided. */
  readonly subject: string;
  readonly amount: Cents;
  /** Key for counting attempts, if several payments may be in flight. Default: the subject. */
  readonly countedAs?: string;
  /** Token of a saved card that the page offers. */
  readonly savedCard?: string | undefined;
  /** Login for which the card is saved once it is paid. */
  readonly savesFor?: bigint | undefined;
  /** Writes further rows of the payment in the transaction that records it. */
  alongside?(tx: Tx, paymentId: string): void;
  /** Whether the paid item has room for it. Called in that transaction, under a lock that it takes itself. */
  fits?(tx: Tx): Promise<boolean>;
  readonly request: Pick<RequestInfo, 'id' | 'address' | 'host' | 'origin'>;
  /** Path of the brand's page where the payment began, to which the browser comes back. */
  readonly page: string;
  /** Description for the payer, and what the statement of their card says beside the name of the brand. */
  readonly describes: string;
  readonly describesShort: string;
  readonly language: Language;
  /** `web:12`, `visitor`. */
  readonly actor: string;
  /** Login of the payer; null: a visitor. */
  readonly payer: bigint | null;
  /** Account that is funded, and its holder. */
  readonly recipient?: { readonly account: bigint; readonly givenName: string; readonly familyName: string };
};

/** Single-use credentials that open the gateway's page for a limited time. */
export type Opened = {
  readonly paymentId: string;
  readonly url: string;
  readonly Sid: string;
  readonly Sst: string;
  readonly Page: 'frame' | 'redirect';
};

/**
 * Opens a payment at the gateway after ending an earlier one of the same subject. If that one cannot be ended or is
 * paid, this one is refused, so no one is charged twice. Call outside of a transaction. Throws Busy when the subject is
 * blocked, and OutsideUnavailable when the gateway is unavailable.
 */
export async function initiateCharge(
  ctx: AppContext,
  given: Initiation,
): Promise<Result<Opened, 'payment_on_its_way' | 'outside_load_limits'>> {
  const { tenantId, purpose, subject } = given;
  const gateway = openGateway(ctx, tenantId);
  const earlier = await ctx.database.transact(tenantId, (tx) => findLive(tx, tenantId, purpose, subject));
  if (earlier && !(await isEnded(ctx, earlier))) return err('payment_on_its_way');
  const id = newPaymentId(tenantId);
  const Sst = randomBytes(32).toString('base64url');
  const brand = await findBrandById(ctx, given.brandId);
  if (!brand) throw new Error(`there is no brand ${given.brandId}`);
  const backTo = pageOf(ctx, brand, given.request, given.page);
  const expiresAt = ctx.clocks.security.now() + ctx.config.gateway.sessionMs;
  const refused = await meanPayment(ctx, given, { id, sst: Sst, expiresAt, backTo });
  if (refused !== undefined) return err(refused);
  const reference = referenceOf({ tenantId, id });
  const opened = await gateway.open(requestOf(ctx, given, brand, { id, expiresAt, backTo }));
  if (opened.kind !== 'done') {
    // A request that was not sent or was refused has no page. An unknown one is queried before another payment for the
    // item is possible.
    if (opened.kind !== 'unknown') await learn(ctx, tenantId, id, { kind: 'closed' });
    throw new OutsideUnavailable('gateway', opened);
  }
  const isOpen = await ctx.database.transact(tenantId, (tx) => savePage(tx, tenantId, id, opened.value));
  const Page = opened.value.page.kind;
  return isOpen ? ok({ paymentId: id, url: ENTRY, Sid: reference, Sst, Page }) : err('payment_on_its_way');
}

type Meant = {
  readonly id: string;
  readonly sst: string;
  /** Security time in ms. */
  readonly expiresAt: number;
  readonly backTo: string;
};

/** Request to the gateway. */
function requestOf(
  { config, secrets, gatewayPurposes }: AppContext,
  given: Initiation,
  brand: Brand,
  { id, expiresAt, backTo }: Pick<Meant, 'id' | 'expiresAt' | 'backTo'>,
): NewGatewayPayment {
  const { tenantId, purpose, amount, describes, language, savesFor, savedCard, payer, recipient } = given;
  const reference = referenceOf({ tenantId, id });
  // By the page of the brand, because the Host header would let anybody choose where a payer is sent.
  const returnUrl = `${new URL(backTo).origin}${RETURN}?language=${language}&payment=${reference}`;
  return {
    reference,
    amount,
    currency: CURRENCY,
    describes,
    describesShort: onStatement(brand.name, given.describesShort),
    language,
    returnUrl,
    cancelUrl: `${returnUrl}&cancelled=1`,
    openedAt: expiresAt - config.gateway.sessionMs,
    closesAt: expiresAt,
    saveCard: savesFor !== undefined,
    savedCard,
    payer: payer === null ? opaqueId({ secrets }, 'payer', reference) : payerOf({ secrets }, tenantId, payer),
    purpose: purposeOf({ gatewayPurposes }, purpose).pays,
    recipient: recipient && {
      wallet: opaqueId({ secrets }, 'wallet', `${tenantId}:${recipient.account}`),
      givenName: recipient.givenName,
      familyName: recipient.familyName,
    },
  };
}

/** Words for a statement of a card: the name of the brand in plain letters, cut to 22 characters with what follows. */
function onStatement(brand: string, what: string): string {
  const name = inPlainLatin(brand).replaceAll(/[^A-Za-z0-9 ]/g, '');
  return lineText(`${name.slice(0, STATEMENT_MOST - what.length - 1)} ${what}`);
}

/**
 * Records the intended payment, or returns the reason for a refusal. From then on it is watched, even if this process
 * ends.
 */
function meanPayment(
  ctx: AppContext,
  given: Initiation,
  { id, sst, expiresAt, backTo }: Meant,
): Promise<'payment_on_its_way' | 'outside_load_limits' | undefined> {
  const { tenantId, brandId, purpose, subject, amount, request, actor, countedAs } = given;
  const { isPublic } = purposeOf(ctx, purpose);
  const addressHash = hashAddress(ctx, request.address);
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
      savesFor: given.savesFor ?? null,
      sstHash: hashSst(sst),
      addressHash,
      madeAt: ctx.clocks.business.now(),
      expiresAt,
      backTo,
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
      requestId: request.id,
      details: { purpose, cents: Number(amount) },
    });
    return undefined;
  });
}

/** Ends an earlier payment at the gateway. False if it is or may be paid. */
async function isEnded(ctx: AppContext, { tenant_id, id }: GatewayPayment): Promise<boolean> {
  await askAbout(ctx, tenant_id, id, 'close');
  const now = await ctx.database.transact(tenant_id, (tx) => findPayment(tx, tenant_id, id));
  return now !== undefined && !isLive(now.state) && now.charge_id === null;
}

/** A random token needs no slow hash. */
export function hashSst(sst: string): Buffer {
  return createHash('sha256').update(sst).digest();
}
