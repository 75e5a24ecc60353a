/** The cookies of one request and the changes for its response. */
export type CookieJar = {
  read(name: string): string | undefined;
  keep(name: string, value: string, forMs: number): void;
  forget(name: string): void;
  /** Tells the page something for a while: it reads this cookie itself, so it holds no secret. */
  tell(name: string, forMs: number): void;
  /** The name of a cookie as the browser has it. */
  nameOf(name: string): string;
};

export type AnsweredJar = CookieJar & {
  /** Values of `Set-Cookie`, one for each cookie that was changed. */
  answer(): string[];
};

/** base64url characters only, so that a value cannot end the cookie or the header. */
const VALUE = /^[\w-]{1,200}$/;

/**
 * Cookies that only the server can read (`HttpOnly`) and that are sent only by the site's own pages
 * (`SameSite=Strict`). With TLS the `__Host-` prefix binds them to this host, so that no other host of the
 * domain can set one.
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
    nameOf: (name) => prefix + name,
    tell(name, forMs) {
      const attributes = `Max-Age=${Math.floor(forMs / 1000)}; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`;
      changed.set(name, `${prefix}${name}=1; ${attributes}`);
    },
    answer: () => [...changed.values()],
  };
}

function parse(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    // The first cookie of a name is the most specific one.
    if (at > 0 && VALUE.test(value) && !found.has(name)) found.set(name, value);
  }
  return found;
}
