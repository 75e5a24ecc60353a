import { maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { maskWords, openTexts } from '../../platform/typed-card-numbers.ts';
import type { Schedule } from './schedule.store.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Who is paid, in the words of the call. */
export type ScheduledDestination = {
  readonly name: string;
  /** BSB or biller code; null within the brand. */
  readonly bsb: string | null;
  /** Account number, or the reference of a bill. */
  readonly accountNumber: string;
  readonly purpose: number | null;
  readonly description: string;
  readonly recipientDescription: string;
};

/** Where a scheduled payment goes, as lists show it. */
export function destinationOf(secrets: Secrets, { kind, body }: Pick<Schedule, 'kind' | 'body'>): ScheduledDestination {
  const said = saidIn(kind, openTexts(secrets, body));
  return {
    ...said,
    name: maskWords(said.name),
    accountNumber: maskCardNumbers(said.accountNumber),
    description: maskWords(said.description),
    recipientDescription: maskWords(said.recipientDescription),
  };
}

/** What its body says. The name of a biller that was given none is its code. */
function saidIn(kind: Schedule['kind'], body: Schedule['body']): ScheduledDestination {
  if (kind === 'bpay') {
    return {
      name: text(body['PayeeName']) || text(body['description']) || text(body['billerCode']),
      bsb: text(body['billerCode']),
      accountNumber: text(body['customerReference']),
      purpose: null,
      description: text(body['description']),
      recipientDescription: '',
    };
  }
  const common = { name: text(body['DestinationAccountName']), accountNumber: text(body['DestinationAccountNumber']) };
  if (kind === 'internal') {
    return {
      ...common,
      bsb: null,
      purpose: null,
      description: text(body['Description']),
      recipientDescription: text(body['RecipientDescription']),
    };
  }
  if (kind === 'return') {
    return { ...common, bsb: text(body['DestinationBsb']), purpose: null, description: '', recipientDescription: '' };
  }
  return {
    ...common,
    bsb: text(body['DestinationAccountBsb']),
    purpose: Number(body['Purpose']),
    description: text(body['DescriptionPayer']),
    recipientDescription: text(body['DescriptionRecipient']),
  };
}
