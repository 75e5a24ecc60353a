import type { ActivationStep } from '@wattle/contract/activation/activation.ts';
import { paths } from '../../paths.ts';

/** The page of each step. */
export const STEP_PATHS: Readonly<Record<ActivationStep, string>> = {
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
