import type { RowOf } from '../calls/commands.ts';

/** A letter of a script that runs from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** After such a letter, groups of digits would follow the direction of its script. This mark ends that. */
const FROM_LEFT = '\u200e';

/** Names a person with their card or account. Without a person there is no name. */
export function subjectWords(subject: RowOf<'subjects'> | undefined): string {
  if (!subject) return '';
  const account = subject.account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
  const name = FROM_RIGHT.test(subject.name) ? `${subject.name}${FROM_LEFT}` : subject.name;
  return [name, subject.card === '' ? account : subject.card].filter(Boolean).join(', ');
}
