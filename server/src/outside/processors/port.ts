import type { IncomingHttpHeaders } from 'node:http';
import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import type { PurchaseMessage } from './purchase-message.ts';
import type { Settlements } from './settlement.ts';
import type { Told } from './told.ts';

/** A connection of a programme to a card processor, as its adapter needs it. */
export type Connection = {
  readonly id: number;
  /** ISO 4217 currency that the processor bills in. Another one than AUD is refused. */
  readonly currency: string;
  /** API version of the processor's endpoint, where its answers name one. */
  readonly apiVersion?: string | undefined;
  /** Whether amounts of increments are what is added, or what the purchase comes to. */
  readonly increments: 'differences' | 'totals';
};

/** Purpose of a secret: messages that wait for an answer, told events, and calls of the processor's API. */
export type SecretPurpose = 'asks' | 'events' | 'api';

/** A delivery as it arrived. The signature is over these bytes, so nothing is parsed before it is verified. */
export type Delivery = {
  /** Path below the address of the connection: `asks`, `events`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Uint8Array;
};

/**
 * How a message is known. `key` is unique in its connection: a repeat has the same. An event that comes again under a
 * known key changes nothing, even where the processor has learnt more of the shop by then. `of` is the processor's own id of
 * the purchase. Messages of one purchase that the processor has put in an order have `after`: one with a lower number
 * than what is known changes nothing.
 */
export type Keyed = {
  readonly key: string;
  readonly of: string;
  readonly after?: number | undefined;
  /** ISO 8601 instant at which it happened, by the processor's clock. */
  readonly at: string;
  /** ISO 4217 currency of its amounts where that is not the connection's. An ask is answered 96, a told event waits. */
  readonly currency?: string | undefined;
};

/**
 * Kinds of questions. `authorise`: may it be bought. `increment`: may the hold grow by `amount`. `balance`: what is
 * available; nothing is held. `creditAuthorise`: a refund is announced, and no money moves.
 */
export const ASK_KINDS = ['authorise', 'increment', 'balance', 'creditAuthorise'] as const;

/** A question that the processor waits for. */
export type Ask = Keyed & {
  readonly do: (typeof ASK_KINDS)[number];
  readonly message: PurchaseMessage;
};

/** A signed check of the address, without a purchase. */
export type Ping = { readonly ping: true; readonly key: string };

/**
 * A message of a kind that the adapter does not know. It is kept and answered 200, or its repeats stop the queue.
 * `answer`: the decline in the processor's form, where it waits for an answer.
 */
export type Ignored = {
  readonly ignored: true;
  readonly key: string;
  readonly word: string;
  readonly answer?: HttpAnswer | undefined;
};

export type Inbound = Ask | (Keyed & Told) | Ping | Ignored;

/** HTTP answer, byte for byte. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Decision about an ask. */
export type Decision = NetworkAnswer & {
  /** Word of the reason of a decline (`DeclineReason`), for processors that take one. */
  readonly reason?: string | undefined;
};

/** State that a card has at its processor. `beingMade`: the processor has not answered yet, or makes the plastic. */
export type ProcessorCardState = 'beingMade' | 'on' | 'off' | 'closed';

/** Card as its processor knows it. */
export type ProcessorCard = {
  readonly id: string;
  readonly last4: string;
  /** `yyyy-MM` */
  readonly expiry: string;
  readonly state: ProcessorCardState;
};

/** Change of a card, sent by due work. `key` is ours: the processor carries a key out once. */
export type NewProcessorCard = {
  readonly key: string;
  readonly isVirtual: boolean;
  /** Name on the plastic, and where it goes. Some processors want it of the holder of a virtual card too. */
  readonly person?:
    | {
        readonly name: string;
        readonly street: readonly string[];
        readonly suburb: string;
        readonly state: string;
        readonly postcode: string;
        readonly country: string;
      }
    | undefined;
  /** Card that it replaces or renews, and why. The processor gives the new card its own id and number. */
  readonly replaces?: { readonly id: string; readonly because: 'damaged' | 'expired' | 'lost' | 'stolen' } | undefined;
};

/** Commands about cards at the processor's API. No call throws for faults of the other system. */
export type CardCommands = {
  make(card: NewProcessorCard): Promise<OutsideOutcome<ProcessorCard>>;
  /**
   * Card that was made under a key of ours, for one whose answer was lost: a processor forgets keys after a day or so.
   * `sinceMs`: it was not asked for before. Undefined: there is none. Unsent: `signal` ended the search.
   */
  made(key: string, sinceMs: number, signal: AbortSignal): Promise<OutsideOutcome<ProcessorCard | undefined>>;
  /** A lost or stolen card is closed permanently, with its reason. */
  setState(
    card: { readonly key: string; readonly id: string },
    state: 'on' | 'off' | 'closed',
    because?: 'lost' | 'stolen',
  ): Promise<OutsideOutcome<ProcessorCard>>;
  /** All cards, page by page: `next` is undefined on the last one. For the daily comparison. */
  list(next?: string): Promise<OutsideOutcome<{ readonly cards: readonly ProcessorCard[]; readonly next?: string }>>;
  /**
   * Number of a card, asked for once when it is made. The caller keeps its keyed hash and last four digits, and neither
   * stores nor logs it. Refused where the processor gives no numbers.
   */
  numberOf(id: string): Promise<OutsideOutcome<string>>;
};

/** A connection as calls need it: the address of the API, its key, and the policy that they go through. */
export type ApiConnection = Connection & { readonly url: string; readonly key: string; readonly policy: Policy };

/** Calls of a processor's API. */
export type ProcessorApi = {
  /** Events of a purchase that the processor knows, in their order. For approvals that nothing confirmed. */
  purchase(of: string): Promise<OutsideOutcome<readonly (Keyed & Told)[]>>;
  readonly cards: CardCommands;
  /** Cents of the programme's balance at the processor, from which the network is paid. */
  balance(): Promise<OutsideOutcome<number>>;
  /** Settlement of a day; undefined where the processor's API has none. */
  readonly settlements?: Settlements;
};

/**
 * A card processor. All but `api` is pure: no adapter opens a transaction, knows the ledger or makes a call while it is
 * asked (docs/processors.md).
 */
export type ProcessorAdapter = {
  readonly kind: string;
  /** Time from the first byte of an ask to its answer, as the processor documents it. */
  readonly deadlineMs: number;
  /** Decides where no answer comes: the processor declines, or a setting at the processor says. */
  readonly onSilence: 'declines' | 'setting';
  /** Compares PIN, CVV2 and expiry: the processor sends results, or the values come here. */
  readonly compares: 'processor' | 'wattle';
  /** False: an ask that adds to a purchase looks like the first one, and is known by the asks before it. */
  readonly saysIncrements?: false;
  /** Needs of a connection. A server with one that lacks it does not start. By default secrets of asks and events. */
  readonly needs?: { readonly secrets?: readonly SecretPurpose[]; readonly apiVersion?: true };
  /**
   * Whether these exact bytes come from the processor and are recent, by the security clock. `secrets` are all that
   * are valid now, the newest first, so that a secret can be replaced without a gap.
   */
  isSigned(delivery: Delivery, secrets: readonly string[], nowMs: number): boolean;
  /** Purpose of the secret that signs deliveries to a path; undefined: there is no such path. */
  secretOf(path: string): Exclude<SecretPurpose, 'api'> | undefined;
  /**
   * Messages of a verified delivery; one may have several. An unknown word becomes `other` with the raw value kept in
   * `unknown`, and an unknown kind `Ignored`. Throws `UnreadableDelivery` for what is not a message of the
   * processor.
   */
  read(delivery: Delivery, connection: Connection): readonly Inbound[];
  /** Answer to an ask. */
  answer(ask: Ask, decision: Decision, connection: Connection): HttpAnswer;
  /** Answer where no decision was made before the deadline: an explicit decline in the processor's form. */
  silence(ask: Ask, connection: Connection): HttpAnswer;
  /** Answer to told events that were kept, to a ping, and to what was ignored, of which `told` has none. */
  taken(told?: readonly (Keyed & Told)[]): HttpAnswer;
  /** Calls of the API at an address; undefined where the processor has none. */
  api?(at: ApiConnection): ProcessorApi;
};

/** A delivery whose signature is right and whose bytes are not a message of the processor. */
export class UnreadableDelivery extends Error {}
