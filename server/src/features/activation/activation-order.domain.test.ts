import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActivationFacts, activationSteps, nextStep, refuseStep } from './activation-order.domain.ts';

type Given = {
  readonly product?: Partial<ActivationFacts['product']>;
  readonly holder?: Partial<ActivationFacts['holder']>;
  readonly done?: Partial<ActivationFacts['done']>;
} & Partial<Omit<ActivationFacts, 'product' | 'holder' | 'done'>>;

/** A new reloadable debit card without a holder or interest, of which no step is done. */
function facts({ product, holder, done, ...rest }: Given = {}): ActivationFacts {
  return {
    purpose: 'activation',
    product: { type: 2, needsLogin: true, needsPin: true, needsKyc: false, paysInterest: false, ...product },
    check: 'none',
    isTermsDue: false,
    hadTerms: false,
    holder: { isKnown: false, hasLogin: false, isVerified: false, hasTaxFile: false, ...holder },
    isPrimary: true,
    linksCards: true,
    done: {
      identity: false,
      login: false,
      accessDetails: false,
      entityDetails: false,
      taxFile: false,
      consent: false,
      kyc: 'open',
      activated: false,
      ...done,
    },
    ...rest,
  };
}

const names = (given: Given) => activationSteps(facts(given)).map(({ step }) => step);

describe('the order of an activation', () => {
  it.each<readonly [string, Given, readonly string[]]>([
    ['a card without checks', {}, ['loginOption', 'accountSetup', 'consent', 'pin']],
    ['a card of a brand that keeps cards separate', { linksCards: false }, ['accountSetup', 'consent', 'pin']],
    ['terms come first', { isTermsDue: true }, ['terms', 'loginOption', 'accountSetup', 'consent', 'pin']],
    [
      'a maiden name comes before the login of the holder on record',
      { check: 'maidenName', holder: { isKnown: true } },
      ['identityVerify', 'accessDetails', 'pin'],
    ],
    [
      'questions come before the login of the holder on record',
      { check: 'questions', holder: { isKnown: true } },
      ['identityAuth', 'accessDetails', 'pin'],
    ],
    [
      'identity comes before an existing login',
      { check: 'questions', holder: { isKnown: true, hasLogin: true } },
      ['identityAuth', 'login', 'pin'],
    ],
    ['who has a login signs in', { holder: { isKnown: true, hasLogin: true } }, ['login', 'pin']],
    [
      'consent comes before eKYC, eKYC before the PIN',
      { check: 'ekyc' },
      ['loginOption', 'accountSetup', 'consent', 'eKyc', 'pin'],
    ],
    [
      'a product that demands eKYC',
      { product: { needsKyc: true } },
      ['loginOption', 'accountSetup', 'consent', 'eKyc', 'pin'],
    ],
    [
      'eKYC is not asked of a verified holder',
      { check: 'ekyc', holder: { isKnown: true, isVerified: true, hasLogin: true } },
      ['login', 'pin'],
    ],
    [
      'a tax file number is asked where interest is paid',
      { product: { paysInterest: true } },
      ['loginOption', 'accountSetup', 'taxFile', 'consent', 'pin'],
    ],
    [
      'no tax file number where one is known',
      { product: { paysInterest: true }, check: 'maidenName', holder: { isKnown: true, hasTaxFile: true } },
      ['identityVerify', 'accessDetails', 'pin'],
    ],
    [
      'no tax file number for a prepaid card',
      { product: { type: 3, paysInterest: true } },
      ['loginOption', 'accountSetup', 'consent', 'pin'],
    ],
    [
      'a nominee makes a login of the shared account, without a choice or a tax file number',
      { isPrimary: false, product: { paysInterest: true }, holder: { isKnown: true } },
      ['accessDetails', 'pin'],
    ],
    ['a card alone has neither login nor PIN', { product: { needsLogin: false, needsPin: false } }, ['confirm']],
    [
      'a card alone with terms',
      { product: { needsLogin: false, needsPin: false }, isTermsDue: true },
      ['terms', 'confirm'],
    ],
    ['an existing login that was chosen', { done: { login: true } }, ['loginOption', 'login', 'pin']],
    [
      'an existing login does not replace eKYC',
      { check: 'ekyc', done: { login: true } },
      ['loginOption', 'login', 'eKyc', 'pin'],
    ],
  ])('%s', (_, given, expected) => {
    expect(names(given)).toEqual(expected);
  });

  it('continues with the first step that is not done', () => {
    expect(nextStep(facts())).toBe('loginOption');
    expect(nextStep(facts({ done: { accessDetails: true } }))).toBe('accountSetup');
    expect(nextStep(facts({ done: { accessDetails: true, entityDetails: true } }))).toBe('consent');
    expect(nextStep(facts({ done: { accessDetails: true, entityDetails: true, consent: true } }))).toBe('pin');
    expect(nextStep(facts({ done: { activated: true } }))).toBeNull();
  });
});

