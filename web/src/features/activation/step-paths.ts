import type { ActivationStep, ActivationView } from '@wattle/contract/activation/activation.ts';
import { paths } from '../../paths.ts';

/** The page of each step. */
const STEP_PATHS: Readonly<Record<ActivationStep, string>> = {
  terms: paths.termsAndConditions(),
  identityVerify: paths.cardIdentityVerify(),
  identityAuth: paths.cardIdentityAuth(),
  loginOption: paths.loginOptionSelector(),
  login: paths.signInToActivate(),
  accessDetails: paths.accessDetailsSetup(),
  accountSetup: paths.accountSetup(),
  taxFile: paths.setTaxFile(),
  consent: paths.accountSetupConsent(),
  eKyc: paths.eKyc(),
  pin: paths.setPin(),
  confirm: paths.cardActivationSuccess(),
};

/** The page of a step. In an upgrade one page offers an existing login and a new one. */
export function pathOfStep(step: ActivationStep, purpose: ActivationView['Purpose'] = 'activation'): string {
  const isChoice = step === 'loginOption' || step === 'login';
  return purpose === 'upgrade' && isChoice ? paths.signInToUpgrade() : STEP_PATHS[step];
}
