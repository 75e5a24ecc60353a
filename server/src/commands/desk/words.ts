import { ERRORS } from '@wattle/contract/errors.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import type { DeskCommand, DeskRefusalName } from '../../features/desk/public.ts';
import { wordsOfCode } from '../product-refusal.ts';
import { CARD_NUMBER_WORDS, kebab, optionsOf } from './arguments.ts';
import type { Refused } from './client.ts';

/** Words of a refusal for the person who typed the command. */
const WORDS: Readonly<Record<DeskRefusalName, string>> = {
  not_signed_in: 'You are not signed in, or your session has ended: npm run desk -- sign-in',
  not_permitted: 'Your role does not permit this.',
  foreign_page: 'A page of another site asked for this.',
  not_found: 'There is no such thing in your programme.',
  input_invalid: 'An option is missing or wrong.',
  card_number_given: CARD_NUMBER_WORDS,
  reason_missing: 'Say why: --reason "…". The second person reads it.',
  sign_in_failed: 'Tenant, name or password is wrong.',
  sign_in_locked: 'Too many wrong passwords. Wait 30 minutes; each lock lasts twice as long as the one before.',
  second_factor_needed:
    'The password is right. A code of the authenticator app is needed, or sign in at a page by a passkey.',
  second_factor_missing: 'A second factor is needed. Set one up: npm run desk -- set-password',
  code_wrong: 'This code is wrong, or was used before. Wait for the next one.',
  passkey_refused: 'This passkey is not accepted here.',
  enrolment_over: 'Setting it up took too long or failed too often. Begin again.',
  file_unreadable: 'The file cannot be read, and nothing was kept of it.',
  password_weak: 'The password needs 13 characters, a capital and a small letter and a digit, and not your name.',
  name_taken: 'Somebody has this name already.',
  channel_off: 'This channel of messages has no settings, or lacks one of its secrets. Set it up first.',
  nothing_to_do: 'There is nothing to do.',
  not_asked_for: 'Its owner has not asked for it, and is alive as far as is known here.',
  account_not_empty: 'The account has money or holds.',
  schedules_open: 'The account has scheduled payments. With --stop-schedules they end with it.',
  debts_open: 'The account owes as much or more. Write its debt off first, if it is to be paid all the same.',
  disputes_open: 'A dispute is open, or its temporary credit is not reversed yet. Resolve it, or wait a minute.',
  card_money_open: 'Money from another card stays for 24 hours. Wait until then.',
  payments_open: 'A payment is on its way to the bank. Wait until it is settled.',
  not_a_nominee: 'This is not a nominee.',
  still_here: 'The person has an account or a card that is not closed. Close it first.',
  not_expired: 'The account has a card that works, and its owner has not died as far as is known here.',
  holds_open: 'The account has holds. Wait until they end.',
  goes_back_otherwise: 'This fee goes back with its purchase or its request, and not by itself.',
  no_address: 'There is no address to send it to.',
  numbers_taken: 'The brand has vouchers of these numbers already.',
  details_changed: 'The details on record are not those of this case. The person has to start a new check with them.',
  changes_stopped:
    'The person has said that a change was not theirs. Prove who they are, then: npm run desk -- settle-change',
  named_in_complaint: 'This complaint is about you or that member of staff. Another one decides it.',
  answer_needed:
    'It was not solved within 5 business days, so it needs an answer in writing: npm run desk -- answer-complaint',
  own_request: 'You asked for this yourself. Another member of staff has to approve it.',
  not_own_request: 'Somebody else asked for this. Only they can attach to it.',
  file_too_large: 'The file is too large: 5 MB at most.',
  attachments_full: 'Five documents are attached already.',
  person_erased: 'The person whom this is about was erased. Nothing more is kept of them.',
  no_contact: 'No contact on record may get a code: correct it with change-contact, or wait until it is 48 hours old.',
  file_erased: 'What this file said was erased 7 years after it was made. Its digest, count and sum are kept.',
  already_asked: 'The same is asked for already: npm run desk -- requests',
  already_decided: 'This request was decided before.',
  request_expired: 'This request has expired. Ask for it again.',
  may_be_done:
    'It was approved before and may have been carried out. Approve it: nothing is done twice, and its answer is shown.',
  effect_changed: 'Something else would be done now than you have read: npm run desk -- request-effect',
  attachment_added: 'A document was attached after you looked: npm run desk -- request-attachments',
  key_reused: 'This key was used for something else.',
  trial_missing: 'The rule has no trial that was computed. Give try-rule first, and read rule-trial.',
  link_given: 'Leave out links and addresses of pages.',
  not_reached: 'No message reaches this person now: no contact works, or they have had too many this hour.',
  list_shrunk: 'The list has far fewer names than the one before. Give --fewer if it is right.',
  rule_declines_many:
    'The rule would decline more than 5 % of approved purchases. Give --despite-many if that is wanted.',
  brand_changed: 'A newer draft was saved. Give npm run desk -- brand-versions, and change the newest one.',
  draft_replaced: 'This draft was replaced or dropped. Publish the newest one.',
  brand_moved_on:
    'Another version was published after this draft began. Give draft-brand with --onto-live, and look at it.',
  brand_unfit: 'This version cannot be published: npm run desk -- check-brand says why.',
  brand_link_dead: 'A link of this version leads nowhere: npm run desk -- try-brand-links says which one.',
  managers_needed: 'Two managers have to stay: one asks and another approves.',
  report_too_long: 'The report has more rows than one file takes: give a shorter --period, or another --format.',
  month_not_explained: 'The month does not agree with the statement of the bank yet: see month-end.',
  events_waiting: 'So many events wait for this endpoint that they are still being stopped. Try again in a minute.',
  too_many_endpoints: 'The programme has 50 webhook endpoints that are on or disabled. Switch one off first.',
  too_many_events: 'These are more events than one command sends again. Give a shorter time.',
  processor_unknown: 'There is no adapter for this card processor.',
  processor_needs: 'This card processor cannot be connected without it.',
  processor_without_api: 'This card processor has no API, so no address is given.',
  currency_refused: 'Accounts are in Australian dollars, so the processor has to bill in AUD.',
  secret_missing: 'No server has a secret of this name. Set it in the environment of each, and start it again.',
  secret_shared: 'Another connection has this secret. Give each its own.',
  too_many_requests: 'Too many calls. Wait a minute.',
  unavailable: 'The server has no database at the moment. Try again.',
  unexpected: 'The server failed, and its log says how.',
};

