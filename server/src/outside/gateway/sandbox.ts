import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, dayAt } from '../../platform/time/clock.ts';
import type { OutsideOutcome } from '../outcome.ts';
import { type WebhookHeaders, signWebhook } from '../standard-webhooks.ts';
import { readHostedNotices } from './hosted-notices.ts';
import type { GatewayWord, OpenedPage, PayerCard, PaymentGateway } from './port.ts';
import { SANDBOX_3DS_CODE, SANDBOX_CARDS, type SandboxCard, sandboxCardOf } from './sandbox-cards.ts';
import { isDisputed, outcomeOf, refundState, withNotice, withRefundEnd, wordOf } from './sandbox-outcomes.ts';
import type { SandboxPayment, SandboxStore } from './sandbox-store.ts';

/** @param programme number of the programme that a notice is for; undefined: it names none */
export type Deliver = (headers: WebhookHeaders, rawBody: string, programme: number | undefined) => Promise<boolean>;

/** Outcome of a post from the page. */
export type SandboxStep =
  | { readonly kind: 'again'; readonly fault: 'number' | 'expiry' | 'code' | 'proof' }
  /** The card was declined, and the page stays open for another one. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'challenge' }
  | { readonly kind: 'back'; readonly url: string }
  /** The page is closed or its payment decided. */
  | { readonly kind: 'gone' };

