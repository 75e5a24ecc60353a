import { err, type ErrorName, type Result } from '@wattle/contract/errors.ts';
import { hash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { dayAt } from '../../platform/clock.ts';
import { readAnswers } from './kept-answer.store.ts';
import type { AnyKind, MoneyOutRules, Payment, Plan, Within } from './kind.ts';
import { type Outcome, recordAll, type Telling } from './record.ts';
import type { Answer, Entered, Entrant, Request } from './request.ts';
import { planForNow } from './later.ts';
import { type OfMethod, readOfMethod } from './of-method.ts';
import { settleAll } from './settle.ts';

/** Carries out a batch of payments of one tenant in one transaction. Returns a response for each. */
export async function carryOut(
  within: Within,
  telling: Telling,
  rules: MoneyOutRules,
  requests: readonly Request[],
): Promise<Answer[]> {
  const entries = await enterAll(within, requests);
  const fresh = firstOfEachKey(entries);
  const [kept, facts] = await Promise.all([
    readAnswers(within.tx, within.tenantId, [...fresh.keys()]),
    readFacts(within, [...fresh.values()]),
  ]);
  const known = new Map(kept.map((one) => [one.id, one]));
  const judged = [...fresh.values()].filter(({ id }) => !known.has(id)).map((entered) => judge(entered, facts));
  const outcomes = await settleJudged(within, rules, judged);
  for (const one of await recordAll(within, telling, outcomes)) known.set(one.id, one);
  return entries.map((entry) => {
    if (!entry.ok) return entry;
    const { requestHash, answer } = known.get(entry.value.id) ?? neverAnswered();
    return isSameRequest(entry.value, requestHash) ? answer : err('key_reused');
  });
}

function neverAnswered(): never {
  throw new Error('a payment has no answer');
}

type Entry = Result<Entered, ErrorName>;

async function enterAll(within: Within, requests: readonly Request[]): Promise<Entry[]> {
  const now = within.ctx.clocks.business.now();
  const moment = { now, today: dayAt(now) };
  const entrants = new Map<Request, Result<Entrant, ErrorName>>();
  await Promise.all(
    [...Map.groupBy(requests, ({ admit }) => admit)].map(async ([admit, all]) => {
      const admitted = await admit(
        within,
        all.map(({ call }) => call),
      );
      for (const [index, request] of all.entries()) entrants.set(request, admitted[index] ?? neverAnswered());
    }),
  );
  return requests.map((request) => {
    const entrant = entrants.get(request) ?? neverAnswered();
    return entrant.ok ? { ok: true, value: enter(within, request, { ...entrant.value, ...moment }) } : entrant;
  });
}

function enter(
  { ctx: { secrets } }: Within,
  { kind, key, requestId, effects = [], mayTryAgain = false }: Request,
  payment: Payment<unknown>,
): Entered {
  const own = digest(`${payment.actor} ${key}`);
  const content = `${kind.name} ${canonicalJson(payment.input)}`;
  return {
    id: toUuid(own),
    // The hash is keyed: the input may contain a card number, and a plain hash of one can be searched.
    requestHash: secrets.identifierHash('payment', content).subarray(0, HASH_BYTES),
    formerHash: () => digest(content),
    // 22 characters instead of up to 100, because the index of the ledger keeps the key permanently.
    ledgerKey: `pay:${own.toString('base64url')}`,
    kind,
    payment,
    requestId,
    effects,
    mayTryAgain,
  };
}

/** Whether a response was stored for this request. Releases before 0.2.0 stored a plain hash. */
function isSameRequest({ requestHash, formerHash }: Entered, kept: Buffer): boolean {
  return kept.equals(requestHash) || kept.equals(formerHash());
}

const HASH_BYTES = 16;

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** Format in which PostgreSQL returns a uuid. */
function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Selects the first of several payments with one key; the others get its response. */
function firstOfEachKey(entries: readonly Entry[]): Map<string, Entered> {
  const first = new Map<string, Entered>();
  for (const entry of entries) if (entry.ok && !first.has(entry.value.id)) first.set(entry.value.id, entry.value);
  return first;
}

type Read = { readonly facts: unknown; readonly of: OfMethod | undefined };
type Facts = ReadonlyMap<Entered, Read>;

async function readFacts(within: Within, all: readonly Entered[]): Promise<Facts> {
  const facts = new Map<Entered, Read>();
  const now = within.ctx.clocks.business.now();
  await Promise.all(
    [...Map.groupBy(all, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const payments = ofKind.map(({ payment }) => payment);
      const [of, read] = await Promise.all([
        readOfMethod(within, kind, now),
        'readMany' in kind
          ? kind.readMany(payments, within)
          : Promise.all(payments.map((payment) => kind.read(payment, within))),
      ]);
      for (const [index, entered] of ofKind.entries()) facts.set(entered, { facts: read[index], of });
    }),
  );
  return facts;
}

type Judged = { readonly entered: Entered; readonly verdict: Result<Plan, ErrorName> };

function judge(entered: Entered, facts: Facts): Judged {
  const { facts: read, of } = facts.get(entered) ?? neverAnswered();
  const { kind, payment } = entered;
  const given = {
    ...payment,
    facts: read,
    get atBank() {
      return of?.atBank ?? notAtBank(kind);
    },
  };
  const decided = kind.decide(given);
  const verdict = decided.ok ? planForNow(decided.value, of, payment.input) : decided;
  if (!verdict.ok || entered.effects.length === 0) return { entered, verdict };
  const effects = [...(verdict.value.effects ?? []), ...entered.effects];
  return { entered, verdict: { ok: true, value: { ...verdict.value, effects } } };
}

function notAtBank({ name }: AnyKind): never {
  throw new Error(`the bank has no part in payments of ${name}`);
}

/** Settles the payments that their kinds accepted. Outcomes are in the order of the payments. */
async function settleJudged(within: Within, rules: MoneyOutRules, judged: readonly Judged[]): Promise<Outcome[]> {
  const accepted = judged.flatMap(({ entered, verdict }) => (verdict.ok ? [{ entered, plan: verdict.value }] : []));
  const results = await settleAll(within, rules, accepted);
  return judged.map(({ entered, verdict }) => {
    if (!verdict.ok) return { entered, result: verdict };
    return { entered, plan: verdict.value, result: results.get(entered) ?? neverAnswered() };
  });
}
