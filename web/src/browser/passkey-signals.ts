/**
 * Signals to the browser's store of passkeys (WebAuthn level 3), so that it offers none that are gone and shows the
 * names of today. A browser may lack each of them or refuse it, which changes nothing here.
 */
type Interface = {
  readonly signalAllAcceptedCredentials?: (of: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: readonly string[];
  }) => Promise<unknown>;
  readonly signalCurrentUserDetails?: (of: {
    rpId: string;
    userId: string;
    name: string;
    displayName: string;
  }) => Promise<unknown>;
};

function signal(work: (to: Interface) => Promise<unknown> | undefined): void {
  try {
    work(PublicKeyCredential as unknown as Interface)?.catch(() => undefined);
  } catch {
    // Missing or blocked.
  }
}

export type PasskeysOfUser = {
  readonly rpId: string;
  readonly userId: string;
  readonly credentialIds: readonly string[];
  readonly name: string;
  readonly displayName: string;
};

/** Signals that only these passkeys of a user are offered, under these names. */
export function signalPasskeysOfUser({ rpId, userId, credentialIds, name, displayName }: PasskeysOfUser): void {
  signal((to) => to.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: credentialIds }));
  signal((to) => to.signalCurrentUserDetails?.({ rpId, userId, name, displayName }));
}
