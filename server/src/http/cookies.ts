import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of one request and the changes for its response. */
export type CookieJar = {
  read(name: string): string | undefined;
  keep(name: string, value: string, forMs: number): void;
  forget(name: string): void;
  /** Sets a cookie that the page itself reads, so it must not contain a secret. */
  writePlain(name: string, forMs: number): void;
  /** Cookie name as sent to the browser. */
  nameOf(name: string): string;
};

export type AnsweredJar = CookieJar & {
  /** Sends changed cookies. A failed call sends none, because its transaction is rolled back. */
  answer(reply: FastifyReply): void;
};

/** base64url characters and dots only, so that a value cannot end the cookie or the header. */
const VALUE = /^[\w.-]{1,200}$/;

/**
 * Cookies that only the server can read (`HttpOnly`) and that are sent only by the site's own pages
 * (`SameSite=Strict`). With TLS the `__Host-` prefix binds them to this host, so that no other host of the
 * domain can set one.
 */
export function openCookieJar({ cookies }: Pick<FastifyRequest, 'cookies'>, isSecure: boolean): AnsweredJar {
  const prefix = isSecure ? '__Host-wattle-' : 'wattle-';
  const changed = new Map<string, { readonly value: string; readonly options: CookieSerializeOptions }>();

  function write(name: string, value: string, forMs: number, httpOnly = true): void {
    const maxAge = Math.floor(forMs / 1000);
    const options = { maxAge, path: '/', httpOnly, sameSite: 'strict', secure: isSecure } as const;
    changed.set(prefix + name, { value, options });
  }

  return {
    read(name) {
      const value = cookies[prefix + name];
      return value !== undefined && VALUE.test(value) ? value : undefined;
    },
    keep(name, value, forMs) {
      if (!VALUE.test(value)) throw new Error(`cookie ${name} has a value that cannot be written`);
      write(name, value, forMs);
    },
    forget: (name) => write(name, '', 0),
    nameOf: (name) => prefix + name,
    writePlain: (name, forMs) => write(name, '1', forMs, false),
    answer(reply) {
      for (const [name, { value, options }] of changed) reply.setCookie(name, value, options);
    },
  };
}
