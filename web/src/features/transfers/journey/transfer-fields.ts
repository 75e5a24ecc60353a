import type { FieldSpec } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { TRANSFER_FIELDS, type TransferField, type TransferName, type TransferValues } from './transfer.domain.ts';

/** Ids of the fields in the page, where a summary and the review lead to. */
export const FIELD_IDS: Readonly<Record<TransferField | 'card', string>> = {
  card: 'paying-card',
  billerCode: 'biller-code',
  reference: 'biller-reference',
  bsb: 'payee-bsb',
  name: 'payee-name',
  accountNumber: 'payee-account',
  amount: 'transfer-amount',
  purpose: 'transfer-purpose',
  recipientDescription: 'transfer-recipient-description',
  description: 'transfer-description',
  frequency: 'schedule-frequency',
  futureDate: 'schedule-future-date',
  startDate: 'schedule-start-date',
  endDate: 'schedule-end-date',
  noOfPayments: 'schedule-number',
};

/** Choices, which are never wrong. */
const CHOICES = [
  'way',
  'payeeId',
  'isUpdate',
  'newPayee',
  'sameDescription',
  'billerName',
  'schedule',
  'endAfter',
] as const;

export function useTransferFields(initial: Partial<TransferValues>): Readonly<Record<TransferName, FieldSpec>> {
  const t = useTexts('transfers');
  const start = (name: TransferName) => ({ initial: initial[name] ?? '' });
  return Object.fromEntries([
    ...TRANSFER_FIELDS.map((name) => [name, { ...start(name), id: FIELD_IDS[name], called: t(`missing.${name}`) }]),
    ...CHOICES.map((name) => [name, start(name)]),
  ]) as Readonly<Record<TransferName, FieldSpec>>;
}
