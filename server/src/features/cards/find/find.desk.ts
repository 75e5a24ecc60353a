import { phoneText } from '@wattle/contract/rules/mobile-number.ts';
import { emailText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { Tx } from '../../../platform/database/database.ts';
import { foldLoginName, maskName } from '../../access/public.ts';
import {
  accountNumber,
  deskCommand,
  type DeskRow,
  lastFourDigits,
  nameOf,
  printedCardId,
  typedId,
} from '../../desk/public.ts';
import { shownPhone, toE164 } from '../../../platform/text/mobile-number.domain.ts';
import {
  findByAccount,
  findByCardId,
  findByEmail,
  findById,
  findByLastFour,
  findByMobile,
  findByName,
  type FoundRow,
  type Hits,
  listFound,
} from './find.store.ts';

const input = z
  .object({
    id: typedId(['holder', 'card', 'web'], 'person, card or sign-in').optional(),
    name: nameOf(2, 80).optional(),
    email: z.string().overwrite(emailText).min(3).max(254).optional(),
    mobile: z
      .string()
      .overwrite(phoneText)
      .regex(/^\+?\d{6,15}$/)
      .describe('a mobile number')
      .optional(),
    account: accountNumber.optional(),
    cardId: printedCardId.optional(),
    lastFour: lastFourDigits.optional(),
  })
  .refine(
    (given) => Object.values(given).filter((value) => value !== undefined).length === 1,
    'find takes one of an id (holder:48, card:49, web:1), --name, --email, --mobile, --account, --card-id and --last-four',
  );
type Input = z.output<typeof input>;

/** Finds people, their accounts and cards. Everything that could be misused is masked. */
export const find = deskCommand({
  name: 'find',
  title: 'Find by id or number',
  summary:
    'Find people, accounts and cards by one of these; names by their beginning, ids as lists and requests show them',
  permission: 'look',
  positional: 'id',
  input,
  answer: z.object({
    person: z.string(),
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    brand: z.string(),
    account: z.string(),
    card: z.string(),
    number: z.string(),
    cardId: z.string(),
    expiry: z.string(),
    status: z.string(),
    signIn: z.string(),
  }),
  async run({ tx, ctx, staff, input: given }) {
    const limit = ctx.config.desk.rowsShown;
    // One more than is shown, so that the answer can say that there are more.
    const search = { tenantId: staff.tenantId, limit: limit + 1 };
    const { by, term, hits } = await searchFor(tx, search, given);
    const found = await listFound(tx, search, hits);
    const rows = found.slice(0, limit);
    const seen = new Set(rows.map(({ holder_id, card_id }) => (holder_id ? `holder:${holder_id}` : `card:${card_id}`)));
    return {
      ok: true,
      rows: rows.map(toRow),
      hasMore: found.length > limit,
      object: seen.size === 1 ? [...seen][0] : undefined,
      // Records who searched for whom without a personal detail: the keyed hash can prove later what was typed.
      details: {
        by,
        term: ctx.secrets.identifierHash('desk find', term).toString('hex'),
        seen: [...seen].join(' '),
        rows: rows.length,
      },
    };
  },
});

type Searched = { readonly by: string; readonly term: string; readonly hits: Hits };
type Search = Parameters<typeof listFound>[1];

async function searchFor(tx: Tx, search: Search, given: Input): Promise<Searched> {
  if (given.id !== undefined) {
    return { by: 'id', term: given.id.text, hits: await findById(tx, search, given.id) };
  }
  if (given.name !== undefined) {
    const words = given.name.toLowerCase().split(/\s+/);
    const [one = '', ...others] = words;
    const last = others.at(-1);
    return {
      by: 'name',
      term: words.join(' '),
      hits: await findByName(tx, search, last === undefined ? [one] : [one, last]),
    };
  }
  if (given.email !== undefined) {
    const email = given.email.toLowerCase();
    return { by: 'email', term: email, hits: await findByEmail(tx, search, email) };
  }
  if (given.mobile !== undefined) {
    const mobile = foldLoginName(given.mobile);
    // Numbers stored before E.164 was introduced are as their holders typed them.
    const kept = [toE164(given.mobile) ?? given.mobile, mobile, given.mobile];
    return { by: 'mobile', term: mobile, hits: await findByMobile(tx, search, kept) };
  }
  if (given.account !== undefined) {
    return { by: 'account', term: given.account, hits: await findByAccount(tx, search, given.account) };
  }
  if (given.cardId !== undefined) {
    return { by: 'cardId', term: given.cardId, hits: await findByCardId(tx, search, given.cardId) };
  }
  const lastFour = given.lastFour ?? '';
  return { by: 'lastFour', term: lastFour, hits: await findByLastFour(tx, search, lastFour) };
}

function toRow(found: FoundRow): DeskRow {
  const { holder_id, web_account_id, card_id } = found;
  return {
    person: holder_id === null ? '' : `holder:${holder_id}`,
    name: [found.first_name, found.surname].filter(Boolean).join(' '),
    email: found.email ? maskName(found.email) : '',
    mobile: found.mobile ? maskName(shownPhone(found.mobile)) : '',
    brand: found.brand,
    account: found.account_number ?? '',
    card: card_id === null ? '' : `card:${card_id}`,
    number: found.masked_number ?? '',
    cardId: found.printed_id_end === null ? '' : `•••••••${found.printed_id_end}`,
    expiry: found.expiry ?? '',
    status: [found.status, found.is_closed ? 'account closed' : null].filter((word) => word !== null).join(', '),
    // A person with a web account signs in by it; others by the card.
    signIn: web_account_id !== null ? `web:${web_account_id}` : card_id !== null ? `card:${card_id}` : '',
  };
}
