import { getSignIns } from '@wattle/contract/access/sign-ins.ts';
import { getTaxExemptionCodes } from '@wattle/contract/activation/tax-file-number.ts';
import { getCountries } from '@wattle/contract/brands/config.ts';
import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getTitles } from '@wattle/contract/profile/titles.ts';
import { button } from './by-hand.ts';
import { givenPerson } from './given-person.ts';
import { answer } from './given-server.ts';
import { openScreen } from './open-screen.tsx';
import { givenSignedIn, givenWaysIn } from './signed-in.ts';

type SignIn = ResponseOf<typeof getSignIns>['SignIns'][number];

export const THIS_DEVICE: SignIn = {
  Id: '00000000-0000-4000-8000-000000000001',
  Browser: 'Chrome',
  System: 'Android',
  IsPhone: true,
  SignedInAt: '2026-11-20T02:00:00.000Z',
  LastActiveAt: '2026-11-20T02:00:00.000Z',
  IsCurrent: true,
};
export const ANOTHER_DEVICE: SignIn = {
  ...THIS_DEVICE,
  Id: '00000000-0000-4000-8000-000000000002',
  Browser: 'Firefox',
  System: 'Windows',
  IsPhone: false,
  IsCurrent: false,
};

/** The server knows what the page of one's own account asks of a primary holder, who has a second session. */
export function givenMyAccount(): void {
  givenSignedIn();
  givenWaysIn();
  givenPerson();
  answer(isPrimaryAccount, true);
  answer(getSignIns, { SignIns: [THIS_DEVICE, ANOTHER_DEVICE], Views: [], Programme: 'Wattle' });
  answer(getTitles, {
    Titles: [
      { value: 'Ms', text: 'Ms' },
      { value: 'Dr', text: 'Dr' },
    ],
  });
  answer(getCountries, { Countries: [] });
  answer(getTaxExemptionCodes, { TaxExemptionCodes: [{ Key: 'pension', Value: 'A pension' }] });
}

export const openMyAccount = (options: Omit<NonNullable<Parameters<typeof openScreen>[1]>, 'as'> = {}) =>
  openScreen('/myAccount', { ...options, as: 'account' });

/** Opens a section of it, once it is there. */
export const change = (title: string) => button(`Change ${title}`).click();
