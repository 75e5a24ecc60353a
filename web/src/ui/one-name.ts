/** The value of a form for somebody who has one name; otherwise it is empty. */
export const HAS_ONE_NAME = 'yes';

/** How a form begins with the names on record: a last name without a first one is the only one. */
export function oneNameOf(first: string | null | undefined, last: string | null | undefined): string {
  return !first && last ? HAS_ONE_NAME : '';
}

/** The first or middle name as it is sent: none of somebody who has one name. */
export function sentName(oneName: string, name: string): string {
  return oneName === HAS_ONE_NAME ? '' : name;
}

/** Whether a first name is missing. */
export function lacksFirstName(oneName: string, first: string): boolean {
  return oneName !== HAS_ONE_NAME && first.trim() === '';
}
