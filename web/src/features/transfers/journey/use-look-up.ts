import { getBPayBiller } from '@wattle/contract/bpay/get-bpay-biller.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { BILLER_CODE, fitsRule } from '@wattle/contract/rules/bill-reference.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/external/direct-entry.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb/get-bsb-details.ts';
import { getInternalBsbDetails } from '@wattle/contract/transfers/bsb/get-internal-bsb-details.ts';
import type { CallFailure } from '../../../api/send.ts';
import { useOperation } from '../../../api/use-operation.ts';
import type { Problems } from '../../../form/form.domain.ts';
import { plainNumber } from '../../../form/plain-number.domain.ts';
import { type TransferField, type TransferValues, wayOf } from './transfer.domain.ts';

/** What a number that was typed stands for. */
export type LookUp = {
  /** Of the institution or the biller; empty while it is not known. */
  readonly name: string;
  /** What is wrong with the number, as the check of the form says it. */
  readonly problems: Problems<TransferField>;
  readonly isVariable: boolean;
  /** Of a biller: card numbers as its reference are masked on the review where they begin with one of these. */
  readonly maskedPrefixes: readonly string[];
  /** It is asked, and nothing is known yet. */
  readonly isUnderWay: boolean;
};

export const NOTHING_LOOKED_UP: LookUp = {
  name: '',
  problems: {},
  isVariable: false,
  maskedPrefixes: [],
  isUnderWay: false,
};

const BSB = /^\d{6}$/;
const BSB_ERRORS = ['20235', '32209'];
const BILLER_ERRORS = ['20227', '20233', '20243', '20250'];

/** Asks for the institution of a BSB or the biller of a code, once it is complete. */
export function useLookUp(values: TransferValues): LookUp {
  const way = wayOf(values);
  const [bsb, code] = [plainNumber(values.bsb), plainNumber(values.billerCode)];
  const isOwn = Number(values.purpose) === TRANSFER_CATEGORY.ownInstitution;
  const asksBsb = way === 'external' && BSB.test(bsb);
  const asksBiller = way === 'bpay' && BILLER_CODE.test(code);
  const anyBank = useOperation(getBsbDetails, { body: { BsbNumber: bsb } }, { isEnabled: asksBsb && !isOwn });
  const ownBank = useOperation(getInternalBsbDetails, { body: { BsbNumber: bsb } }, { isEnabled: asksBsb && isOwn });
  const biller = useOperation(getBPayBiller, { body: { BillerCode: code } }, { isEnabled: asksBiller });
  if (asksBiller) {
    const problem = biller.failure && knownError(biller.failure, BILLER_ERRORS);
    const wrong = biller.data && wrongReference(biller.data, plainNumber(values.reference));
    return {
      name: biller.data?.BillerName ?? '',
      isVariable: biller.data?.IsVariableCRN ?? false,
      maskedPrefixes: biller.data?.MaskedPrefixes ?? [],
      problems: { ...(problem === null ? {} : { billerCode: problem }), ...(wrong ? { reference: wrong } : {}) },
      isUnderWay: biller.isPending,
    };
  }
  if (!asksBsb) return NOTHING_LOOKED_UP;
  const bank = isOwn ? ownBank : anyBank;
  const unknown = bank.data?._entity === '' ? (isOwn ? 'invalidBsbTransferType' : 'invalidBsb') : null;
  const failed = bank.failure && (knownError(bank.failure, BSB_ERRORS) ?? 'ErrorRetrieveBsb');
  const problem = unknown ?? failed;
  return {
    name: bank.data?._entity ?? '',
    isVariable: false,
    maskedPrefixes: [],
    problems: problem === null ? {} : { bsb: problem },
    isUnderWay: bank.isPending,
  };
}

/** What is wrong with a reference by its biller's rule. One that is masked was right when it was saved. */
function wrongReference(biller: ResponseOf<typeof getBPayBiller>, reference: string): string | null {
  if (!/^\d+$/.test(reference)) return null;
  const { CheckRule: rule, ShortestReference: shortest, LongestReference: longest } = biller;
  return fitsRule({ rule, shortest, longest }, reference) ? null : 'Error20226';
}

function knownError({ code }: CallFailure, known: readonly string[]): string | null {
  return known.includes(code) ? `Error${code}` : null;
}
