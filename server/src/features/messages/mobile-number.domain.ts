/**
 * A mobile number as E.164, or undefined where it is none that a text message reaches. Holders
 * write theirs as they dial it: `04…` is a mobile in Australia, `02…` one in New Zealand (in
 * Australia a landline, which gets no text messages).
 */
export function toE164(typed: string): string | undefined {
  const compact = typed.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  if (/^\+[1-9]\d{7,14}$/.test(compact)) return compact;
  if (/^04\d{8}$/.test(compact)) return `+61${compact.slice(1)}`;
  if (/^02\d{7,9}$/.test(compact)) return `+64${compact.slice(1)}`;
  return undefined;
}
