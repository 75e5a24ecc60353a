/** Characters that a direct-entry file can carry. `[`, `]` and `^` are not among them. */
const CHARACTERS = "A-Za-z0-9 +\\-@$!%&()*./#=:;?,'_";

/** A text of characters of direct entry alone. */
export const DIRECT_ENTRY = new RegExp(`^[${CHARACTERS}]*$`);

const OTHERS = new RegExp(`[^${CHARACTERS}]`, 'g');

/** A text in the characters of direct entry: letters lose their accents, what it does not carry becomes a blank. */
export function toDirectEntry(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(OTHERS, ' ');
}
