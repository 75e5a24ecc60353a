import type { FakeReport } from './fake-settlement.ts';
import type { SandboxDesk, SandboxState, Sending } from './sandbox.ts';

/** A card as the fake API of a processor knows it. */
export type FakeCard = {
  readonly id: string;
  readonly last4: string;
  readonly isVirtual: boolean;
  /** Our key, as the processor keeps it with the card. */
  readonly key: string;
  readonly state: 'on' | 'off' | 'closed' | 'beingMade';
  /** Unix seconds of the business clock. */
  readonly created: number;
};

export type FakeCall = {
  readonly method: string;
  /** Below `/v1/`, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** Fields of a form, or of a JSON object; empty where there is no body. */
  readonly body: Readonly<Record<string, unknown>>;
};

export type FakeAnswer = { readonly status: number; readonly body: object };

/** Cards and what else a fake API keeps beside the purchases of its processor. */
export type FakeBooks = {
  readonly cards: Readonly<Record<string, FakeCard>>;
  /** Answers by idempotency key. */
  readonly answered: Readonly<Record<string, FakeAnswer>>;
  readonly report: FakeReport;
};

/** The fake API of a processor: the same JSON names, and no more than is called. */
export type FakeApi<Purchase> = {
  readonly kind: string;
  /** Key in the header `Authorization`. Undefined: there is none in the form of the processor. */
  keyOf(authorization: string): string | undefined;
  /** Answer to a call with another key. */
  readonly keyRefused: FakeAnswer;
  /** Answers a call. `keep` saves a card that was made or changed. */
  answer(call: FakeCall, books: FakeBooks, desk: SandboxDesk<Purchase>, keep: (card: FakeCard) => void): FakeAnswer;
  /** The event about a card that was made or changed. */
  confirm(card: FakeCard, desk: SandboxDesk<Purchase>): Sending | undefined;
};

export type FakeState<Purchase> = SandboxState<Purchase> &
  Partial<FakeBooks> & {
    /** False: changes of cards are not told of. */
    readonly confirms?: boolean;
  };

/** Carries a call out once for each idempotency key. Answers the state after it, and what the processor then tells. */
export function callFake<Purchase>(
  api: FakeApi<Purchase>,
  before: FakeState<Purchase>,
  desk: SandboxDesk<Purchase>,
  call: FakeCall,
  key: string | undefined,
): { readonly answer: FakeAnswer; readonly state: FakeState<Purchase>; readonly told: readonly Sending[] } {
  const { cards = {}, answered = {}, report = 'right' } = before;
  const known = key === undefined ? undefined : answered[key];
  if (known) return { answer: known, state: before, told: [] };
  let changed: FakeCard | undefined;
  const answer = api.answer(call, { cards, answered, report }, desk, (card) => {
    changed = card;
  });
  const told = changed && api.confirm(changed, desk);
  const state = {
    ...before,
    ...desk.state(),
    cards: changed ? { ...cards, [changed.id]: changed } : cards,
    answered: key === undefined ? answered : { ...answered, [key]: answer },
  };
  return { answer, state, told: told ? [told] : [] };
}

/** At most so many cards after one, as lists are read page by page. */
export function pageOf(books: FakeBooks, after: string | null, most: number): readonly FakeCard[] {
  const all = Object.values(books.cards);
  const at = all.findIndex(({ id }) => id === after);
  return all.slice(at + 1, at + 1 + most);
}

/** A field of a call; empty where it is absent. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A call as it arrived: its path below `/v1/`, and the fields of its form or its JSON. */
export function readCall(method: string, url: URL, contentType: string | undefined, rawBody: Uint8Array): FakeCall {
  const text = Buffer.from(rawBody).toString('utf8');
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') === true;
  const path = url.pathname.slice(url.pathname.indexOf('/v1/') + 4);
  return {
    method,
    path: path.split('/').map((part) => decodeURIComponent(part)),
    query: url.searchParams,
    body:
      text === ''
        ? {}
        : isForm
          ? Object.fromEntries(new URLSearchParams(text))
          : (JSON.parse(text) as FakeCall['body']),
  };
}
