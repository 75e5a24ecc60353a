import type { NewCredential, SignedCredential } from '@wattle/contract/access/passkeys.ts';

/** Site at which a browser may ask its user. */
export type Site = {
  /** The host: what a passkey is made for. */
  readonly rpId: string;
  /** Origins of the pages that may ask. */
  readonly origins: readonly string[];
};

/** Whether the browser claims to have asked at a page of this site. The claim is signed, and verified later. */
export function isOfSite(credential: NewCredential | SignedCredential, { origins }: Site): boolean {
  try {
    const said = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString()) as unknown;
    const origin = (said as { origin?: unknown } | null)?.origin;
    return typeof origin === 'string' && origins.includes(origin);
  } catch {
    return false;
  }
}