/** Gateway of the sandbox with the actions of its page. */
export type SandboxGateway = PaymentGateway & {
  /** Test cards with their behaviour. */
  readonly cards: readonly SandboxCard[];
  /** Payment of a page that can still be paid; otherwise undefined. */
  page(token: string): SandboxPayment | undefined;
  pay(token: string, typed: { number: string; expiry: string; code: string }): Promise<SandboxStep>;
  /** Pays with the saved card that the page offers. */
  payWithSaved(token: string, code: string): Promise<SandboxStep>;
  /** Pays with the card in the payer's device, as Apple Pay and Google Pay do. */
  payByWallet(token: string): Promise<SandboxStep>;
  prove(token: string, code: string): Promise<SandboxStep>;
  cancel(token: string): Promise<SandboxStep>;
  /** Sends the notices that are due by the business clock. */
  sendDue(): Promise<void>;
  /** Sets the function that delivers notices to the server. */
  deliverBy(deliver: Deliver): void;
  /** Signs a body like this gateway. */
  sign(id: string, rawBody: string): WebhookHeaders;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** A key of a refund that comes again later makes another refund, as at gateways that forget keys. */
const KEY_KEPT_MS = 24 * 60 * MINUTE_MS;
const PAGE = '/sandbox/gateway/';

type Parts = {
  readonly store: SandboxStore;
  readonly business: Clock;
  /** Clock for signatures. */
  readonly security: Clock;
  /** How its page is opened. Default: in a frame. */
  readonly opensBy?: () => OpenedPage['page']['kind'];
};

/**
 * Deterministic sandbox: the card decides. Times follow the business clock, so that moving it delivers delayed notices.
 */
export function openSandboxGateway({ store, business, security, opensBy = () => 'frame' }: Parts): SandboxGateway {
  const key = randomBytes(32);
  let deliver: Deliver | undefined;
  const now = () => business.now();

  const find = (reference: string): SandboxPayment | undefined => {
    const found = store.find(reference);
    if (!found) return undefined;
    if (found.status === 'open' && found.closesAt <= now()) return saved({ ...found, status: 'closed' });
    if (found.status !== 'pending' || found.settlesAt === null || found.settlesAt > now()) return found;
    return saved({ ...found, status: 'paid', paidAt: found.settlesAt });
  };
  const saved = (payment: SandboxPayment): SandboxPayment => {
    store.save(payment);
    return payment;
  };
  const answer = (reference: string): OutsideOutcome<GatewayWord> => {
    const found = find(reference);
    return found ? { kind: 'done', value: wordOf(found) } : { kind: 'refused', code: 'no_payment' };
  };
  const byToken = (token: string): SandboxPayment | undefined => {
    const [reference = '', secret = ''] = token.split('~');
    const found = find(reference);
    return found && isSame(found.secret, secret) && found.status === 'open' ? found : undefined;
  };

  const sign = (id: string, rawBody: string) => signWebhook(key, id, security.now(), rawBody);
  const send = async (reference: string) => {
    for (const notice of store.find(reference)?.notices ?? []) {
      if (notice.isSent || notice.dueAt > now() || !deliver) continue;
      const { id, type, data } = notice;
      const rawBody = JSON.stringify({ id, type, data });
      if (!(await deliver(sign(id, rawBody), rawBody, programmeOf(reference)))) continue;
      const current = store.find(reference);
      if (!current) continue;
      const notices = current.notices.map((one) => (one.id === id ? { ...one, isSent: true } : one));
      saved({ ...current, notices });
    }
  };

  const findSaved = (token: string) => store.all().find(({ card }) => card?.saved?.token === token);
  const decide = async (
    payment: SandboxPayment,
    card: SandboxCard,
    expires?: string,
    wallet?: PayerCard['wallet'],
  ): Promise<SandboxStep> => {
    const token = `card_${randomBytes(18).toString('base64url')}`;
    const kept = payment.saveCard && expires !== undefined ? { token, expires } : undefined;
    const decided = saved(outcomeOf(payment, card, now(), { ...(kept && { saved: kept }), ...(wallet && { wallet }) }));
    if (card.does === 'noticeFirst') await send(payment.reference);
    return decided.status === 'open' ? { kind: 'declined' } : { kind: 'back', url: decided.returnUrl };
  };

  const payWith = async (payment: SandboxPayment, card: SandboxCard, expires: string): Promise<SandboxStep> => {
    if (card.does !== 'asks') return decide(payment, card, expires);
    saved({ ...payment, challenged: card.number, challengedExpiry: expires });
    return { kind: 'challenge' };
  };

  return {
    origin: null,
    cards: SANDBOX_CARDS,
    sign,
    readNotices: (headers, rawBody, nowMs) => readHostedNotices([key], headers, rawBody, nowMs),
    async open({ reference, amount, currency, describes, language, saveCard = false, savedCard, ...given }) {
      const found = savedCard === undefined ? undefined : findSaved(savedCard);
      const number = sandboxCardOf(found?.card)?.number;
      const expires = found?.card?.saved?.expires;
      const known = find(reference);
      const payment =
        known ??
        saved({
          reference,
          secret: randomBytes(18).toString('base64url'),
          amount: Number(amount),
          currency,
          describes,
          language,
          returnUrl: given.returnUrl,
          cancelUrl: given.cancelUrl,
          closesAt: now() + (given.closesAt - given.openedAt),
          status: 'open',
          challenged: null,
          settlesAt: null,
          card: null,
          saveCard,
          offered: savedCard && number && expires ? { token: savedCard, number, expires } : null,
          refunds: {},
          notices: [],
        });
      const url = `${PAGE}${reference}~${payment.secret}`;
      return { kind: 'done', value: { page: { kind: opensBy(), url }, gatewayId: `pay.${reference}` } };
    },
    state: async ({ reference }) => answer(reference),
    async list(sinceMs) {
      // A payment that closes later may have been opened or changed since then.
      const found = store.all().filter(({ closesAt }) => closesAt >= sinceMs);
      const listed = found.map(({ reference }) => find(reference)).filter((one) => one !== undefined);
      return { kind: 'done', value: listed.map((one) => ({ reference: one.reference, word: wordOf(one) })) };
    },
    async close({ reference }) {
      const found = find(reference);
      if (found?.status === 'open') saved({ ...found, status: 'closed' });
      return answer(reference);
    },
    async refund({ key: own, chargeId, amount }) {
      const found = find(chargeId.replace(/^ch\./, ''));
      if (!found || found.status !== 'paid') return { kind: 'refused', code: 'no_charge' };
      const cents = Number(amount);
      const before = found.refunds[own];
      const isKept = now() - (found.refundedAt?.[own] ?? now()) < KEY_KEPT_MS;
      if (before !== undefined && isKept) {
        return before === cents ? answerOf(refundState(found, own, now())) : { kind: 'refused', code: 'key_reused' };
      }
      if (isDisputed(found, now())) return { kind: 'refused', code: 'charged_back' };
      const given = Object.entries(found.refunds).reduce(
        (sum, [id, one]) => (['failed', 'returned'].includes(refundState(found, id, now())) ? sum : sum + one),
        0,
      );
      if (given + cents > found.amount) return { kind: 'refused', code: 'above_charge' };
      const id = before === undefined ? own : `${own}~${Object.keys(found.refunds).length}`;
      const refunded: SandboxPayment = {
        ...found,
        refunds: { ...found.refunds, [id]: cents },
        refundedAt: { ...found.refundedAt, [id]: now() },
      };
      return answerOf(refundState(saved(withRefundEnd(refunded, id, now())), id, now()));
    },
    async findRefund({ key: own }) {
      const found = store.all().find(({ refunds }) => refunds[own] !== undefined);
      return { kind: 'done', value: found ? refundState(found, own, now()) : null };
    },
    async forget(token) {
      const found = findSaved(token);
      if (!found?.card) return { kind: 'refused', code: 'no_card' };
      const { fingerprint, ending } = found.card;
      saved({ ...found, card: { fingerprint, ending } });
      return DONE;
    },
    page: byToken,
    async pay(token, typed) {
      const payment = byToken(token);
      if (!payment) return { kind: 'gone' };
      const number = typed.number.replaceAll(/[\s-]/g, '');
      const card = SANDBOX_CARDS.find((one) => one.number === number);
      if (!card) return { kind: 'again', fault: 'number' };
      if (!isExpiry(typed.expiry, dayAt(now()))) return { kind: 'again', fault: 'expiry' };
      if (!/^\d{3,4}$/.test(typed.code.trim())) return { kind: 'again', fault: 'code' };
      return payWith(payment, card, monthOf(typed.expiry));
    },
    async payWithSaved(token, code) {
      const payment = byToken(token);
      const card = SANDBOX_CARDS.find(({ number }) => number === payment?.offered?.number);
      if (!payment?.offered || !card) return { kind: 'gone' };
      if (!/^\d{3,4}$/.test(code.trim())) return { kind: 'again', fault: 'code' };
      return payWith({ ...payment, saveCard: false }, card, payment.offered.expires);
    },
    async payByWallet(token) {
      const payment = byToken(token);
      const [card] = SANDBOX_CARDS;
      return payment && card ? decide({ ...payment, saveCard: false }, card, undefined, 'other') : { kind: 'gone' };
    },
    async prove(token, code) {
      const payment = byToken(token);
      const card = SANDBOX_CARDS.find(({ number }) => number === payment?.challenged);
      if (!payment || !card) return { kind: 'gone' };
      if (code.trim() !== SANDBOX_3DS_CODE) return { kind: 'again', fault: 'proof' };
      return decide(payment, { ...card, does: 'approves' }, payment.challengedExpiry ?? undefined);
    },
    async cancel(token) {
      const payment = byToken(token);
      if (!payment) return { kind: 'gone' };
      saved(withNotice({ ...payment, status: 'cancelled' }, 'payment.cancelled', {}, now()));
      return { kind: 'back', url: payment.cancelUrl ?? payment.returnUrl };
    },
    async sendDue() {
      for (const { reference, notices } of store.all()) {
        if (notices.some((notice) => !notice.isSent && notice.dueAt <= now())) await send(reference);
      }
    },
    deliverBy: (by) => {
      deliver = by;
    },
  };
}

const DONE = { kind: 'done', value: null } as const;

/** Answer to a request for a refund. */
function answerOf(state: ReturnType<typeof refundState>): OutsideOutcome<null> {
  if (state === 'failed') return { kind: 'refused', code: 'failed' };
  return state === 'pending' ? { kind: 'pending' } : DONE;
}

function programmeOf(reference: string): number | undefined {
  const [, number] = /^(\d{1,9})\./.exec(reference) ?? [];
  return number === undefined ? undefined : Number(number);
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** `12/28` as `2028-12`; empty for no month. */
function monthOf(typed: string): string {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(typed.trim()) ?? [];
  return month === '' ? '' : `20${year}-${month}`;
}

/** This month or later. */
function isExpiry(typed: string, today: string): boolean {
  return monthOf(typed) >= today.slice(0, 7);
}
