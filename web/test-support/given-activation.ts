import { endSession } from '@wattle/contract/access/session.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import type { ActivationStep, ActivationView } from '@wattle/contract/activation/activation.ts';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import { getTaxExemptionCodes } from '@wattle/contract/activation/tax-file-number.ts';
import { getAutoAddressEnableStatus, getCountries } from '@wattle/contract/brands/config.ts';
import { getTitles } from '@wattle/contract/profile/titles.ts';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { endActivation } from '../src/features/activation/activation-session.ts';
import type { BrandName } from './brand-view.ts';
import { answer } from './given-server.ts';
import { openScreen, TOKEN } from './open-screen.tsx';

const NOTHING_ENTERED: ActivationView['Entered'] = {
  LoginName: null,
  EmailAddress: null,
  SecurityQuestion: null,
  Title: null,
  FirstName: null,
  MiddleName: null,
  Surname: null,
  NameOnCard: null,
  UnparsedDateOfBirth: null,
  Mobile: null,
  HomePhone: null,
  Address: null,
  CorrespondenceAddress: null,
  RewardProviderDetails: null,
  TaxFileNumber: null,
  IsTaxFileNumberPutOff: false,
};

export const ENTERED: ActivationView['Entered'] = {
  ...NOTHING_ENTERED,
  LoginName: 'mina.ohara@example.com',
  EmailAddress: 'mina.ohara@example.com',
  SecurityQuestion: 2,
  Title: 'Ms',
  FirstName: 'Mina',
  Surname: "O'Hara",
  UnparsedDateOfBirth: '1988-07-14',
  Mobile: '0400 000 777',
  Address: {
    AddressLine1: '14 Banksia Street',
    AddressLine2: '',
    Suburb: 'Fremantle',
    State: 'WA',
    PostCode: '6160',
    CountryCode: 'AU',
  },
};

/** An activation of a card by a new holder, of which a step is next. Those before it are done. */
export function givenActivation(
  next: ActivationStep | null,
  steps: readonly ActivationStep[],
  other: Partial<ActivationView> = {},
): ActivationView {
  const at = next === null ? steps.length : steps.indexOf(next);
  return {
    AccountNumber: '200100090',
    CardNumberSuffix: '0074',
    CardProductTypeId: 2,
    TaxFileNumberExist: false,
    DisableInterest: false,
    NeedToLogin: false,
    IsPrimaryAccount: true,
    IsPrimaryAccountRelationship: true,
    eKycRequired: steps.includes('eKyc'),
    NeedCustomAuth: false,
    NeedToVerifyIdentity: false,
    MaskedCardNumber: '9036 00•• •••• 0074',
    CardName: 'Wattle Everyday',
    Image: '/card.svg',
    IsImageDark: false,
    IsReloadable: true,
    Purpose: 'activation',
    RewardProviderName: null,
    MinimumAge: 16,
    Withholding: null,
    Terms: steps.includes('terms') ? { Version: '2026-07', Url: 'https://wattle.example/terms' } : null,
    Steps: steps.map((Name, index) => ({ Name, IsDone: index < at })),
    NextStep: next,
    Entered: NOTHING_ENTERED,
    ...other,
  };
}

type OpenOptions = {
  readonly brand?: BrandName;
  /** Answer in place of the lists of a person's details. */
  readonly listsFail?: () => Response;
};

/** Card and code are right: opens the step of an activation that is next. */
export async function openStep(view: ActivationView, options: OpenOptions = {}): Promise<void> {
  answer(endSession, { IsSuccessful: true });
  answer(token, TOKEN);
  answer(getActivation, view);
  answer(getTitles, options.listsFail ?? { Titles: [{ value: 'Ms', text: 'Ms' }] });
  answer(getCountries, { Countries: [] });
  answer(getTaxExemptionCodes, { TaxExemptionCodes: [{ Key: 'pension', Value: 'A pension' }] });
  answer(getAutoAddressEnableStatus, { IsEnabled: false });
  await openScreen('/cardActivate', options);
  await page.getByLabelText(/^Card (number|ID)$/).fill(options.brand === 'stumps' ? '10000000074' : '9036000000000074');
  await page.getByLabelText('Activation code', { exact: true }).fill('112358');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** The tab holds one, whatever page is opened next. */
afterEach(() => endActivation());
