/** Input of a command: texts, and switches that were given. */
export type GivenInput = Readonly<Record<string, string | boolean>>;

/** Maximum number of characters of a reason. */
export const REASON_MAXIMUM = 400;

/** Canonical text of a command and its input, which does not depend on the order of the fields. */
export function canonicalText(command: string, input: GivenInput): string {
  const entries = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([command, entries]);
}

/** Ids of disputes, files and orders. Some contain as many digits in a row as a card number. */
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** Whether a text holds 16 or 19 digits like a card number's, with or without spaces and hyphens. */
export function holdsCardNumber(text: string): boolean {
  return [...text.replaceAll(UUID, '').matchAll(/\d(?:[ -]?\d){12,}/g)].some(([digits]) =>
    [16, 19].includes(digits.replaceAll(/\D/g, '').length),
  );
}
