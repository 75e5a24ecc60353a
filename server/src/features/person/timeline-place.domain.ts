/**
 * A place in a timeline that is merged from several lists, each in its own order: how far each has been shown. It goes
 * on without a gap and without a repetition whatever is added meanwhile.
 */
export type Place = Readonly<Record<string, string>>;

const MARK = /^\d{1,18}(?:\/\d{1,18})?$/;
const SOURCE = /^[a-z]{1,10}(?::\d{1,18})?$/;
/** A person has few accounts, and each has eight lists. */
const MOST_SOURCES = 450;

export function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Undefined: this server did not write the text. */
export function readPlace(text: string): Place | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const entries = Object.entries(parsed);
    const isWhole = entries.every(
      ([source, mark]) => SOURCE.test(source) && typeof mark === 'string' && MARK.test(mark),
    );
    return isWhole && entries.length <= MOST_SOURCES ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

/** Merges lists, each newest first, into one list, newest first. It keeps the order of the lines of each list. */
export function mergeNewestFirst<Line extends { readonly at: string }>(lists: readonly (readonly Line[])[]): Line[] {
  const heads = lists.map(() => 0);
  const merged: Line[] = [];
  for (;;) {
    let newest = -1;
    for (const [index, list] of lists.entries()) {
      const head = list[heads[index] ?? 0];
      const best = newest < 0 ? undefined : lists[newest]?.[heads[newest] ?? 0];
      if (head && (!best || head.at > best.at)) newest = index;
    }
    const line = lists[newest]?.[heads[newest] ?? 0];
    if (!line) return merged;
    merged.push(line);
    heads[newest] = (heads[newest] ?? 0) + 1;
  }
}
