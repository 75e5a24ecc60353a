import * as z from 'zod';
import type { AzupayBankSettings } from '../../../config/instant-settings.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { callJson, parseJson } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import { plainAscii } from '../../plain-ascii.ts';
import type { Policy } from '../../policy.ts';
import {
  type AgreementBank,
  type AgreementDebit,
  type AgreementState,
  type AskedAgreement,
  type BankAgreement,
  RESPOND_WITHIN_MINUTES,
  type SettledDebit,
} from './port.ts';
import { unknownToBank } from '../port.ts';

const agreementStatus = z.object({
  PaymentAgreementStatus: z.object({
    paymentAgreementId: z.string().min(1),
    status: z.enum(['CREATED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'FAILED']),
    previousStatus: z.enum(['CREATED', 'ACTIVE', 'SUSPENDED']).nullish(),
    lastStatusBy: z.enum(['MERCHANT', 'PAYER', 'AZUPAY']).nullish(),
    reasonCode: z.string().nullish(),
    failureCode: z.string().nullish(),
  }),
});
type AgreementStatus = z.output<typeof agreementStatus>['PaymentAgreementStatus'];
const foundAgreements = z.object({
  records: z.array(agreementStatus.extend({ PaymentAgreement: z.object({ contractId: z.string().nullish() }) })),
});

const debitStatus = z.object({
  PaymentInitiationStatus: z.object({
    paymentInitiationId: z.string().min(1),
    status: z.enum([
      'CREATED',
      'PENDING',
      'SETTLED',
      'FAILED',
      'RETURN_IN_PROGRESS',
      'RETURN_FAILED',
      'RETURN_COMPLETE',
    ]),
    statusCode: z.string().nullish(),
    nppTransactionId: z.string().nullish(),
    payerInformation: z.object({ fullLegalAccountName: z.string().nullish() }).nullish(),
  }),
});
type DebitStatus = z.output<typeof debitStatus>['PaymentInitiationStatus'];
const foundDebits = z.object({
  records: z.array(debitStatus.extend({ PaymentInitiation: z.object({ clientTransactionId: z.string() }) })),
});

const refusal = z.object({ message: z.string(), details: z.object({ failureCode: z.string().optional() }).nullish() });

/** A reason of ISO 20022. */
const REASON = /^[A-Z]{2}[A-Z0-9]{2}$/;
/** The payer's account takes no agreements, or no instant payments at all. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['AZP2.2', 'AZP2.3', 'MD08', 'MD09']);
const NOT_ACTIVE = 'Invalid Payment Agreement status';
const ACCOUNT_NUMBER = /^\d{4,9}$/;

/**
 * PayTo by Azupay: agreements, and payments that they initiate. An agreement is known by our key as its contractId, a
 * debit as its clientTransactionId; Azupay searches by both.
 */
export function openAzupayAgreements(
  { url, apiKey }: AzupayBankSettings,
  clientId: string,
  policy: Policy,
): AgreementBank {
  const headers = { Authorization: apiKey };
  const post = <T>(path: string, body: object | undefined, answer: z.ZodType<T>, refused = none) =>
    policy.call((signal) =>
      callJson({
        method: 'POST',
        url: new URL(path, url).href,
        headers,
        ...(body && { body }),
        answer,
        refusal: refused,
        addresses: policy.addresses,
        signal,
      }),
    );

  return {
    async ask(asked) {
      // Longer numbers and letters go by direct entry alone.
      if (!ACCOUNT_NUMBER.test(asked.accountNumber)) return { kind: 'refused', code: 'unsupported' };
      const body = { PaymentAgreement: agreementBody(asked, clientId) };
      const outcome = await post('/v1/paymentAgreement', body, agreementStatus, (code, text) =>
        refusedAs(code, text, (failure) => (UNSUPPORTED.has(failure ?? '') ? 'unsupported' : 'invalid')),
      );
      return outcome.kind === 'done' ? agreementOutcome(outcome.value.PaymentAgreementStatus) : outcome;
    },

    async agreementOf(key, agoMs) {
      const body = { PaymentAgreementSearch: { contractId: key } };
      const outcome = await post('/v1/paymentAgreement/search', body, foundAgreements);
      if (outcome.kind !== 'done') return outcome;
      const own = outcome.value.records.filter(({ PaymentAgreement }) => PaymentAgreement.contractId === key);
      const [first, ...others] = own;
      if (others.length > 0) return { kind: 'unknown', code: 'found_twice' };
      return first ? agreementOutcome(first.PaymentAgreementStatus) : unknownToBank(agoMs);
    },

    async change(bankId, to) {
      const status = { paused: 'SUSPENDED', active: 'ACTIVE', cancelled: 'CANCELLED' }[to];
      const query = new URLSearchParams({ id: bankId, status });
      const path = `/v1/paymentAgreement/changeStatus?${query}`;
      const outcome = await post(path, undefined, agreementStatus, (code, text) =>
        code === 412 && isTheirs(text) ? 'other_state' : undefined,
      );
      return outcome.kind === 'done' ? { kind: 'done', value: null } : outcome;
    },

    async debit(debit) {
      const body = { PaymentInitiation: debitBody(debit, clientId) };
      const outcome = await post('/v1/paymentInitiation', body, debitStatus, (code, text) =>
        refusedAs(code, text, (failure, message) =>
          message.startsWith(NOT_ACTIVE) ? 'NACT' : REASON.test(failure ?? '') ? (failure ?? '') : 'invalid',
        ),
      );
      return outcome.kind === 'done' ? debitOutcome(outcome.value.PaymentInitiationStatus) : outcome;
    },

    async debitOf(key, agoMs) {
      const body = { PaymentInitiationSearch: { clientTransactionId: key } };
      const outcome = await post('/v1/paymentInitiation/search', body, foundDebits);
      if (outcome.kind !== 'done') return outcome;
      const own = outcome.value.records.filter(({ PaymentInitiation: of }) => of.clientTransactionId === key);
      const [first, ...others] = own;
      if (others.length > 0) return { kind: 'unknown', code: 'found_twice' };
      return first ? debitOutcome(first.PaymentInitiationStatus) : unknownToBank(agoMs);
    },
  };
}

function agreementBody(asked: AskedAgreement, clientId: string) {
  const name = plainAscii(asked.name).replaceAll(/ +/g, ' ').trim();
  return {
    clientId,
    contractId: asked.key,
    clientTransactionId: asked.key,
    agreementExpiryMinutes: RESPOND_WITHIN_MINUTES,
    payerDetails: {
      name,
      type: 'Person',
      bankAccountDetails: { bsb: asked.bsb, accountNumber: asked.accountNumber },
    },
    payeeDetails: { payeeName: plainAscii(asked.payee) },
    paymentAgreementType: 'PERSONAL',
    description: plainAscii(asked.description),
    agreementDetails: {
      usageBasedAgreementDetails: {
        maximumAmount: dollarsOf(asked.maximum),
        startDate: asked.startsOn,
        frequency: 'ADHOC',
      },
    },
  };
}

const debitBody = ({ key, agreement, amount, reference }: AgreementDebit, clientId: string) => ({
  clientId,
  paymentAgreementId: agreement,
  clientTransactionId: key,
  paymentAmount: dollarsOf(amount),
  reference,
});

function agreementOutcome(status: AgreementStatus): OutsideOutcome<BankAgreement> {
  return { kind: 'done', value: { bankId: status.paymentAgreementId, state: stateOf(status) } };
}

function stateOf({ status, previousStatus, lastStatusBy, reasonCode, failureCode }: AgreementStatus): AgreementState {
  if (status === 'CREATED') return { is: 'pending' };
  if (status === 'ACTIVE') return { is: 'active' };
  if (status === 'FAILED') return { is: UNSUPPORTED.has(failureCode ?? '') ? 'unsupported' : 'failed' };
  if (status === 'SUSPENDED') {
    // The scheme pauses by itself after seven debits that failed.
    if (reasonCode === 'MSUC' || lastStatusBy === 'AZUPAY') return { is: 'paused', by: 'scheme' };
    return { is: 'paused', by: lastStatusBy === 'MERCHANT' ? 'us' : 'payer' };
  }
  if (reasonCode === 'NOAS') return { is: 'expired' };
  if (UNSUPPORTED.has(reasonCode ?? '')) return { is: 'unsupported' };
  return { is: previousStatus === 'CREATED' && lastStatusBy === 'PAYER' ? 'declined' : 'cancelled' };
}

/** Money that we have sent back later was settled first. */
function debitOutcome(given: DebitStatus): OutsideOutcome<SettledDebit> {
  const { status, paymentInitiationId, nppTransactionId, statusCode, payerInformation } = given;
  if (status === 'CREATED' || status === 'PENDING') return { kind: 'pending' };
  if (status === 'FAILED')
    return { kind: 'refused', code: statusCode && REASON.test(statusCode) ? statusCode : 'NARR' };
  const payerName = payerInformation?.fullLegalAccountName ?? undefined;
  return {
    kind: 'done',
    value: { bankId: nppTransactionId ?? paymentInitiationId, ...(payerName !== undefined && { payerName }) },
  };
}

const none = (_code: number, _text: string): string | undefined => undefined;

/** Refusal of a request that was not carried out. What another server in between answers says nothing. */
function refusedAs(
  code: number,
  text: string,
  as: (failureCode: string | undefined, message: string) => string,
): string | undefined {
  const read = refusal.safeParse(parseJson(text));
  if (code !== 400 || !read.success) return undefined;
  return as(read.data.details?.failureCode, read.data.message);
}

const isTheirs = (text: string): boolean => refusal.safeParse(parseJson(text)).success;
