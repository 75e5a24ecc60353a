import type { OutsideOutcome } from '../outcome.ts';

/** Where a verification stands, in greenID's words. */
export const VERIFICATION_OUTCOMES = [
  'VERIFIED',
  'VERIFIED_ADMIN',
  'VERIFIED_WITH_CHANGES',
  'IN_PROGRESS',
  'PENDING',
  'LOCKED_OUT',
] as const;
export type VerificationOutcome = (typeof VERIFICATION_OUTCOMES)[number];

/** Person who is verified. Sent to the service and not stored. */
export type VerifiedPerson = {
  readonly firstName: string;
  readonly middleName: string;
  readonly surname: string;
  /** `1990-02-01`. */
  readonly dateOfBirth: string;
  readonly email: string;
  /** Empty, or 10 digits. */
  readonly mobile: string;
  readonly address: {
    readonly unitNumber: string;
    readonly streetNumber: string;
    readonly streetName: string;
    readonly suburb: string;
    readonly state: string;
    readonly postcode: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
  };
};

export type Registration = {
  /** Names the verification in later calls. */
  readonly reference: string;
  /** Opens the person's part in the browser. Ends after 30 idle minutes. */
  readonly userToken: string;
  /** The rule set that the service applies. */
  readonly rule: string;
  readonly outcome: VerificationOutcome;
};

export type VerificationResult = { readonly outcome: VerificationOutcome; readonly rule: string };

/** Public settings with which the browser shows the person's part. */
export type Facility = {
  readonly accountId: string;
  readonly apiCode: string;
  readonly uiMode: string;
  /** Scripts that define `greenidUI`, in the order in which they are loaded. */
  readonly scripts: readonly string[];
};

/** Electronic verification of identity. No call throws for faults of the other system. */
export type IdentityService = {
  /**
   * Registers a person under an id that the caller chooses. Refused where the service lacks a fact that it needs.
   * At most 30 s.
   */
  register(asked: { readonly id: string; readonly person: VerifiedPerson }): Promise<OutsideOutcome<Registration>>;
  /** Where a verification stands. The browser's word is never taken for it. At most 10 s. */
  result(reference: string): Promise<OutsideOutcome<VerificationResult>>;
  /** Whether the person's part can be opened again. At most 10 s. */
  isUsable(reference: string): Promise<OutsideOutcome<boolean>>;
  /** @param reference of the verification that is shown, if there is one */
  facility(reference: string | undefined): Facility;
  /** Origins that the frame may load from. Empty: its own alone. */
  readonly origins: readonly string[];
};
