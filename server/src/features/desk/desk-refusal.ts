import { ERRORS, type ErrorName } from '@wattle/contract/errors.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';

/** Why the desk refuses, and with which HTTP status. A command may also answer a refusal of the product. */
export const DESK_REFUSALS = {
  /** No session, an ended one, or one of a member who has left. */
  not_signed_in: 401,
  not_permitted: 403,
  /** A page of another site calls as one of the desk. */
  foreign_page: 403,
  not_found: 404,
  input_invalid: 400,
  /** A full card number is never typed here: it would stay in shells, logs and requests. */
  card_number_given: 400,
  reason_missing: 400,
  sign_in_failed: 400,
  sign_in_locked: 400,
  /** The password is right, and a passkey or a code of the authenticator app is missing. */
  second_factor_needed: 400,
  /** The member has no second factor, where one is demanded. */
  second_factor_missing: 400,
  code_wrong: 400,
  passkey_refused: 400,
  enrolment_over: 400,
  password_weak: 400,
  name_taken: 409,
  /** The programme has no settings for the channel of messages, or lacks a secret of them. */
  channel_off: 409,
  /** The command has nothing to change, such as no lock to lift. */
  nothing_to_do: 409,
  /** Matters that have to be settled before an account, a nominee or a person ends. */
  not_asked_for: 409,
  account_not_empty: 409,
  schedules_open: 409,
  debts_open: 409,
  disputes_open: 409,
  payments_open: 409,
  card_money_open: 409,
  not_a_nominee: 409,
  still_here: 409,
  not_expired: 409,
  holds_open: 409,
  /** A fee that goes back with its purchase or its request, and not by itself. */
  goes_back_otherwise: 409,
  no_address: 409,
  numbers_taken: 409,
  /** The person's details are not those that the case was registered with. */
  details_changed: 409,
  /** The person says that a change by staff was not theirs, and no one has settled it. */
  changes_stopped: 409,
  /** A text for a person has an address of a page. */
  link_given: 400,
  /** No message reaches the person, or they have had too many within the hour. */
  not_reached: 409,
  /** A complaint is about the member of staff, who does not decide it. */
  named_in_complaint: 409,
  /** A complaint that was not solved in time needs a written answer. */
  answer_needed: 409,
  own_request: 409,
  /** Only the member who asked for a request may do this. */
  not_own_request: 409,
  file_too_large: 413,
  /** A file of the sender's cannot be read: `words` say why. */
  file_unreadable: 400,
  attachments_full: 409,
  /** The request names a person who was erased since. */
  person_erased: 409,
  file_erased: 409,
  /** The person has no contact that a code may be sent to. */
  no_contact: 409,
  already_asked: 409,
  already_decided: 409,
  request_expired: 409,
  /** The approver has left, and the command may have been carried out. Another approval finishes the request. */
  may_be_done: 409,
  /** The effect differs from the one that the approver has read. */
  effect_changed: 409,
  /** A document was attached after the approver read the request. */
  attachment_added: 409,
  key_reused: 409,
  /** So many events wait for a webhook endpoint that they are still being stopped. */
  events_waiting: 409,
  /** More events than one command sends again: a shorter time is given. */
  too_many_endpoints: 409,
  too_many_events: 409,
  /** A connection of a card processor cannot work: the input that is named says why. */
  processor_unknown: 400,
  processor_needs: 400,
  processor_without_api: 400,
  currency_refused: 400,
  secret_missing: 400,
  secret_shared: 400,
  /** A rule for purchases is turned on after its trial was computed. */
  trial_missing: 409,
  /** The list has far fewer names than the one before, which has to be asked for in so many words. */
  list_shrunk: 409,
  /** The rule would decline so many approved purchases that this has to be asked for in so many words. */
  rule_declines_many: 409,
  /** A newer draft of the brand was saved than the one that was changed. */
  brand_changed: 409,
  /** The draft was replaced or dropped. */
  draft_replaced: 409,
  /** Another version was published after the draft began. */
  brand_moved_on: 409,
  /** The check of the version found faults. */
  brand_unfit: 409,
  /** A link of the version leads nowhere. */
  brand_link_dead: 409,
  /** A report has more rows than a file of its format takes. */
  report_too_long: 409,
  /** A month is signed once the books agree with the statement of the bank. */
  month_not_explained: 409,
  /** Two managers have to stay, since one asks and another approves. */
  managers_needed: 409,
  too_many_requests: 429,
  unavailable: 503,
  unexpected: 500,
} as const satisfies Readonly<Record<string, number>>;

export type DeskRefusalName = keyof typeof DESK_REFUSALS;

export type DeskRefusal = {
  readonly ok: false;
  readonly error: DeskRefusalName | ErrorName;
  /** The field of the input at fault, where one is. */
  readonly field?: string | undefined;
  /** Object for the audit log. */
  readonly object?: string | undefined;
  /** Kinds of second factor that are accepted. */
  readonly factors?: readonly string[] | undefined;
  /** Faults of a file, one a line, in words for its sender. */
  readonly words?: string | undefined;
};

export function refused(
  error: DeskRefusalName | ErrorName,
  more: Pick<DeskRefusal, 'field' | 'object' | 'factors' | 'words'> = {},
): DeskRefusal {
  return { ok: false, error, ...more };
}

/** The HTTP status of a refusal. */
export function statusOf(error: DeskRefusal['error']): number {
  return isNameOf(DESK_REFUSALS, error) ? DESK_REFUSALS[error] : ERRORS[error].status;
}

/** Whether a later attempt may succeed, because the refusal comes from load, an unreachable database or a fault. */
export function isPassing({ error }: DeskRefusal): boolean {
  return statusOf(error) >= 429;
}
