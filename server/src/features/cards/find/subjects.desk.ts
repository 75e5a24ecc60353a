import * as z from 'zod';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { deskCommand } from '../../desk/public.ts';
import { type Subject, subjectsOf } from './subjects.store.ts';

/** Maximum number of ids in one call, which is a page of a list. */
const MOST = 50;
const ONE = '[a-z_-]{1,40}:[^\\s,]{1,60}';

/** Names the objects of requests and of the audit log, because no one knows a `card:49`. */
export const subjects = deskCommand({
  name: 'subjects',
  title: 'Name what ids stand for',
  summary: 'Name whom cards, accounts and people belong to, by ids as requests show them: card:49,account:3',
  permission: 'look',
  positional: 'objects',
  input: z.object({
    objects: z
      .string()
      .overwrite(lineText)
      .regex(new RegExp(`^${ONE}(,${ONE}){0,${MOST - 1}}$`))
      .describe(`up to ${MOST} ids with commas between them, as card:49,account:3`),
  }),
  answer: z.object({
    object: z.string(),
    person: z.string(),
    name: z.string(),
    account: z.string(),
    card: z.string(),
  }),
  async run({ tx, staff, input }) {
    const found = await subjectsOf(tx, staff.tenantId, idsIn(input.objects));
    return {
      ok: true,
      rows: found.map(({ object, holder_id, first_name, surname, account_number, masked_number }) => ({
        object,
        person: holder_id === null ? '' : `holder:${holder_id}`,
        name: [first_name, surname].filter(Boolean).join(' '),
        account: account_number ?? '',
        card: masked_number ?? '',
      })),
    };
  },
});

/** The numbers of each kind that can be named. Others have no one behind them. */
function idsIn(objects: string): Subject {
  const pairs = objects.split(',').map((object) => object.split(':'));
  const of = (kind: string) =>
    pairs.flatMap(([name, id = '']) => (name === kind && /^[1-9]\d{0,17}$/.test(id) ? [BigInt(id)] : []));
  return { cards: of('card'), holders: of('holder'), accounts: of('account') };
}
