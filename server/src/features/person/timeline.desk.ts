import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { maskText } from '../../platform/secrets/typed-card-numbers.ts';
import { deviceWords } from '../access/public.ts';
import { deskCommand, type DeskCallInTransaction, personInput, refused } from '../desk/public.ts';
import { dollars, NO_PERSON, objectOf } from './person.desk.ts';
import { findPerson, listCardsOf, listSignInsOf } from './person.store.ts';
import { ledgerAccountsOf } from './account.store.ts';
import { readPlans } from './timeline-plans.store.ts';
import { mergeNewestFirst, type Place, readPlace, writePlace } from './timeline-place.domain.ts';
import {
  type Event,
  PURCHASES_BY_STATUS,
  readAbout,
  readByThem,
  readMessages,
  readPosted,
  readPurchases,
  TIMELINE_KINDS,
  type TimelineKind,
} from './timeline.store.ts';

const input = z.object({
  person: personInput,
  kind: z.enum(TIMELINE_KINDS).optional(),
  /** The `place` of the last known row. Older rows are shown. */
  after: z
    .string()
    .overwrite(lineText)
    .regex(/^[\w-]{4,4000}$/)
    .describe('the place that a row of the list shows')
    .optional(),
});
type Input = z.output<typeof input>;

/** Above every number of a list. */
const END = '999999999999999999';
/** Cards whose lines are looked for: an account of many years has dozens of ended ones. */
const CARDS = 30;

/** Everything that happened to a person and their money, newest first. */
export const timelineCommand = deskCommand({
  name: 'timeline',
  title: 'Show what happened to a person',
  summary: 'Show what happened to a person, newest first: purchases, payments, sign-ins, messages, staff: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    at: z.string(),
    kind: z.string(),
    event: z.string(),
    what: z.string(),
    detail: z.string(),
    amount: z.string(),
    state: z.string(),
    card: z.string(),
    by: z.string(),
    reason: z.string(),
    /** Account of a posted row, and its place there. */
    account: z.string(),
    sequence: z.string(),
    /** Number of the request that staff made. */
    request: z.string(),
    place: z.string(),
  }),
  async run({ tx, ctx, staff, input: given }: DeskCallInTransaction<Input>) {
    const { tenantId } = staff;
    const person = await findPerson(tx, tenantId, given.person);
    if (!person) return NO_PERSON;
    const place = given.after === undefined ? {} : readPlace(given.after);
    if (!place) return refused('input_invalid', { field: 'after', object: objectOf(person) });
    const shown = ctx.config.desk.rowsShown;
    const wanted = { tenantId, kind: given.kind ?? null, limit: shown + 1 };
    const nowMs = ctx.clocks.security.now();
    const lists = await listsOf(tx, wanted, { holderId: person.id, place, nowMs });
    const events = mergeNewestFirst(lists);
    let until: Place = place;
    const rows = events.slice(0, shown).map((event) => {
      until = { ...until, [event.source]: event.mark };
      return toRow(ctx, event, writePlace(until));
    });
    return { ok: true, object: objectOf(person), rows, hasMore: events.length > shown };
  },
});

type Wanted = { readonly tenantId: number; readonly kind: TimelineKind | null; readonly limit: number };

/** The lists that a timeline is merged from, each newest first and from where it was left. */
async function listsOf(
  tx: Tx,
  wanted: Wanted,
  { holderId, place, nowMs }: { readonly holderId: bigint; readonly place: Place; readonly nowMs: number },
): Promise<Event[][]> {
  const { tenantId } = wanted;
  const accounts = await ledgerAccountsOf(tx, tenantId, holderId);
  const signIns = (await listSignInsOf(tx, tenantId, holderId)).map(({ id }) => `web:${id}`);
  const cards = (await listCardsOf(tx, tenantId, holderId, CARDS)).map(({ id }) => `card:${id}`);
  const before = (source: string) => place[source] ?? END;
  const lists: Event[][] = [];
  for (const account of accounts) {
    const { id, account_number: number, ledger_account_id: ledgerAccountId, version } = account;
    const mark = place[`rows:${ledgerAccountId}`];
    const upTo = mark === undefined ? version : BigInt(mark) - 1n;
    const posted = await readPosted(tx, wanted, { ledgerAccountId, upTo });
    lists.push(posted.map((row) => ({ ...row, account: number })));
    for (const status of namesOf(PURCHASES_BY_STATUS)) {
      const from = place[`${status}:${id}`] ?? `${LATEST_MICROS}/${END}`;
      lists.push(await readPurchases(tx, wanted, { id, status, before: from }));
    }
    lists.push(...(await readPlans(tx, wanted, account, (source) => place[source] ?? `${LATEST_MICROS}/${END}`)));
  }
  lists.push(await readMessages(tx, wanted, { holderId, before: before('messages') }));
  const objects = [`holder:${holderId}`, ...signIns, ...cards];
  lists.push(await readAbout(tx, wanted, { objects, before: before('about'), nowMs }));
  lists.push(await readByThem(tx, wanted, { objects: [...signIns, ...cards], before: before('session') }));
  return lists;
}

/** The year 5138, in microseconds. */
const LATEST_MICROS = '99999999999999999';

function toRow({ secrets }: Pick<AppContext, 'secrets'>, event: Event, place: string) {
  return {
    at: toInstant(event.at),
    kind: event.kind,
    event: event.event,
    // Names that people typed may hold a card number.
    what: maskText(secrets, event.what),
    detail: [event.detail, deviceOf(event)].filter(Boolean).join(', '),
    amount: event.cents === null ? '' : dollars(event.cents),
    state: event.state,
    card: event.card,
    by: event.by,
    reason: event.reason,
    account: event.account ?? '',
    sequence: event.account === undefined ? '' : event.mark,
    request: event.request ?? '',
    place,
  };
}

/** Browser, system and network. Anybody may send any user agent, so it is a hint. */
function deviceOf({ user_agent, network }: Event): string {
  const { browser, system } = deviceWords(user_agent ?? '');
  return [[browser, system].filter(Boolean).join(' on '), network].filter(Boolean).join(' · ');
}
