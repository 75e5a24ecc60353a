import { notCarried } from '@wattle/contract/rules/direct-entry.ts';
import { byName, entriesOf } from '@wattle/contract/rules/typed-names.ts';
import type { FieldSpec } from '../../../form/use-form.ts';
import { paths } from '../../../paths.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { METHODS } from '../methods.ts';
import type { CommonField, MethodDescriptor, PaymentForm, PaymentValues } from '../payment-method.ts';
import { CHOICES, fieldsOf } from './transfer.domain.ts';

/**
 * Ids of the fields in the page, to which the summary and the review link. The method has the ids of the payee's
 * fields.
 */
const FIELD_IDS: Readonly<Record<string, string>> = {
  card: 'paying-card',
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

/** The fields of all methods, in the order of the form. Those of this method are first. */
function allFields(method: MethodDescriptor): readonly CommonField[] {
  return [...new Set([method, ...METHODS].flatMap(fieldsOf))];
}

export function fieldId(name: string): string {
  const own = METHODS.map(({ payeeFields: ids }: { payeeFields: Readonly<Record<string, string>> }) => ids[name]);
  return FIELD_IDS[name] ?? own.find((id) => id !== undefined) ?? name;
}

/** Address of the form at a field. Without the `#` the address is that of the payee choice. */
export function formAt(field: string): string {
  return `${paths.fundsTransfer()}#${field}`;
}

/** The first field of the payee. */
export function firstFieldId({ payeeFields }: MethodDescriptor): string {
  const [id = ''] = Object.values(payeeFields);
  return id;
}

/** Names of all values of a form. */
export function valueNames(method: MethodDescriptor): readonly CommonField[] {
  return [...allFields(method), ...CHOICES];
}

/** Initial values after a change of payment method; the previous method's values are discarded. */
export function emptied(method: MethodDescriptor): PaymentValues {
  return { ...byName(valueNames(method), () => ''), method: method.name };
}

/** The fields of the form. */
export function usePaymentFields(
  method: MethodDescriptor,
  initial: Partial<PaymentValues>,
): Readonly<Record<CommonField, FieldSpec>> {
  const t = useTexts('transfers');
  const start = (name: CommonField) => ({ initial: initial[name] ?? '', signOf: notCarried });
  const called = (name: CommonField) => ({
    id: fieldId(name),
    called: t(`missing.${name}`),
    isChosen: name === 'purpose',
  });
  return {
    ...byName(allFields(method), (name) => ({ ...start(name), ...called(name) })),
    ...byName(CHOICES, start),
  };
}

/** Fills in fields of a form. */
export function fillIn({ setValue }: Pick<PaymentForm, 'setValue'>, filled: Partial<PaymentValues>): void {
  for (const [name, value] of entriesOf(filled)) if (value !== undefined) setValue(name, value);
}