/** A refusal in a sentence for the person who typed the command, with the option at fault. Its name is for programs. */
export function wordsOf({ error, field, requestId, words: more }: Refused, command?: DeskCommand): string {
  if (error === 'input_invalid' && field !== undefined) return wordsOfOption(field, command);
  const words = sentenceOf(error);
  // What is wrong with the file, a line for each fault.
  if (more !== undefined) return `${words}\n${more}`;
  if (error === 'unexpected' && requestId !== undefined) return `${words} It was request ${requestId}.`;
  return field === undefined ? words : `--${kebab(field)}: ${words}`;
}

function sentenceOf(error: string): string {
  if (isNameOf(WORDS, error)) return WORDS[error];
  const code = isNameOf(ERRORS, error) ? ERRORS[error].code : undefined;
  // The server may be of another version.
  return wordsOfCode(code) ?? `It was refused, for a reason that this version of the command does not know: ${error}.`;
}

/** The server refuses what passed the look at the typed text: a day that is too late, or a kind that does not fit another. */
function wordsOfOption(field: string, command: DeskCommand | undefined): string {
  const option = command && optionsOf(command).find((one) => one.field === field);
  const named = `--${kebab(field)} is missing, or does not fit the rest.`;
  return option === undefined || option.isSwitch ? named : `${named} It takes ${option.takes}.`;
}
