/**
 * Whether this browser has passkeys at this address: they need a secure context (the interface is
 * missing elsewhere) and a host with a name.
 */
export function worksWithPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}
