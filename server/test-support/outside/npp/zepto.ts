import { randomUUID } from 'node:crypto';
import type { ZeptoBankSettings } from '../../../src/config/instant-settings.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../http-server.ts';
import { zeptoContact, zeptoList, type ZeptoPayment, zeptoPayment } from './zepto.schema.ts';

const TOKEN = 'only-for-servers';
const FLOAT = 'ab3de19b-709b-4a41-82a5-3b43b3dc58c9';
type Answer = ReturnType<Parameters<typeof givenHttpServer>[0]>;

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Failures that the provider's sandbox gives an amount in cents. */
const failureOf = (cents: number) => (cents > 300 && cents < 400 ? `E${cents}` : undefined);

/** A debit of the float and a credit of the payee, as the list of both parties has them. */
function transactionsOf({ payouts: [payout], metadata }: ZeptoPayment, nth: number, at: string) {
  const code = failureOf(payout.amount);
  const shared = { parent_ref: `PB.${nth}`, category: 'payout', created_at: at, amount: payout.amount, metadata };
  const failure = code && { code, title: code, detail: code };
  return [
    { ...shared, ref: `D.${nth}`, type: 'debit', status: 'cleared', bank_ref: `DT.${nth}` },
    code === undefined
      ? { ...shared, ref: `C.${nth}`, type: 'credit', status: 'cleared', bank_ref: `CT.${nth}` }
      : { ...shared, ref: `C.${nth}`, type: 'credit', status: 'rejected', bank_ref: null, failure },
  ];
}

/**
 * Server that imitates Zepto, by its published schemas and the amounts of its sandbox. `fault` replaces an answer;
 * `others` are transactions of other payments that come first in the list.
 */
export async function givenZeptoBank(
  given: {
    readonly fault?: (call: HttpCall) => Answer | undefined;
    readonly others?: number;
    readonly at?: string;
  } = {},
): Promise<HttpServer & { readonly settings: ZeptoBankSettings }> {
  const contacts = new Set<string>();
  const keys = new Set<string>();
  const at = given.at ?? '2026-12-01T02:00:00Z';
  const known: object[] = Array.from({ length: given.others ?? 0 }, (_, nth) => ({
    ref: `C.x${nth}`,
    parent_ref: null,
    type: 'credit',
    category: 'payout',
    created_at: at,
    status: 'cleared',
    metadata: null,
  }));
  const addContact = (body: unknown): Answer => {
    const read = zeptoContact.safeParse(body);
    if (!read.success) return json(400, { errors: read.error.message });
    const id = randomUUID();
    contacts.add(id);
    return json(201, { data: { id, name: read.data.name, email: read.data.email, type: 'anyone' } });
  };
  const pay = (body: unknown, key: string | undefined): Answer => {
    const read = zeptoPayment.safeParse(body);
    if (key === undefined || !read.success) return json(400, { errors: read.error?.message ?? 'Idempotency-Key' });
    const [payout] = read.data.payouts;
    if (!contacts.has(payout.recipient_contact_id)) return json(400, { errors: 'Recipient contact not found' });
    if (read.data.your_bank_account_id !== FLOAT) return json(400, { errors: 'Your bank account not found' });
    if (!keys.has(key)) known.push(...transactionsOf(read.data, keys.size + 1, at));
    keys.add(key);
    return json(201, { data: { ref: `PB.${keys.size}`, channels: read.data.channels, payouts: read.data.payouts } });
  };
  const list = (query: URLSearchParams): Answer => {
    const read = zeptoList.safeParse(Object.fromEntries(query));
    if (!read.success) return json(400, { errors: read.error.message });
    const { page, per_page: size, min_created_date: from, max_created_date: to } = read.data;
    const isAsked = Date.parse(from) <= Date.parse(at) && Date.parse(at) <= Date.parse(to);
    return json(200, { data: isAsked ? known.slice((page - 1) * size, page * size) : [] });
  };
  const server = await givenHttpServer((call) => {
    const replaced = given.fault?.(call);
    if (replaced !== undefined) return replaced;
    const { pathname, searchParams } = new URL(call.url, 'http://zepto.test');
    if (call.headers.authorization !== `Bearer ${TOKEN}`) return json(401, { errors: [{ title: 'Unauthorized' }] });
    if (call.method === 'GET' && pathname === `/bank_accounts/${FLOAT}`)
      return json(200, { data: { id: FLOAT, account_type: 'float_account', status: 'active', available_balance: 1 } });
    if (call.method === 'GET' && pathname === '/transactions') return list(searchParams);
    const sent: unknown = JSON.parse(call.body.toString('utf8'));
    if (call.method === 'POST' && pathname === '/contacts/anyone') return addContact(sent);
    const key = call.headers['idempotency-key'];
    if (call.method === 'POST' && pathname === '/payments') return pay(sent, typeof key === 'string' ? key : undefined);
    return { status: 404, body: '<html>Not Found</html>' };
  });
  const settings = { provider: 'zepto', url: server.url, apiKey: TOKEN, floatId: FLOAT } as const;
  return { ...server, settings: { ...settings, payeeEmail: 'payees@bank.example' } };
}
