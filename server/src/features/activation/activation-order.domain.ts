import type { ActivationStep } from '@wattle/contract/activation/activation.ts';

/** Check that a card demands at its activation; one at most. */
export type ActivationCheck = 'none' | 'ekyc' | 'maidenName' | 'questions' | 'terms';

/** Outcome of the electronic identity verification so far. */
export type KycState = 'open' | 'verified' | 'failed' | 'locked';

/** A new card is activated, or one that is in use is upgraded by somebody without a login. */
export type Purpose = 'activation' | 'upgrade';

/** Everything that the order follows from. Of an upgrade, `product` is the one that the card becomes. */
export type ActivationFacts = {
  readonly purpose: Purpose;
  readonly product: {
    /** Credit 1, Debit 2, Prepaid 3. */
    readonly type: number;
    /** A card of it belongs to a login. */
    readonly needsLogin: boolean;
    readonly needsPin: boolean;
    /** Every new holder is verified, whatever the card asks. */
    readonly needsKyc: boolean;
    readonly paysInterest: boolean;
  };
  readonly check: ActivationCheck;
  /** The product has terms that this card has not accepted. */
  readonly isTermsDue: boolean;
  /** It had terms to accept in this activation: the step is shown as done. */
  readonly hadTerms: boolean;
  readonly holder: {
    /** The programme has a record of who the card is for. */
    readonly isKnown: boolean;
    readonly hasLogin: boolean;
    readonly isVerified: boolean;
    readonly hasTaxFile: boolean;
  };
  readonly isPrimary: boolean;
  /** Completed steps of this activation. */
  readonly done: {
    readonly identity: boolean;
    /** Signed in with an existing login, which the card will belong to. */
    readonly login: boolean;
    readonly accessDetails: boolean;
    readonly entityDetails: boolean;
    /** Given, exempt, or put off. */
    readonly taxFile: boolean;
    readonly consent: boolean;
    readonly kyc: KycState;
    readonly activated: boolean;
  };
};

export type StepState = { readonly step: ActivationStep; readonly isDone: boolean };

/** The electronic verification is asked for: a check of the card or product, of a holder who is not verified. */
export function needsKyc({ check, product, holder }: ActivationFacts): boolean {
  return (check === 'ekyc' || product.needsKyc) && product.needsLogin && !holder.isVerified;
}

/** Maiden name or questions, which the electronic verification stands in for. */
function identityStep(facts: ActivationFacts): 'identityVerify' | 'identityAuth' | null {
  if (needsKyc(facts)) return null;
  if (facts.check === 'maidenName') return 'identityVerify';
  return facts.check === 'questions' ? 'identityAuth' : null;
}

/** A tax file number is asked of a primary holder without one, who gets a debit card that pays interest. */
export function asksTaxFile({ product, holder, isPrimary }: ActivationFacts): boolean {
  return product.type === 2 && isPrimary && product.paysInterest && !holder.hasTaxFile;
}

/** How the card comes to belong to a login: none, the one that the holder has, a choice, or a new one. */
function loginSteps(facts: ActivationFacts): StepState[] {
  const { product, holder, isPrimary, done } = facts;
  if (!product.needsLogin) return [];
  if (holder.hasLogin) return [{ step: 'login', isDone: done.login }];
  // Who has proved to be the holder on record makes that holder's login; a nominee's belongs to the shared account.
  const isNew = holder.isKnown && (identityStep(facts) !== null || !isPrimary);
  const choice: StepState[] = isNew || !isPrimary ? [] : [{ step: 'loginOption', isDone: begunLogin(facts) }];
  if (done.login) return [...choice, { step: 'login', isDone: true }];
  return [...choice, ...newLoginSteps(facts, isNew)];
}

function begunLogin({ done }: ActivationFacts): boolean {
  return done.login || done.accessDetails;
}

