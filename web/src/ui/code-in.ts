/**
 * The code in what was typed or pasted, at most `length` characters of it. Spaces and hyphens do
 * not count; of a pasted sentence the one run of digits that fits is taken.
 */
export function codeIn(typed: string, length: number): string {
  const compact = typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  if (compact.length <= length) return compact;
  const grouped = typed.normalize('NFKC').replace(/(?<=\d)[\s\p{Pd}](?=\d)/gu, '');
  const runs = (grouped.match(/\d+/g) ?? []).filter((run) => run.length === length);
  return runs.length === 1 && runs[0] !== undefined ? runs[0] : compact.slice(0, length);
}
