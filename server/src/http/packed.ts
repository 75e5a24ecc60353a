import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Fast, and within a few per cent of the smallest. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const PACKERS = { br: (text: string) => promisify(brotliCompress)(text, BROTLI), gzip: promisify(gzip) } as const;

/** Whether a header such as `gzip, br;q=0` accepts an encoding. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/**
 * Compresses a page for a browser that accepts it. The plugin does so for routes, and a page is answered where there is
 * none. A page has no lasting secret and no part of the request, so its length reveals nothing.
 */
export async function packed(
  html: string,
  acceptEncoding = '',
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly content: string | Buffer }> {
  const encoding = (['br', 'gzip'] as const).find((name) => accepts(acceptEncoding, name));
  if (encoding === undefined) return { headers: { Vary: 'Accept-Encoding' }, content: html };
  return {
    headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding },
    content: await PACKERS[encoding](html),
  };
}