function newLoginSteps(facts: ActivationFacts, isKnown: boolean): StepState[] {
  const { done } = facts;
  const steps: StepState[] = isKnown
    ? [{ step: 'accessDetails', isDone: done.accessDetails }]
    : [{ step: 'accountSetup', isDone: done.accessDetails && done.entityDetails }];
  if (asksTaxFile(facts)) steps.push({ step: 'taxFile', isDone: done.taxFile });
  if (!isKnown || needsKyc(facts)) steps.push({ step: 'consent', isDone: done.consent });
  if (needsKyc(facts)) steps.push({ step: 'eKyc', isDone: done.kyc === 'verified' });
  return steps;
}

/** The steps of an activation in their order: terms, identity, login, set-up, consent, eKYC, PIN. */
export function activationSteps(facts: ActivationFacts): readonly StepState[] {
  const { product, done } = facts;
  if (facts.purpose === 'upgrade') return upgradeSteps(facts);
  const steps: StepState[] = [];
  if (facts.isTermsDue || facts.hadTerms) steps.push({ step: 'terms', isDone: !facts.isTermsDue });
  const identity = identityStep(facts);
  if (identity !== null) steps.push({ step: identity, isDone: done.identity });
  steps.push(...loginSteps(facts));
  // An existing login of an unverified holder does not replace the verification that the card asks for.
  if (done.login && needsKyc(facts)) steps.push({ step: 'eKyc', isDone: done.kyc === 'verified' });
  steps.push({ step: product.needsPin ? 'pin' : 'confirm', isDone: done.activated });
  return done.activated ? steps.map(({ step }) => ({ step, isDone: true })) : steps;
}

/**
 * The steps of an upgrade. Card and access code have proved who somebody is, and the terms are those of the new card,
 * which are asked for when it is activated. An existing login takes the card with its sign-in, and nothing is left.
 */
function upgradeSteps(facts: ActivationFacts): readonly StepState[] {
  const { done, holder } = facts;
  const steps = loginSteps(facts);
  if (!holder.hasLogin && !done.login) steps.push({ step: 'pin', isDone: done.activated });
  return done.activated ? steps.map(({ step }) => ({ step, isDone: true })) : steps;
}

/** The first step that is not done; null once the card is active. */
export function nextStep(facts: ActivationFacts): ActivationStep | null {
  return activationSteps(facts).find(({ isDone }) => !isDone)?.step ?? null;
}

export type OutOfTurn =
  | 'card_activated_already'
  | 'kyc_needed'
  | 'kyc_failed'
  | 'identity_not_verified'
  | 'card_linked_elsewhere'
  | 'required_field';

/** Why a step that is not done yet stands in the way. */
function refusalOf(facts: ActivationFacts, missing: ActivationStep): OutOfTurn {
  if (missing === 'identityVerify' || missing === 'identityAuth') return 'identity_not_verified';
  if (missing === 'login') return 'card_linked_elsewhere';
  if (missing !== 'eKyc') return 'required_field';
  return facts.done.kyc === 'open' ? 'kyc_needed' : 'kyc_failed';
}

/**
 * Whether a step may be carried out now: null, or why not. Every step before it must be done. A step that is done may
 * be done again (changed on the review) until the card is active. A step that this activation does not have is refused.
 */
export function refuseStep(facts: ActivationFacts, step: ActivationStep): OutOfTurn | null {
  if (facts.done.activated) return 'card_activated_already';
  const steps = activationSteps(facts);
  const place = steps.findIndex((each) => each.step === step);
  const makesLogin = step === 'accessDetails' || step === 'accountSetup';
  if (place < 0) return makesLogin && facts.holder.hasLogin ? 'card_linked_elsewhere' : 'required_field';
  const missing = steps.slice(0, place).find(({ step: before, isDone }) => !isDone && !opens(before, step));
  return missing === undefined ? null : refusalOf(facts, missing.step);
}

/** The choice between an existing and a new login is made by beginning one of them. */
function opens(before: ActivationStep, step: ActivationStep): boolean {
  return before === 'loginOption' && step === 'accountSetup';
}
