/** Each fault of a certificate that Node names, and what it means. */
const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Check the clock of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name. Give the name that is in it',
};

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name does not resolve. Check how it is written',
  EAI_AGAIN: 'the name server does not answer. Try again, or check the network',
  ECONNREFUSED: 'the connection is refused. Check that the server runs, and the port',
  ECONNRESET: 'the connection broke. Check what stands in between',
  EHOSTUNREACH: 'no way leads there. Check the network',
  ENETUNREACH: 'no way leads there. Check the network',
  EPROTO: 'it speaks no TLS. Check the port, or give an address with http on this machine',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS. Check the port, or give an address with http on this machine',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks no TLS. Check the port, or give an address with http on this machine',
};

/** The server cannot be reached, or something other than a desk answers. The message says which, and what to do. */
export class NoAnswer extends Error {
  constructor(url: string, why: string, options?: ErrorOptions) {
    super(`No desk answers at ${url}: ${why}.`, options);
  }
}

/** Reason why a call had no answer. */
export function whyNoAnswer(error: unknown): string {
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  if (name === 'TimeoutError') return 'it said nothing for 30 seconds. Try again';
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (message === 'unexpected redirect') return 'it sends on to another address. Give the one of the desk itself';
  if (typeof code !== 'string') return 'the call failed';
  if (UNTRUSTED.includes(code)) {
    return 'its certificate is not trusted here. Name the file of its issuer in NODE_EXTRA_CA_CERTS';
  }
  return CERTIFICATE[code] ?? NETWORK[code] ?? `the call failed with ${code}`;
}
