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

/** Fault of a connection by its code, and what to do about it; undefined: another one. */
export function wordsOfFault(code: string): string | undefined {
  if (UNTRUSTED.includes(code)) {
    return 'its certificate is not trusted here. Name the file of its issuer in NODE_EXTRA_CA_CERTS';
  }
  return CERTIFICATE[code] ?? NETWORK[code];
}