describe('the order of an upgrade', () => {
  const upgrade = (given: Given = {}) => names({ purpose: 'upgrade', ...given });
  it.each<readonly [string, Given, readonly string[]]>([
    ['a new login, its details, the review and the PIN', {}, ['loginOption', 'accountSetup', 'consent', 'pin']],
    [
      'the tax file number and eKYC that the reloadable product asks for',
      { product: { paysInterest: true }, check: 'ekyc', holder: { isKnown: true } },
      ['loginOption', 'accountSetup', 'taxFile', 'consent', 'eKyc', 'pin'],
    ],
    ['the login that the holder has, and nothing after it', { holder: { isKnown: true, hasLogin: true } }, ['login']],
    ['an existing login that takes the card', { done: { login: true } }, ['loginOption', 'login']],
  ])('%s', (_, given, expected) => {
    expect(upgrade(given)).toEqual(expected);
  });

  it('allows the sign-up only after the details, the consent and the verification', () => {
    const entered = { accessDetails: true, entityDetails: true, consent: true } as const;
    const refusal = (given: Given) => refuseStep(facts({ purpose: 'upgrade', ...given }), 'pin');
    expect(refusal({})).toBe('required_field');
    expect(refusal({ done: { ...entered, consent: false } })).toBe('required_field');
    expect(refusal({ check: 'ekyc', done: entered })).toBe('kyc_needed');
    expect(refusal({ check: 'ekyc', done: { ...entered, kyc: 'failed' } })).toBe('kyc_failed');
    expect(refusal({ done: entered })).toBeNull();
    expect(refusal({ done: { ...entered, activated: true } })).toBe('card_activated_already');
  });
});

describe('a step out of turn', () => {
  const entered = { accessDetails: true, entityDetails: true, consent: true } as const;
  it.each<readonly [string, Given, Parameters<typeof refuseStep>[1], string | null]>([
    ['the PIN before the details', {}, 'pin', 'required_field'],
    ['the PIN before the terms', { isTermsDue: true, done: entered }, 'pin', 'required_field'],
    [
      'the PIN before the identity',
      { check: 'maidenName', holder: { isKnown: true }, done: { accessDetails: true } },
      'pin',
      'identity_not_verified',
    ],
    ['the PIN before eKYC', { check: 'ekyc', done: entered }, 'pin', 'kyc_needed'],
    ['the PIN after eKYC has failed', { check: 'ekyc', done: { ...entered, kyc: 'failed' } }, 'pin', 'kyc_failed'],
    ['the PIN after eKYC was locked', { check: 'ekyc', done: { ...entered, kyc: 'locked' } }, 'pin', 'kyc_failed'],
    [
      'the PIN before the login that is there',
      { holder: { isKnown: true, hasLogin: true } },
      'pin',
      'card_linked_elsewhere',
    ],
    [
      'a new login beside the one that is there',
      { holder: { isKnown: true, hasLogin: true } },
      'accessDetails',
      'card_linked_elsewhere',
    ],
    ['eKYC before consent', { check: 'ekyc', done: { ...entered, consent: false } }, 'eKyc', 'required_field'],
    ['anything once the card is active', { done: { activated: true } }, 'accountSetup', 'card_activated_already'],
    ['a tax file number that is not asked for', {}, 'taxFile', 'required_field'],
    ['account set-up without a choice before', {}, 'accountSetup', null],
    ['details that are changed on the review', { done: { ...entered, consent: false } }, 'accountSetup', null],
    ['the PIN in its turn', { done: entered }, 'pin', null],
    ['the PIN in its turn after eKYC', { check: 'ekyc', done: { ...entered, kyc: 'verified' } }, 'pin', null],
  ])('%s', (_, given, step, expected) => {
    expect(refuseStep(facts(given), step)).toBe(expected);
  });
});

