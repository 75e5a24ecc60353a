/**
 * The error catalogue: name inside, code and HTTP status on the wire. Texts lie in texts/<locale>/errors.json under the
 * code. 401 is only for a bad bearer, because it makes the client refresh; a refused sign-in is 400.
 */
type CatalogueEntry = { readonly code: string; readonly status: number };

export const ERRORS = {
  invalid_card_details: { code: '10000', status: 400 },
  card_problem: { code: '10001', status: 400 },
  card_activated_already: { code: '10500', status: 400 },
  kyc_needed: { code: '10501', status: 400 },
  required_field: { code: '20010', status: 400 },
  email_invalid: { code: '20027', status: 400 },
  email_taken: { code: '20031', status: 400 },
  login_failed: { code: '20040', status: 400 },
  current_password_wrong: { code: '20041', status: 400 },
  account_locked: { code: '20043', status: 400 },
  card_not_of_login: { code: '20047', status: 400 },
  identity_not_verified: { code: '20050', status: 400 },
  activation_code_wrong: { code: '20051', status: 400 },
  access_code_wrong: { code: '20052', status: 400 },
  card_linked: { code: '20053', status: 400 },
  card_linked_elsewhere: { code: '20054', status: 400 },
  token_invalid: { code: '20060', status: 400 },
  answer_wrong: { code: '20061', status: 400 },
  token_expired: { code: '20062', status: 400 },
  outside_load_limits: { code: '20071', status: 400 },
  card_replaced_already: { code: '20143', status: 400 },
  fee_not_covered: { code: '20144', status: 400 },
  verification_unmet: { code: '20179', status: 400 },
  auto_topup_refused: { code: '20202', status: 400 },
  auto_topup_cancelled: { code: '20207', status: 400 },
  auto_topup_tries_exceeded: { code: '20215', status: 400 },
  bpay_insufficient_funds: { code: '20225', status: 400 },
  bpay_reference_invalid: { code: '20226', status: 400 },
  biller_unknown: { code: '20227', status: 400 },
  bpay_date_unavailable: { code: '20228', status: 400 },
  biller_amount_refused: { code: '20229', status: 400 },
  bpay_off: { code: '20230', status: 400 },
  biller_deactivated: { code: '20233', status: 400 },
  bsb_closed: { code: '20235', status: 400 },
  insufficient_funds: { code: '20240', status: 400 },
  payee_blocked: { code: '20241', status: 400 },
  daily_limit_reached: { code: '20242', status: 400 },
  biller_code_invalid: { code: '20243', status: 400 },
  limit_above_maximum: { code: '20244', status: 400 },
  login_locked_or_token_expired: { code: '20245', status: 400 },
  category_cap_reached: { code: '20246', status: 400 },
  dates_invalid: { code: '20247', status: 400 },
  identity_answers_wrong: { code: '20248', status: 400 },
  identity_answers_locked: { code: '20249', status: 400 },
  biller_restricted: { code: '20250', status: 400 },
  biller_limit_reached: { code: '20251', status: 400 },
  login_again: { code: '20252', status: 400 },
  kyc_failed: { code: '20253', status: 400 },
  kyc_locked: { code: '20254', status: 400 },
  passcode_wrong: { code: '20263', status: 400 },
  passcode_locked: { code: '20264', status: 400 },
  dispute_refused: { code: '20301', status: 400 },
  dispute_closed: { code: '20302', status: 400 },
  file_refused: { code: '20303', status: 400 },
  receipts_full: { code: '20304', status: 400 },
  complaint_closed: { code: '20305', status: 400 },
  payment_on_its_way: { code: '20310', status: 400 },
  auto_topup_ended: { code: '27418', status: 400 },
  link_payment_refused: { code: '20311', status: 400 },
  too_many_links: { code: '20312', status: 400 },
  card_money_stays: { code: '20313', status: 400 },
  change_ended: { code: '20314', status: 400 },
  payment_made: { code: '20318', status: 400 },
  kept_aside: { code: '20319', status: 400 },
  landline_given: { code: '20320', status: 400 },
  payee_reported: { code: '20340', status: 400 },
  payees_locked: { code: '20341', status: 400 },
  payee_not_activated: { code: '20342', status: 400 },
  pay_id_look_up_old: { code: '20343', status: 400 },
  pay_id_moved: { code: '20344', status: 400 },
  bsb_lookup_away: { code: '32209', status: 400 },

  // Faults that any call can answer. They are not refusals of the business.
  bad_bearer: { code: '401', status: 401 },
  scope_refused: { code: '403', status: 403 },
  view_only: { code: '20403', status: 403 },
  not_found: { code: '404', status: 404 },
  key_reused: { code: '409', status: 409 },
  ticket_gone: { code: '410', status: 410 },
  body_too_large: { code: '20010', status: 400 },
  wrong_origin: { code: '421', status: 400 },
  proof_needed: { code: '428', status: 428 },
  too_many_requests: { code: '429', status: 429 },
  unavailable: { code: '503', status: 503 },
  unexpected: { code: '99999', status: 500 },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof ERRORS;

/** Body of an error response: the first entry of `error` counts. */
export type ErrorBody = {
  readonly error: readonly [string, ...string[]];
  /** The field at fault, by its wire name, if there is one. */
  readonly field?: string;
  readonly requestId?: string;
};

/** A refused call: an expected outcome, so it is a value and never thrown. */
export type Refusal<E extends ErrorName = ErrorName> = {
  readonly ok: false;
  readonly error: E;
  readonly field?: string;
};
export type Success<T> = { readonly ok: true; readonly value: T };
export type Result<T, E extends ErrorName = never> = Success<T> | Refusal<E>;

/** The outcome of a call that was carried out. */
export function ok<T>(value: T): Success<T> {
  return { ok: true, value };
}

/** The outcome of a refused call. `field` is the wire name of the field at fault, if there is one. */
export function err<E extends ErrorName>(error: E, field?: string): Refusal<E> {
  return field === undefined ? { ok: false, error } : { ok: false, error, field };
}
