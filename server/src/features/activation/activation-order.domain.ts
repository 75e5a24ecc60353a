import type { ActivationStep } from '@wattle/contract/activation/activation.ts';

/** Check that a card requires at its activation, one at most. */
export type ActivationCheck = 'none' | 'ekyc' | 'maidenName' | 'questions' | 'terms';

/** Outcome of the electronic identity verification so far. */
export type KycState = 'open' | 'verified' | 'failed' | 'locked';

/** Whether a new card is activated, or one in use is upgraded by a person without a login. */
export type Purpose = 'activation' | 'upgrade';

/** All facts that decide the order. For an upgrade, `product` is the target product. */
export type ActivationFacts = {
  readonly purpose: Purpose;
  readonly product: {
    /** Credit 1, Debit 2, Prepaid 3. */
    readonly type: number;
    /** Whether a card of the holder belongs to a login. */
    readonly needsLogin: boolean;
    readonly needsPin: boolean;
    /** Whether every new holder is verified, whatever the check of the card. */
    readonly needsKyc: boolean;
    readonly paysInterest: boolean;
  };
  readonly check: ActivationCheck;
  /** Whether the product has terms that this card has not accepted. */
  readonly isTermsDue: boolean;
  /** Whether it had terms to accept in this activation, so that the step is shown as done. */
  readonly hadTerms: boolean;
  readonly holder: {
    /** Whether the programme has a record of the card's holder. */
    readonly isKnown: boolean;
    readonly hasLogin: boolean;
    readonly isVerified: boolean;
    readonly hasTaxFile: boolean;
  };
  readonly isPrimary: boolean;
  /** Whether a login may take further cards. A brand may keep cards separate, each with its own login. */
  readonly linksCards: boolean;
  /** Completed steps of this activation. */
  readonly done: {
    readonly identity: boolean;
    /** Whether an existing login has signed in, which the card will belong to. */
    readonly login: boolean;
    readonly accessDetails: boolean;
    readonly entityDetails: boolean;
    /** Given, exempt or put off. */
    readonly taxFile: boolean;
    readonly consent: boolean;
    readonly kyc: KycState;
    readonly activated: boolean;
  };
};

export type StepState = { readonly step: ActivationStep; readonly isDone: boolean };

/**
 * Whether the electronic verification is required: by a check of the card or product, for a holder who is not verified.
 */
export function needsKyc({ check, product, holder }: ActivationFacts): boolean {
  return (check === 'ekyc' || product.needsKyc) && product.needsLogin && !holder.isVerified;
}

/** Maiden name or questions, which the electronic verification replaces. */
function identityStep(facts: ActivationFacts): 'identityVerify' | 'identityAuth' | null {
  if (needsKyc(facts)) return null;
  if (facts.check === 'maidenName') return 'identityVerify';
  return facts.check === 'questions' ? 'identityAuth' : null;
}

/** A tax file number is requested from a primary holder without one who gets a debit card that pays interest. */
export function asksTaxFile({ product, holder, isPrimary }: ActivationFacts): boolean {
  return product.type === 2 && isPrimary && product.paysInterest && !holder.hasTaxFile;
}

/** How the card gets a login: none, that of its holder, a choice, or a new one. */
function loginSteps(facts: ActivationFacts): StepState[] {
  const { product, holder, isPrimary, linksCards, done } = facts;
  if (!product.needsLogin) return [];
  if (holder.hasLogin) return [{ step: 'login', isDone: done.login }];
  // A person who has proved to be the holder on record makes that holder's login. A nominee's belongs to the shared
  // account.
  const isNew = holder.isKnown && (identityStep(facts) !== null || !isPrimary);
  const choice: StepState[] =
    isNew || !isPrimary || !linksCards ? [] : [{ step: 'loginOption', isDone: begunLogin(facts) }];
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
  // An existing login of an unverified holder does not replace the verification that the card requires.
  if (done.login && needsKyc(facts)) steps.push({ step: 'eKyc', isDone: done.kyc === 'verified' });
  steps.push({ step: product.needsPin ? 'pin' : 'confirm', isDone: done.activated });
  return done.activated ? steps.map(({ step }) => ({ step, isDone: true })) : steps;
}

/**
 * The steps of an upgrade. Card and access code have proved the person. The terms are those of the new card, and are
 * accepted when it is activated. An existing login takes the card with its sign-in, and no step is left.
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

/** Refusal because of a step that is not done yet. */
function refusalOf(facts: ActivationFacts, missing: ActivationStep): OutOfTurn {
  if (missing === 'identityVerify' || missing === 'identityAuth') return 'identity_not_verified';
  if (missing === 'login') return 'card_linked_elsewhere';
  if (missing !== 'eKyc') return 'required_field';
  return facts.done.kyc === 'open' ? 'kyc_needed' : 'kyc_failed';
}

/**
 * Whether a step may be carried out now: null, or the reason why not. Every step before it must be done. A finished
 * step may be repeated (changed on the review) until the card is active. A step that this activation does not have is
 * refused.
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

/** Beginning one of them makes the choice between an existing and a new login. */
function opens(before: ActivationStep, step: ActivationStep): boolean {
  return before === 'loginOption' && step === 'accountSetup';
}
