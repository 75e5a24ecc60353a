import { isBlank } from '@wattle/contract/rules/typed-text.ts';
/** Form value for a person with a single name; otherwise it is empty. */
export const HAS_ONE_NAME = 'yes';

/** Initial value for stored names: a last name without a first name is a single name. */
export function oneNameOf(first: string | null | undefined, last: string | null | undefined): string {
  return !first && last ? HAS_ONE_NAME : '';
}

/** First or middle name as it is sent: empty for a person with a single name. */
export function sentName(oneName: string, name: string): string {
  return oneName === HAS_ONE_NAME ? '' : name;
}

/** Whether a first name is missing. */
export function lacksFirstName(oneName: string, first: string): boolean {
  return oneName !== HAS_ONE_NAME && isBlank(first);
}
