/** What was typed for a command: texts, and switches that were given. */
export type GivenInput = Readonly<Record<string, string | boolean>>;

/** The same text for the same command and input, whatever the order in which it was typed. */
export function canonicalText(command: string, input: GivenInput): string {
  const entries = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([command, entries]);
}

/** Whether a text holds 16 or 19 digits like a card number's, with or without spaces and hyphens. */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(/\d(?:[ -]?\d){12,}/g)].some(([digits]) =>
    [16, 19].includes(digits.replaceAll(/\D/g, '').length),
  );
}
