import type { IncomingHttpHeaders } from 'node:http';
import { openAdyen } from '../../src/outside/gateway/adyen/adyen.ts';
import { openHostedPage } from '../../src/outside/gateway/hosted-page.ts';
import type { GatewayNotice, GatewayWord, PaymentAt, PaymentGateway } from '../../src/outside/gateway/port.ts';
import { openSandboxGateway, type SandboxGateway } from '../../src/outside/gateway/sandbox.ts';
import { memoryStore } from '../../src/outside/gateway/sandbox-store.ts';
import { openStripe } from '../../src/outside/gateway/stripe/stripe.ts';
import { signWebhook } from '../../src/outside/standard-webhooks.ts';
import { noticeBytes, noticeItem, pspReference } from '../adyen/notices.ts';
import { type AdyenServer, CARD_DATA, givenAdyenServer } from '../adyen/server.ts';
import { givenPolicy } from '../policy.ts';
import { type GatewayServer, givenGatewayServer, NOTICE_KEY } from './gateway-server.ts';
import { PAYER_CARD } from './gateway.ts';
import { delivered } from './stripe/events.ts';
import { like } from './stripe/objects.ts';
import { givenStripe, type StripeServer } from './stripe/server.ts';

export type Step = { readonly kind: string; readonly url?: string };

/** A payer at a page. */
export type Payer = {
  pay(card: 'approves' | 'declines' | 'isUnknown'): Promise<Step>;
  payWithSaved(): Promise<Step>;
  /** The outcome of a pending payment becomes known. */
  settle(): void;
};

/**
 * `asks`, then ends its question; `takes` the money; `takesAndLoses`: it gives the money back; `warns` of fraud by the
 * gateway's own word.
 */
export type BankAct = 'asks' | 'takes' | 'takesAndLoses' | 'warns';

/** A gateway as the port has it, with payers, and the bank of a card behind it. */
export type ContractGateway = {
  readonly gateway: PaymentGateway;
  at(pageUrl: string): Payer;
  /** `answers`: whatever happened can be asked for. `notices`: only notices say what became of charges and refunds. */
  readonly knownBy: 'answers' | 'notices';
  /** Last month of the card that pays. */
  readonly expires: string;
  /** The bank of the card that paid a charge of 50.00. */
  bank(chargeId: string, does: BankAct): void;
  /** Notices in the order in which the gateway told them. */
  readonly told: readonly Delivered[];
};

export type Delivered = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Clock that a test moves. */
export type MovedClock = { now(): number; advance(ms: number): void };

const MINUTE_MS = 60_000;
const PAYERS = { refusesFunding: { topUp: [], purchase: [] }, countries: undefined } as const;

/** Notices of a gateway about a payment or a charge. */
export function toldOf(
  { gateway, told }: ContractGateway,
  isAbout: (about: GatewayNotice['about']) => boolean,
  nowMs: number,
): GatewayNotice[] {
  const read = told.flatMap(({ headers, body }) => gateway.readNotices(headers, body, nowMs) ?? []);
  return read.filter(({ about }) => isAbout(about));
}

/** State of a payment as a programme knows it: by the gateway's answer, and by its notices where it tells by them. */
export async function knownOf(of: ContractGateway, at: PaymentAt, nowMs: number) {
  const outcome = await of.gateway.state(at);
  if (outcome.kind !== 'done') return outcome;
  if (of.knownBy === 'answers') return outcome.value;
  const told = toldOf(of, ({ reference }) => reference === at.reference, nowMs).map(({ what }) => what);
  const said = told.find((what) => what.kind === 'said');
  if (said) return said.word;
  const declines = told.flatMap((what) => (what.kind === 'declined' ? [what.decline] : []));
  const word: GatewayWord = outcome.value;
  return word.kind === 'open' && declines.length > 0 ? { ...word, declines } : word;
}

type Opener = () => ContractGateway;

/** The gateways that fill the port, each over a server with its traps. */
export async function givenContractGateways(clock: MovedClock) {
  const clocks = { business: clock, security: clock };
  const hosted = await givenGatewayServer(clocks);
  const stripe = await givenStripe(clock);
  const adyen = await givenAdyenServer(clock);
  const all: Readonly<Record<'the sandbox' | 'a hosted page' | 'Stripe' | 'Adyen', Opener>> = {
    'the sandbox': () => {
      const behind = openSandboxGateway({ store: memoryStore(), ...clocks });
      return { gateway: behind, ...hostedBehind(behind, (id, body) => behind.sign(id, body), clock) };
    },
    'a hosted page': () => ({
      gateway: openHostedPage(hosted.settings, givenPolicy()),
      ...hostedBehind(hosted.behind, (id, body) => signWebhook(NOTICE_KEY, id, clock.now(), body), clock),
    }),
    Stripe: () => ({
      gateway: openStripe(stripe.settings, { policy: givenPolicy(), looking: givenPolicy(), payers: PAYERS }),
      ...stripeBehind(stripe, clock),
    }),
    Adyen: () => ({ gateway: openAdyen(adyen.settings, clock, givenPolicy()), ...adyenBehind(adyen) }),
  };
  return {
    all,
    hosted: hosted satisfies GatewayServer,
    /** Differences of what was sent from Adyen's description. */
    faults: adyen.faults,
    /** Refunds that Adyen has received. */
    receivedRefunds: () => adyen.refunds.length,
    close: async () => {
      await hosted.close();
      await stripe.close();
      await adyen.close();
    },
  };
}

