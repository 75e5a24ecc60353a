/** The cookies of one call: what came with it, and what its answer changes. */
export type CookieJar = {
  read(name: string): string | undefined;
  keep(name: string, value: string, forMs: number): void;
  forget(name: string): void;
};

export type AnsweredJar = CookieJar & {
  /** Values of `Set-Cookie`, one for each cookie that was changed. */
  answer(): string[];
};

/** Letters of base64url alone, so that nothing in it can end the cookie or the header. */
const VALUE = /^[\w-]{1,200}$/;

/**
 * Cookies that only the server reads (`HttpOnly`) and that come with requests of the site's own pages
 * alone (`SameSite=Strict`). Where the site is served by TLS the browser holds their name to this very
 * host (`__Host-`), so that no other host of the domain can plant one.
 */
export function openCookieJar(header: string | undefined, isSecure: boolean): AnsweredJar {
  const prefix = isSecure ? '__Host-wattle-' : 'wattle-';
  const sent = parse(header ?? '');
  const changed = new Map<string, string>();

  function write(name: string, value: string, maxAgeS: number): void {
    const attributes = `Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    changed.set(name, `${prefix}${name}=${value}; ${attributes}`);
  }

  return {
    read: (name) => sent.get(prefix + name),
    keep(name, value, forMs) {
      if (!VALUE.test(value)) throw new Error(`cookie ${name} has a value that cannot be written`);
      write(name, value, Math.floor(forMs / 1000));
    },
    forget: (name) => write(name, '', 0),
    answer: () => [...changed.values()],
  };
}

function parse(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    // The first of a name is the most specific one.
    if (at > 0 && VALUE.test(value) && !found.has(name)) found.set(name, value);
  }
  return found;
}
