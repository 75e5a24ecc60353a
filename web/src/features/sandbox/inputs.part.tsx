import { AddressSpecimen } from './inputs-address.tsx';
import { Amounts } from './inputs-amounts.tsx';
import { Choices, Lists } from './inputs-choices.tsx';
import { Codes, NewCode, NewPassword } from './inputs-codes.tsx';
import { BirthDates, Months } from './inputs-dates.tsx';
import { FaultyForm } from './inputs-form.tsx';
import { Areas, TextFields } from './inputs-text.tsx';
import type { Specimen } from './specimen.tsx';

/** What people type and choose with. */
export const inputSpecimens: readonly Specimen[] = [
  { id: 'text-fields', title: 'inputs:text.title', Content: TextFields },
  { id: 'form', title: 'inputs:form.title', Content: FaultyForm },
  { id: 'codes', title: 'inputs:codes.title', Content: Codes },
  { id: 'new-code', title: 'inputs:newCode.title', Content: NewCode },
  { id: 'new-password', title: 'inputs:newPassword.title', Content: NewPassword },
  { id: 'amounts', title: 'inputs:amounts.title', Content: Amounts },
  { id: 'birth-dates', title: 'inputs:birth.title', Content: BirthDates },
  { id: 'months', title: 'inputs:months.title', Content: Months },
  { id: 'lists', title: 'inputs:lists.title', Content: Lists },
  { id: 'choices', title: 'inputs:choices.title', Content: Choices },
  { id: 'address', title: 'inputs:address.title', Content: AddressSpecimen },
  { id: 'areas', title: 'inputs:areas.title', Content: Areas },
];