type Behind = Omit<ContractGateway, 'gateway'>;

function hostedBehind(behind: SandboxGateway, sign: (id: string, body: string) => object, clock: MovedClock): Behind {
  const told: Delivered[] = [];
  const tell = (type: string, data: object) => {
    const id = `bank-${told.length}`;
    const body = JSON.stringify({ id, type, data });
    told.push({ headers: { ...sign(id, body) }, body: Buffer.from(body) });
  };
  return {
    knownBy: 'answers',
    expires: '2028-12',
    told,
    at(pageUrl) {
      const token = new URL(pageUrl, 'http://own.example').pathname.split('/').at(-1) ?? '';
      return {
        pay: (card) => behind.pay(token, { number: PAYER_CARD[card], expiry: '12/28', code: '123' }),
        payWithSaved: () => behind.payWithSaved(token, '123'),
        settle: () => clock.advance(10 * MINUTE_MS),
      };
    },
    bank(chargeId, does) {
      const about = { reference: chargeId.replace(/^ch\./, ''), chargeId };
      const dispute = { ...about, dispute: `dp.${chargeId}`, amount: 50_00 };
      if (does === 'warns') tell('charge.fraudWarned', { ...about, warning: { id: `fw.${chargeId}`, word: 'stolen' } });
      if (does === 'asks') for (const type of ['charge.inquired', 'charge.disputeClosed']) tell(type, dispute);
      if (does === 'takes' || does === 'takesAndLoses') tell('charge.disputed', dispute);
      if (does === 'takesAndLoses') tell('charge.disputeWon', dispute);
    },
  };
}

/** Words of the page at Stripe. */
const STEPS = { paid: 'back', pending: 'back', declined: 'declined', refused: 'again', gone: 'gone' } as const;

function stripeBehind({ books }: StripeServer, clock: MovedClock): Behind {
  const told: Delivered[] = [];
  const deliver = (event: Parameters<typeof delivered>[0]) => {
    const { headers, body } = delivered(event, { at: clock.now() });
    told.push({ headers, body: Buffer.from(body) });
  };
  return {
    knownBy: 'answers',
    expires: '2028-12',
    told,
    at(pageUrl) {
      const step = (word: keyof typeof STEPS): Step => {
        const url = books.all.session.get(pageUrl.split('/').at(-1) ?? '')?.success_url;
        return STEPS[word] === 'back' ? { kind: 'back', url: String(url) } : { kind: STEPS[word] };
      };
      return {
        pay: async (card) => step(books.pay(pageUrl, card)),
        payWithSaved: async () => step(books.payWithSaved(pageUrl)),
        settle: () => books.settle(pageUrl),
      };
    },
    bank(chargeId, does) {
      if (does === 'warns') {
        const object = like('radar.early_fraud_warning', {
          id: `issfr_${chargeId}`,
          charge: chargeId,
          fraud_type: 'stolen',
        });
        return deliver({ id: `evt_warning_${chargeId}`, type: 'radar.early_fraud_warning.created', object });
      }
      const before = books.events.length;
      books.dispute(
        chargeId,
        { asks: 'inquiry', takes: 'lost', takesAndLoses: 'won' }[does] as 'inquiry' | 'lost' | 'won',
      );
      for (const event of books.events.slice(before)) deliver(event);
    },
  };
}

function adyenBehind(server: AdyenServer): Behind {
  const told: Delivered[] = [];
  const hear = (body: Buffer) => void told.push({ headers: { 'content-type': 'application/json' }, body });
  return {
    knownBy: 'notices',
    expires: '2030-03',
    told,
    at(pageUrl) {
      const { reference, returnUrl } = server.linkAtPage(pageUrl);
      const back = (notice: Buffer | undefined): Step => {
        if (!notice) return { kind: 'gone' };
        hear(notice);
        return { kind: 'back', url: returnUrl };
      };
      return {
        async pay(card) {
          const link = server.linkOf(reference);
          if (card === 'approves' || link.status !== 'active') return back(server.pay(reference));
          if (card === 'isUnknown') {
            link.status = 'paymentPending';
            return { kind: 'back', url: returnUrl };
          }
          hear(server.decline(reference, { ...CARD_DATA, cardSummary: '0002' }));
          return { kind: 'declined' };
        },
        payWithSaved: async () => (server.hasSavedCard(reference) ? back(server.pay(reference)) : { kind: 'gone' }),
        settle() {
          server.linkOf(reference).status = 'active';
          back(server.pay(reference));
        },
      };
    },
    bank(chargeId, does) {
      const merchantReference = server.chargeAt(chargeId).reference;
      const dispute = pspReference();
      const say = (eventCode: string, data: Readonly<Record<string, string>> = {}) => {
        const item = {
          eventCode,
          pspReference: dispute,
          originalReference: chargeId,
          merchantReference,
          cents: 50_00n,
          data,
        };
        hear(noticeBytes(noticeItem(item)));
      };
      if (does === 'warns') say('NOTIFICATION_OF_FRAUD', { nofSchemeCode: 'visa', nofReasonCode: '6' });
      // No notice of its description tells the end of a question.
      if (does === 'asks') say('REQUEST_FOR_INFORMATION');
      if (does === 'takes' || does === 'takesAndLoses') {
        say('NOTIFICATION_OF_CHARGEBACK');
        say('CHARGEBACK');
      }
      if (does === 'takesAndLoses') say('CHARGEBACK_REVERSED');
    },
  };
}
