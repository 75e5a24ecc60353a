import type { ElementComponent } from '../../jsx/jsx-types.d.ts';
import { lazy } from 'react';
import type { Specimen } from './specimen.tsx';

/** Loaded after the page: all fields there are would weigh more than a route may. */
const later = (load: () => Promise<ElementComponent>) => lazy(async () => ({ default: await load() }));

/** Specimens of input components. */
export const inputSpecimens: readonly Specimen[] = [
  {
    id: 'text-fields',
    title: 'sandbox:inputs.text.title',
    Content: later(async () => (await import('./inputs-text.tsx')).TextFields),
  },
  {
    id: 'form',
    title: 'sandbox:inputs.form.title',
    Content: later(async () => (await import('./inputs-form.tsx')).FaultyForm),
  },
  {
    id: 'codes',
    title: 'sandbox:inputs.codes.title',
    Content: later(async () => (await import('./inputs-codes.tsx')).Codes),
  },
  {
    id: 'new-code',
    title: 'sandbox:inputs.newCode.title',
    Content: later(async () => (await import('./inputs-codes.tsx')).NewCode),
  },
  {
    id: 'new-password',
    title: 'sandbox:inputs.newPassword.title',
    Content: later(async () => (await import('./inputs-codes.tsx')).NewPassword),
  },
  {
    id: 'amounts',
    title: 'sandbox:inputs.amounts.title',
    Content: later(async () => (await import('./inputs-amounts.tsx')).Amounts),
  },
  {
    id: 'birth-dates',
    title: 'sandbox:inputs.birth.title',
    Content: later(async () => (await import('./inputs-dates.tsx')).BirthDates),
  },
  {
    id: 'months',
    title: 'sandbox:inputs.months.title',
    Content: later(async () => (await import('./inputs-dates.tsx')).Months),
  },
  {
    id: 'lists',
    title: 'sandbox:inputs.lists.title',
    Content: later(async () => (await import('./inputs-choices.tsx')).Lists),
  },
  {
    id: 'choices',
    title: 'sandbox:inputs.choices.title',
    Content: later(async () => (await import('./inputs-choices.tsx')).Choices),
  },
  {
    id: 'address',
    title: 'sandbox:inputs.address.title',
    Content: later(async () => (await import('./inputs-address.tsx')).AddressSpecimen),
  },
  {
    id: 'areas',
    title: 'sandbox:inputs.areas.title',
    Content: later(async () => (await import('./inputs-text.tsx')).Areas),
  },
];
