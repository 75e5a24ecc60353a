/** Acts of a card processor of the sandbox. */
export const SANDBOX_ACTS = [
  'authorise',
  'increment',
  'balance',
  'advice',
  'reverse',
  'expire',
  'clear',
  'force-clear',
  'refund',
  'refund-back',
  'correct',
  'dispute',
] as const;
export type SandboxAct = (typeof SANDBOX_ACTS)[number];

/** How a number comes to a shop. */
export const SANDBOX_ENTRIES = ['tap', 'chip', 'online', 'mail', 'phone', 'stored', 'recurring'] as const;
export type SandboxEntry = (typeof SANDBOX_ENTRIES)[number];

/** An act as it was typed. Amounts are cents. */
export type SandboxCommand = {
  readonly act: SandboxAct;
  /** The processor's id of the purchase; undefined: the newest one of the card. */
  readonly purchase?: string | undefined;
  /** The processor's id of the card. */
  readonly card: string;
  /** Undefined: of the purchase. Of a reversal, what stays. */
  readonly amount?: number | undefined;
  /** Amount and currency of the shop, in the smallest unit. */
  readonly shop?: { readonly amount: number; readonly currency: string; readonly rate: string } | undefined;
  readonly mcc?: string | undefined;
  readonly merchant?: string | undefined;
  readonly wallet?: 'apple' | 'google' | undefined;
  /** Undefined: by tap. */
  readonly entry?: SandboxEntry | undefined;
  /** Country of the shop, as the processor writes it. */
  readonly country?: string | undefined;
  /** The question about an increment names what the purchase comes to with it. */
  readonly total?: boolean | undefined;
  /** The terminal cannot take an approval of a part. */
  readonly noPart?: boolean | undefined;
  /** A refund that names no purchase. */
  readonly unlinked?: boolean | undefined;
  /** More clearings follow. */
  readonly more?: boolean | undefined;
  /** State of a dispute, in the processor's word. */
  readonly state?: string | undefined;
  /** The processor declines without asking, for its reason. */
  readonly alone?: string | undefined;
  readonly otherCurrency?: boolean | undefined;
  readonly nullMerchant?: boolean | undefined;
  readonly unknownEnum?: boolean | undefined;
};

/** Bytes to deliver. `name` says which of several it is, for `--skip`. */
export type Sending = {
  readonly path: 'asks' | 'events';
  readonly id: string;
  readonly name: string;
  readonly body: string;
};

/** Outcome of a question: our answer, none in time, or none was asked. */
export type Heard =
  | { readonly heard: 'approved'; readonly amount?: number | undefined }
  | { readonly heard: 'declined'; readonly word: string }
  | { readonly heard: 'late'; readonly approves: boolean };

/** Money that a processor of the sandbox has settled. */
export type SandboxSettled = {
  /** Its own id, which the told event has too. */
  readonly id: string;
  /** Id of the purchase or of the dispute. */
  readonly of: string;
  readonly as: 'purchase' | 'dispute';
  /** Signed: above zero is money for the programme. */
  readonly cents: number;
  readonly currency: string;
  readonly atMs: number;
};

/** Knowledge of a processor of the sandbox. It is kept as JSON. */
export type SandboxState<Purchase> = {
  /** How many ids of each kind were given. */
  readonly counters: Readonly<Record<string, number>>;
  /** By their ids, the newest last. */
  readonly purchases: Readonly<Record<string, Purchase>>;
  /** The question that was sent last, to send it again. */
  readonly asked?: Sending | undefined;
  /** In the order in which it happened. */
  readonly settled?: readonly SandboxSettled[];
};

export const emptyState = <Purchase>(): SandboxState<Purchase> => ({ counters: {}, purchases: {} });

/** A processor of the sandbox. Its bytes follow from its state, the command and the business clock alone. */
export type SandboxProcessor<Purchase> = {
  readonly kind: string;
  /** The question of an act; undefined: the processor asks nothing. */
  ask(desk: SandboxDesk<Purchase>, command: SandboxCommand): Sending | undefined;
  /** Meaning of an answer to a question for the processor. */
  hear(status: number, body: string): Heard;
  /** Carries the act out, and tells of it. */
  tell(desk: SandboxDesk<Purchase>, command: SandboxCommand, heard: Heard): readonly Sending[];
  /** Headers of a delivery. */
  sign(secret: string, sending: Sending, atMs: number): Readonly<Record<string, string>>;
  /** The belief of the processor about its newest purchase. */
  belief(purchase: Purchase): string;
};

/** Words for an operator: what an act cannot do here. */
export class SandboxRefused extends Error {}

/** State of a processor while one act is carried out. */
export type SandboxDesk<Purchase> = {
  readonly nowMs: number;
  /** The next id of a kind: `evt_sandbox_3`. */
  next(prefix: string): string;
  /** A purchase by its id, or the newest one of the card. */
  find(command: SandboxCommand): readonly [id: string, purchase: Purchase];
  save(id: string, purchase: Purchase): void;
  settle(money: Omit<SandboxSettled, 'atMs'>): void;
  /** The state after what was done. */
  state(): SandboxState<Purchase>;
};

export function openDesk<Purchase extends { readonly card: string }>(
  before: SandboxState<Purchase>,
  nowMs: number,
): SandboxDesk<Purchase> {
  const counters: Record<string, number> = { ...before.counters };
  const purchases: Record<string, Purchase> = { ...before.purchases };
  const settled = [...(before.settled ?? [])];
  return {
    nowMs,
    next(prefix) {
      counters[prefix] = (counters[prefix] ?? 0) + 1;
      return `${prefix}_sandbox_${counters[prefix]}`;
    },
    find({ purchase, card }) {
      const found =
        purchase === undefined
          ? Object.entries(purchases).findLast(([, one]) => one.card === card)
          : Object.entries(purchases).find(([id]) => id === purchase);
      if (!found) throw new SandboxRefused(`There is no purchase ${purchase ?? `by ${card}`}: authorise one first.`);
      return found;
    },
    save(id, purchase) {
      // Put last, because it is the newest that something happened to.
      delete purchases[id];
      purchases[id] = purchase;
    },
    settle(money) {
      settled.push({ ...money, atMs: nowMs });
    },
    state: () => ({ counters, purchases, settled }),
  };
}

/** Faults in the sending of an act. */
export type SandboxFaults = {
  readonly twice?: boolean | undefined;
  /** Parts of names of what is not sent. */
  readonly skip?: readonly string[] | undefined;
  /** Parts of names in the order of sending: those that are not named come last. */
  readonly order?: readonly string[] | undefined;
};

/** Sendings with the faults: those that are sent, in their order. */
export function withFaults(sendings: readonly Sending[], { twice, skip = [], order = [] }: SandboxFaults): Sending[] {
  const place = ({ name }: Sending) => {
    const at = order.findIndex((part) => name.includes(part));
    return at === -1 ? order.length : at;
  };
  return sendings
    .filter(({ name }) => !skip.some((part) => name.includes(part)))
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((sending) => (twice ? [sending, sending] : [sending]));
}
