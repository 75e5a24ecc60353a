/** Facts about an account for which a login is asked. */
export type MemberFacts = { readonly isCurrent: boolean; readonly isNameFree: boolean; readonly hasLogin: boolean };

const NOT_FOUND = '999';

/** The result as the wire has it: status, name, login, each one figure. Undefined facts: no such account. */
export function validationResult(facts: MemberFacts | undefined): string {
  if (!facts) return NOT_FOUND;
  return [!facts.isCurrent, facts.isNameFree, facts.hasLogin].map((is) => (is ? '1' : '0')).join('');
}
