import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
import { toInstant } from '../../platform/database/database.ts';
import type { PeopleFile } from './people-file.store.ts';

/** Columns of a file of people in answers. */
export const FILE_COLUMNS = {
  file: z.string(),
  name: z.string(),
  brand: z.string(),
  state: z.enum(['Ready', 'Adding', 'Done', 'Dropped']),
  /** A request is about one version of the rows. */
  version: z.number(),
  rows: z.number(),
  good: z.number(),
  doubtful: z.number(),
  wrong: z.number(),
  known: z.number(),
  added: z.number(),
  refused: z.number(),
  /** Good and added rows that are cards without a person. */
  cards: z.number(),
  /** Dollars that good rows would be given. */
  opening: z.string(),
  columns: z.number(),
  sender: z.string(),
  sent: z.string(),
  ended: z.string(),
  /** True: what it says of people was erased. */
  erased: z.boolean(),
};

export function fileView(file: PeopleFile) {
  const { good, doubtful, wrong, known, added, refused, columns } = file;
  return {
    file: String(file.id),
    name: file.name,
    brand: file.brand,
    state: file.state,
    version: file.version,
    rows: good + doubtful + wrong + known + added + refused,
    good,
    doubtful,
    wrong,
    known,
    added,
    refused,
    cards: file.cards,
    opening: dollarsOf(file.opening_cents),
    columns: columns.length,
    sender: file.sender,
    sent: toInstant(file.sent_at),
    ended: file.ended_at === null ? '' : toInstant(file.ended_at),
    erased: file.erased_at !== null,
  };
}

export const objectOf = ({ id }: Pick<PeopleFile, 'id'>) => `people_file:${id}`;