const anyFacts: fc.Arbitrary<ActivationFacts> = fc.record({
  purpose: fc.constantFrom('activation', 'upgrade'),
  product: fc.record({
    type: fc.constantFrom(1, 2, 3),
    needsLogin: fc.boolean(),
    needsPin: fc.boolean(),
    needsKyc: fc.boolean(),
    paysInterest: fc.boolean(),
  }),
  check: fc.constantFrom('none', 'ekyc', 'maidenName', 'questions', 'terms'),
  isTermsDue: fc.boolean(),
  hadTerms: fc.boolean(),
  holder: fc.record({
    isKnown: fc.boolean(),
    hasLogin: fc.boolean(),
    isVerified: fc.boolean(),
    hasTaxFile: fc.boolean(),
  }),
  isPrimary: fc.boolean(),
  linksCards: fc.boolean(),
  done: fc.record({
    identity: fc.boolean(),
    login: fc.boolean(),
    accessDetails: fc.boolean(),
    entityDetails: fc.boolean(),
    taxFile: fc.boolean(),
    consent: fc.boolean(),
    kyc: fc.constantFrom('open', 'verified', 'failed', 'locked'),
    activated: fc.boolean(),
  }),
});

/** An upgrade always ends in a login. */
const consistent = anyFacts.map((given) =>
  given.purpose === 'upgrade' ? { ...given, product: { ...given.product, needsLogin: true } } : given,
);

describe('an activation with any facts', () => {
  const BEFORE: readonly (readonly [string, string])[] = [
    ['terms', 'identityVerify'],
    ['terms', 'loginOption'],
    ['terms', 'pin'],
    ['identityVerify', 'login'],
    ['identityAuth', 'login'],
    ['identityAuth', 'accessDetails'],
    ['login', 'pin'],
    ['accountSetup', 'consent'],
    ['consent', 'eKyc'],
    ['eKyc', 'pin'],
  ];

  it('has its steps in order, each once, and ends with the activation', () => {
    fc.assert(
      fc.property(consistent, (given) => {
        const steps = activationSteps(given).map(({ step }) => step as string);
        expect(new Set(steps).size).toBe(steps.length);
        // A login that takes a card to be upgraded leaves no further step.
        const isTaken = given.holder.hasLogin || given.done.login;
        if (given.purpose === 'upgrade') expect(steps.at(-1)).toBe(isTaken ? 'login' : 'pin');
        else expect(steps.at(-1)).toBe(given.product.needsPin ? 'pin' : 'confirm');
        for (const [first, second] of BEFORE) {
          const [a, b] = [steps.indexOf(first), steps.indexOf(second)];
          if (a >= 0 && b >= 0) expect(a).toBeLessThan(b);
        }
      }),
    );
  });

  it('allows its next step and none after it', () => {
    fc.assert(
      fc.property(consistent, (given) => {
        const next = nextStep(given);
        const isTaken = given.purpose === 'upgrade' && given.done.login;
        expect(next === null).toBe(given.done.activated || isTaken);
        if (next === null) return;
        expect(refuseStep(given, next)).toBeNull();
        const steps = activationSteps(given).map(({ step }) => step);
        const last = steps.at(-1);
        if (last !== undefined && last !== next) expect(refuseStep(given, last)).not.toBeNull();
      }),
    );
  });

  it('never activates a card that needs eKYC of an unverified person without it', () => {
    fc.assert(
      fc.property(consistent, (given) => {
        const needs =
          given.product.needsLogin && !given.holder.isVerified && (given.check === 'ekyc' || given.product.needsKyc);
        fc.pre(
          given.purpose === 'activation' &&
            needs &&
            given.done.kyc !== 'verified' &&
            !given.done.activated &&
            !(given.holder.hasLogin && !given.done.login),
        );
        expect(refuseStep(given, given.product.needsPin ? 'pin' : 'confirm')).not.toBeNull();
      }),
    );
  });
});
