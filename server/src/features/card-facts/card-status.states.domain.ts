import type { CardStatus } from '@wattle/contract/cards/card.ts';
import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { DONE, move, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/** Every status of a card. The last three are never sent to clients. */
export type InnerStatus = CardStatus | 'Replaced' | 'Expired' | 'Closed';

type Facts = {
  /** True: shown in the cardholder's list. */
  readonly isListed: boolean;
  /**
   * True: card number and access code sign in. The holder of a blocked card can then see that it is blocked and what to
   * do.
   */
  readonly signsIn: boolean;
};

const FACTS: Readonly<Record<InnerStatus, Facts>> = {
  Active: { isListed: true, signsIn: true },
  ActiveOff: { isListed: true, signsIn: true },
  NotIssued: { isListed: true, signsIn: false },
  Ordered: { isListed: true, signsIn: false },
  Restricted: { isListed: true, signsIn: true },
  Stolen: { isListed: true, signsIn: true },
  Lost: { isListed: true, signsIn: true },
  Replaced: { isListed: false, signsIn: false },
  Expired: { isListed: false, signsIn: false },
  Closed: { isListed: false, signsIn: false },
};

export type CardEvent =
  | 'turnOff'
  | 'turnOn'
  | 'block'
  | 'unblock'
  | 'reportLost'
  | 'reportStolen'
  /** A card with another number replaces it. */
  | 'replace'
  /** A successor with the same number was activated. */
  | 'supersede'
  | 'dispatch'
  /** A card issued as locked becomes usable. */
  | 'release'
  | 'activate'
  | 'expire'
  /** The purchase of a single-use card. */
  | 'useUp'
  | 'close';

/** A web account, a card-only session, the staff at the desk, and the programme itself: due work, the card maker. */
export type CardActor = 'webAccount' | 'cardOnly' | 'staff' | 'programme';

const NO = refused('card_problem');

const OTHERS = {
  webAccount: 'card_problem',
  cardOnly: 'card_problem',
  staff: 'card_problem',
  programme: 'card_problem',
} as const;
const HOLDERS = { ...OTHERS, webAccount: true, cardOnly: true } as const;
const HOLDERS_AND_STAFF = { ...HOLDERS, staff: true } as const;
const WEB_AND_STAFF = { ...OTHERS, webAccount: true, staff: true } as const;
const STAFF = { ...OTHERS, staff: true } as const;
const PROGRAMME = { ...OTHERS, programme: true } as const;
const EVERYBODY_BUT_CARDS = { ...STAFF, webAccount: true, programme: true } as const;

/** State table of cards. Features check additional conditions (reloadable, allocated, a fee) themselves. */
export const CARD_STATUS: StateTable<InnerStatus, CardEvent, CardActor, 'card_problem'> = {
  // A cardholder can turn off a working card, and turn on only a card that they turned off.
  turnOff: {
    may: HOLDERS,
    in: {
      Active: to('ActiveOff'),
      ActiveOff: DONE,
      NotIssued: NO,
      Ordered: NO,
      Restricted: NO,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  turnOn: {
    may: HOLDERS,
    in: {
      Active: DONE,
      ActiveOff: to('Active'),
      NotIssued: NO,
      Ordered: NO,
      Restricted: NO,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  block: {
    may: WEB_AND_STAFF,
    in: {
      Active: to('Restricted'),
      ActiveOff: to('Restricted'),
      NotIssued: to('Restricted'),
      Ordered: NO,
      Restricted: DONE,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  unblock: {
    may: STAFF,
    in: {
      Active: DONE,
      ActiveOff: NO,
      NotIssued: NO,
      Ordered: NO,
      Restricted: to('Active'),
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  // Reporting is always possible. A card that never arrived can be lost or stolen as well. For an ended card, only
  // cards with the same number remain to be blocked (block/report-number.ts).
  reportLost: {
    may: HOLDERS_AND_STAFF,
    in: {
      Active: to('Lost'),
      ActiveOff: to('Lost'),
      NotIssued: to('Lost'),
      Ordered: to('Lost'),
      Restricted: to('Lost'),
      Stolen: DONE,
      Lost: DONE,
      Replaced: DONE,
      Expired: DONE,
      Closed: DONE,
    },
  },
  reportStolen: {
    may: HOLDERS_AND_STAFF,
    in: {
      Active: to('Stolen'),
      ActiveOff: to('Stolen'),
      NotIssued: to('Stolen'),
      Ordered: to('Stolen'),
      Restricted: to('Stolen'),
      Stolen: DONE,
      Lost: to('Stolen'),
      Replaced: DONE,
      Expired: DONE,
      Closed: DONE,
    },
  },
  replace: {
    may: WEB_AND_STAFF,
    in: {
      Active: to('Replaced'),
      ActiveOff: to('Replaced'),
      NotIssued: to('Replaced'),
      Ordered: NO,
      // The programme's restriction requires the desk for a replacement (replace/replacement.domain.ts).
      Restricted: to('Replaced'),
      Stolen: to('Replaced'),
      Lost: to('Replaced'),
      Replaced: NO,
      Expired: to('Replaced'),
      Closed: NO,
    },
  },
  supersede: {
    may: PROGRAMME,
    in: {
      Active: to('Replaced'),
      ActiveOff: to('Replaced'),
      NotIssued: to('Replaced'),
      Ordered: to('Replaced'),
      Restricted: to('Replaced'),
      Stolen: to('Replaced'),
      Lost: to('Replaced'),
      Replaced: DONE,
      Expired: to('Replaced'),
      Closed: DONE,
    },
  },
  dispatch: {
    may: STAFF,
    in: {
      Active: NO,
      ActiveOff: NO,
      NotIssued: to('Ordered'),
      Ordered: DONE,
      Restricted: NO,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  release: {
    may: PROGRAMME,
    in: {
      Active: DONE,
      ActiveOff: DONE,
      NotIssued: to('Active'),
      Ordered: NO,
      Restricted: NO,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  activate: {
    may: HOLDERS,
    in: {
      Active: NO,
      ActiveOff: NO,
      NotIssued: to('Active'),
      Ordered: to('Active'),
      Restricted: NO,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  expire: {
    may: PROGRAMME,
    in: {
      Active: to('Expired'),
      ActiveOff: to('Expired'),
      NotIssued: to('Expired'),
      Ordered: to('Expired'),
      Restricted: to('Expired'),
      Stolen: to('Expired'),
      Lost: to('Expired'),
      Replaced: DONE,
      Expired: DONE,
      Closed: DONE,
    },
  },
  // An advice counts as a purchase, whatever the status of the card.
  useUp: {
    may: PROGRAMME,
    in: {
      Active: to('Closed'),
      ActiveOff: to('Closed'),
      NotIssued: NO,
      Ordered: NO,
      Restricted: NO,
      Stolen: NO,
      Lost: NO,
      Replaced: NO,
      Expired: NO,
      Closed: NO,
    },
  },
  // By a web account, only for virtual cards that it created.
  close: {
    may: EVERYBODY_BUT_CARDS,
    in: {
      Active: to('Closed'),
      ActiveOff: to('Closed'),
      NotIssued: to('Closed'),
      Ordered: to('Closed'),
      Restricted: to('Closed'),
      Stolen: to('Closed'),
      Lost: to('Closed'),
      Replaced: DONE,
      Expired: to('Closed'),
      Closed: DONE,
    },
  },
};

export const INNER_STATUSES: readonly InnerStatus[] = namesOf(FACTS);

/** Statuses with which card number and access code sign in. */
export const SIGNS_IN: readonly InnerStatus[] = INNER_STATUSES.filter((status) => FACTS[status].signsIn);

/** Statuses of cards that are over: they give no access to their account. */
export const OVER_STATUSES: readonly InnerStatus[] = INNER_STATUSES.filter((status) => !FACTS[status].isListed);

/** Statuses that end with activation. */
export const WAITS_FOR_ACTIVATION: readonly InnerStatus[] = INNER_STATUSES.filter(
  (state) => move(CARD_STATUS, { state, event: 'activate', by: 'webAccount' }).kind === 'changed',
);

/** Statuses in which a purchase closes a single-use card. */
export const USED_UP_FROM: readonly InnerStatus[] = INNER_STATUSES.filter(
  (state) => move(CARD_STATUS, { state, event: 'useUp', by: 'programme' }).kind === 'changed',
);

/** Whether a card with this status is in the cardholder's list. */
export function isListed(status: InnerStatus): status is CardStatus {
  return FACTS[status].isListed;
}

/**
 * Status of a card in a month (`yyyy-MM`, Melbourne). A card is valid through the month of its expiry and expired
 * afterwards, whatever status is stored.
 */
export function statusIn(month: string, card: { readonly status: InnerStatus; readonly expiry: string }): InnerStatus {
  // yyyy-MM sorts as text.
  if (card.expiry >= month) return card.status;
  const expired = move(CARD_STATUS, { state: card.status, event: 'expire', by: 'programme' });
  return expired.kind === 'changed' ? expired.to : card.status;
}
