import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';

/** Results of a verification in greenID's terms. */
export const VERIFICATION_OUTCOMES = [
  'VERIFIED',
  'VERIFIED_ADMIN',
  'VERIFIED_WITH_CHANGES',
  'IN_PROGRESS',
  'PENDING',
  'LOCKED_OUT',
] as const;
export type VerificationOutcome = (typeof VERIFICATION_OUTCOMES)[number];

/** Person to be verified. Sent to the service and not stored. */
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
  /** Opens the person's step in the browser. Expires after 30 idle minutes. */
  readonly userToken: string;
  /** Rule set of the service. */
  readonly rule: string;
  readonly outcome: VerificationOutcome;
};

export type VerificationResult = { readonly outcome: VerificationOutcome; readonly rule: string };

/** Public settings for showing the person's step in the browser. */
export type Facility = {
  readonly accountId: string;
  readonly apiCode: string;
  readonly uiMode: string;
  /** Scripts that define `greenidUI`, in loading order. */
  readonly scripts: readonly string[];
};

/** Electronic identity verification. No call throws for faults of the other system. */
export type IdentityService = {
  /** Registers a person under an id chosen by the caller. Refused if a required field is missing. At most 30 s. */
  register(asked: { readonly id: string; readonly person: VerifiedPerson }): Promise<OutsideOutcome<Registration>>;
  /** Result of a verification. The browser's report is never used. At most 10 s. */
  result(reference: string): Promise<OutsideOutcome<VerificationResult>>;
  /** Whether the person's step can be opened again. At most 10 s. */
  isUsable(reference: string): Promise<OutsideOutcome<boolean>>;
  /** @param reference of the verification that is shown, if there is one */
  facility(reference: string | undefined): Facility;
  /** Signs in and asks about no one. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
  /** Permitted origins of the frame. Empty: only its own. */
  readonly origins: readonly string[];
};
