import type { ElementComponent } from '../../jsx/jsx-types.d.ts';
import { lazy } from 'react';
import type { Specimen } from './specimen.tsx';

/** Loaded after the page: all fields there are would weigh more than a route may. */
const later = (load: () => Promise<ElementComponent>) => lazy(async () => ({ default: await load() }));

/** Specimens of input components. */
export const inputSpecimens: readonly Specimen[] = [
  {
    id: 'text-fields',
    title: 'inputs:text.title',
    Content: later(async () => (await import('./inputs-text.tsx')).TextFields),
  },
  {
    id: 'form',
    title: 'inputs:form.title',
    Content: later(async () => (await import('./inputs-form.tsx')).FaultyForm),
  },
  { id: 'codes', title: 'inputs:codes.title', Content: later(async () => (await import('./inputs-codes.tsx')).Codes) },
  {
    id: 'new-code',
    title: 'inputs:newCode.title',
    Content: later(async () => (await import('./inputs-codes.tsx')).NewCode),
  },
  {
    id: 'new-password',
    title: 'inputs:newPassword.title',
    Content: later(async () => (await import('./inputs-codes.tsx')).NewPassword),
  },
  {
    id: 'amounts',
    title: 'inputs:amounts.title',
    Content: later(async () => (await import('./inputs-amounts.tsx')).Amounts),
  },
  {
    id: 'birth-dates',
    title: 'inputs:birth.title',
    Content: later(async () => (await import('./inputs-dates.tsx')).BirthDates),
  },
  {
    id: 'months',
    title: 'inputs:months.title',
    Content: later(async () => (await import('./inputs-dates.tsx')).Months),
  },
  {
    id: 'lists',
    title: 'inputs:lists.title',
    Content: later(async () => (await import('./inputs-choices.tsx')).Lists),
  },
  {
    id: 'choices',
    title: 'inputs:choices.title',
    Content: later(async () => (await import('./inputs-choices.tsx')).Choices),
  },
  {
    id: 'address',
    title: 'inputs:address.title',
    Content: later(async () => (await import('./inputs-address.tsx')).AddressSpecimen),
  },
  { id: 'areas', title: 'inputs:areas.title', Content: later(async () => (await import('./inputs-text.tsx')).Areas) },
];
