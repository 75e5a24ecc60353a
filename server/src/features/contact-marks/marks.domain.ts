import type { ReceiptReason } from '../../outside/receipt.ts';

/** Failure of a message. `isForGood`: it concerns the address and not the moment. */
export type Failure = { readonly reason: ReceiptReason; readonly isForGood: boolean };

/** All that receipts have said of one message. */
export type Heard = {
  readonly channel: 'email' | 'sms';
  readonly hasArrived: boolean;
  readonly failure: Failure | undefined;
};

/**
 * Whether a message arrived, by all receipts about it in any order. A mail system may accept a mail and return it later,
 * so a permanent failure counts above the arrival of a mail; a phone that confirmed a text has it.
 */
export function outcomeOf({ channel, hasArrived, failure }: Heard): 'arrived' | Failure | undefined {
  if (hasArrived && !(channel === 'email' && failure?.isForGood)) return 'arrived';
  return failure;
}

/** Reasons from the one that says least of the address to the one that says most. */
const RANK: readonly ReceiptReason[] = [
  'unknown',
  'ours',
  'blocked',
  'unreachable',
  'mailboxFull',
  'unserved',
  'suppressed',
  'complained',
  'optedOut',
  'badAddress',
];

/** The failure that counts of two about one message, the same in either order. */
export function graver(one: Failure | undefined, other: Failure | undefined): Failure | undefined {
  if (!one || !other) return one ?? other;
  if (one.isForGood !== other.isForGood) return one.isForGood ? one : other;
  return RANK.indexOf(other.reason) > RANK.indexOf(one.reason) ? other : one;
}

/** Messages in a row that fail permanently, before a contact counts as failing. */
const FOR_GOOD = 2;
/** Mails in a row that fail for whatever reason of the mailbox. */
const MAILS = 4;
/** Opt-outs that no one has signed, before they count as one that is signed. */
const SURE = 2;
/** Failures that say nothing about the contact, unless they are permanent. */
const NOT_THE_CONTACT: ReadonlySet<ReceiptReason> = new Set(['blocked', 'unknown']);

/** Verdict of the newest messages about their contact. `hasArrived`: one arrived after the failures that counted. */
export type Judgement = { readonly isFailing: boolean; readonly isOptedOut: boolean; readonly hasArrived: boolean };

/**
 * Judges a contact by its messages, the newest first, up to the newest one that arrived. It fails where two messages
 * fail permanently, or four mails in a row for a reason of the mailbox. An opt-out counts with the first message, or with
 * the second where no receipt of it was signed.
 */
export function judge(newestFirst: readonly Heard[]): Judgement {
  let [forGood, mails, optOuts] = [0, 0, 0];
  for (const heard of newestFirst) {
    const outcome = outcomeOf(heard);
    if (outcome === 'arrived') return { ...verdict(), hasArrived: true };
    if (!outcome) continue;
    // It says nothing about the contact, whatever the provider calls it.
    if (outcome.reason === 'ours') continue;
    if (outcome.reason === 'optedOut') optOuts += outcome.isForGood ? SURE : 1;
    else if (outcome.isForGood) forGood += 1;
    if (heard.channel === 'email' && (outcome.isForGood || !NOT_THE_CONTACT.has(outcome.reason))) mails += 1;
  }
  return { ...verdict(), hasArrived: false };

  function verdict() {
    return { isFailing: forGood >= FOR_GOOD || mails >= MAILS, isOptedOut: optOuts >= SURE };
  }
}
