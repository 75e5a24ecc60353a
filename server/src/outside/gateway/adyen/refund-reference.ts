/** Maximum length of the reference of a refund at Adyen. */
const MOST = 80;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Our reference of a refund as Adyen keeps it: at most 80 characters and without a colon, which separates the fields of
 * a signature. An id is written in 22 characters instead of 36. Undefined: it does not fit.
 */
export function toAdyenReference(reference: string): string | undefined {
  const written = reference.replaceAll(new RegExp(`${UUID}|[~:]`, 'g'), (part) => {
    if (part === '~') return '~t';
    if (part === ':') return '~c';
    return `~u${Buffer.from(part.replaceAll('-', ''), 'hex').toString('base64url')}`;
  });
  return written.length <= MOST ? written : undefined;
}

/** Our reference of a refund. */
export function fromAdyenReference(written: string): string {
  return written.replaceAll(/~(?:u([\w-]{22})|([ct]))/g, (_part, id: string | undefined, mark: string | undefined) => {
    if (id === undefined) return mark === 'c' ? ':' : '~';
    const hex = Buffer.from(id, 'base64url').toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  });
}
