import type { PayIdKind } from '@wattle/contract/rules/pay-id.ts';

/** Name in a sentence: the first one of a person; that of a business without its legal form. */
export function shortName(name: string, kind: PayIdKind): string {
  if (kind === 'business' || kind === 'organisation') return name.replace(/ (?:Pty\.? )?(?:Ltd|Limited)\.?$/i, '');
  const [first = name] = name.split(' ');
  return first.replace(/\W/g, '').length > 1 || /[^\p{ASCII}]/u.test(first) ? first : name;
}
