import { entriesOf, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { CATALOGUE, type EventType } from '../webhook-events/public.ts';

/** A test is sent when it is asked for, and by nothing else. */
const ALL: readonly EventType[] = namesOf(CATALOGUE).filter((type) => type !== 'endpoint.test');
const ALL_WORD = 'all';

/** Types that a part of a list names: one, those of a family (`card.*`), or all. */
function typesOf(part: string): readonly EventType[] {
  if (part === ALL_WORD) return ALL;
  if (!part.endsWith('.*')) return ALL.filter((type) => type === part);
  return ALL.filter((type) => type.startsWith(part.slice(0, -1)));
}

const partsOf = (text: string) => text.split(',').map(plainText);

/** Types of events, as staff list them, in the order of the catalogue. */
export const eventsInput = z
  .string()
  .overwrite(plainText)
  .min(1)
  .max(2_000)
  .refine((text) => partsOf(text).every((part) => typesOf(part).length > 0))
  .describe('types of events with commas between, as card.issued,payment.* or all')
  .transform((text) => {
    const chosen = new Set(partsOf(text).flatMap(typesOf));
    return ALL.filter((type) => chosen.has(type));
  });

/** Types in as few words as possible. */
export function eventsInWords(events: readonly string[]): string {
  if (ALL.every((type) => events.includes(type))) return ALL_WORD;
  const families = Map.groupBy(ALL, (type) => type.split('.')[0] ?? '');
  return entriesOf(Object.fromEntries(families))
    .flatMap(([family, types]) =>
      types.every((type) => events.includes(type)) ? [`${family}.*`] : types.filter((type) => events.includes(type)),
    )
    .join(', ');
}
