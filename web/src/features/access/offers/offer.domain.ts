/** An offer made after sign-in: a passkey, a passcode on this device, or notifications on it. */
export type Offer = 'passkey' | 'passcode' | 'notices';

/** Facts about this device that decide which offers are made. */
export type Situation = {
  readonly passcodeIsSet: boolean;
  readonly passcodeAlertDisabled: boolean;
  readonly noticesAnswered: boolean;
  /** Null if the server sends no notifications. */
  readonly noticesKey: string | null;
  readonly takesNotices: boolean;
  /** The login was set up a moment ago, in a browser and at a brand that have passkeys. */
  readonly isNewWithPasskeys: boolean;
  /** Until when each offer was put off, by this browser's clock. */
  readonly putOffUntilMs: Readonly<Partial<Record<Offer, number>>>;
};

/** The one offer that is made now; the other one waits for the next sign-in. */
export function offerOf(situation: Situation, nowMs: number): Offer | null {
  const isOpen = (offer: Offer) => nowMs >= (situation.putOffUntilMs[offer] ?? 0);
  // The end of a set-up: methods without a password come first.
  if (situation.isNewWithPasskeys && isOpen('passkey')) return 'passkey';
  if (!situation.passcodeIsSet && !situation.passcodeAlertDisabled && isOpen('passcode')) return 'passcode';
  const mayAskForNotices = situation.takesNotices && situation.noticesKey !== null && !situation.noticesAnswered;
  return mayAskForNotices && isOpen('notices') ? 'notices' : null;
}
