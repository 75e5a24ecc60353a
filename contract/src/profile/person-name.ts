import * as z from 'zod/mini';
import { foldNameOnCard, NAME_ON_CARD, NAME_ON_CARD_MAXIMUM } from '../rules/name-on-card.ts';
import { PERSON_NAME } from '../rules/person-name.ts';
import { typed } from '../typed.ts';

const NAME_MAXIMUM = 50;
const isNameOrNone = (name: string) => name === '' || PERSON_NAME.test(name);

/** A name of a person, of any script. */
export const personName = z
  .string()
  .check(typed.name(), typed.required(), z.maxLength(NAME_MAXIMUM), z.regex(PERSON_NAME, 'alphanumericOnly'));

/** A first name, which is empty for people with a single name, or a middle one. */
export const optionalPersonName = z
  .string()
  .check(typed.name(), z.maxLength(NAME_MAXIMUM), z.refine(isNameOrNone, 'alphanumericOnly'));

/** The name that is embossed on a card; empty: the person's name. */
export const nameOnCard = z.string().check(
  z.overwrite(foldNameOnCard),
  z.maxLength(NAME_ON_CARD_MAXIMUM, 'nameOnCardTooLong'),
  z.refine((name) => name === '' || NAME_ON_CARD.test(name), 'nameOnCardInvalid'),
);
