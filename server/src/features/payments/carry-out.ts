import { err, type ErrorName, type Result } from '@wattle/contract/errors.ts';
import { hash } from 'node:crypto';
import { canonicalJson } from '../../platform/text/canonical-json.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { readResponses } from './stored-response.store.ts';
import type { AnyKind, MoneyOutRules, Payment, Plan, PaymentTransaction } from './kind.ts';
import { type Outcome, recordAll, type ChangeNotifier } from './record.ts';
import type { Answer, AdmittedPayment, AdmittedCall, Request } from './request.ts';
import { planForNow } from './deferral.ts';
import { type MethodContext, readMethodContext } from './method-context.ts';
import { settleAll } from './settle.ts';

/** Carries out a batch of payments of one tenant in one transaction. Returns a response for each. */
export async function carryOut(
  within: PaymentTransaction,
  notifier: ChangeNotifier,
  rules: MoneyOutRules,
  requests: readonly Request[],
): Promise<Answer[]> {
  const entries = await admitAll(within, requests);
  const fresh = firstOfEachKey(entries);
  const [stored, facts] = await Promise.all([
    readResponses(within.tx, within.tenantId, [...fresh.keys()]),
    readFacts(within, [...fresh.values()]),
  ]);
  const known = new Map(stored.map((one) => [one.id, one]));
  const decided = [...fresh.values()].filter(({ id }) => !known.has(id)).map((admitted) => decide(admitted, facts));
  const outcomes = await settleDecided(within, rules, decided);
  for (const one of await recordAll(within, notifier, outcomes)) known.set(one.id, one);
  return entries.map((entry) => {
    if (!entry.ok) return entry;
    const { requestHash, answer } = known.get(entry.value.id) ?? missingResponse();
    return isSameRequest(entry.value, requestHash) ? answer : err('key_reused');
  });
}

function missingResponse(): never {
  throw new Error('a payment has no answer');
}

type Entry = Result<AdmittedPayment, ErrorName>;

async function admitAll(within: PaymentTransaction, requests: readonly Request[]): Promise<Entry[]> {
  const now = within.ctx.clocks.business.now();
  const moment = { now, today: dayAt(now) };
  const admissions = new Map<Request, Result<AdmittedCall, ErrorName>>();
  await Promise.all(
    [...Map.groupBy(requests, ({ admit }) => admit)].map(async ([admit, all]) => {
      const answers = await admit(
        within,
        all.map(({ call }) => call),
      );
      for (const [index, request] of all.entries()) admissions.set(request, answers[index] ?? missingResponse());
    }),
  );
  return requests.map((request) => {
    const admission = admissions.get(request) ?? missingResponse();
    return admission.ok
      ? { ok: true, value: toAdmitted(within, request, { ...admission.value, ...moment }) }
      : admission;
  });
}

function toAdmitted(
  { ctx: { secrets } }: PaymentTransaction,
  { kind, key, requestId, effects = [], isRetryable = false }: Request,
  payment: Payment<unknown>,
): AdmittedPayment {
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
    isRetryable,
  };
}

/** Whether a response was stored for this request. Releases before 0.2.0 stored a plain hash. */
function isSameRequest({ requestHash, formerHash }: AdmittedPayment, stored: Buffer): boolean {
  return stored.equals(requestHash) || stored.equals(formerHash());
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
function firstOfEachKey(entries: readonly Entry[]): Map<string, AdmittedPayment> {
  const first = new Map<string, AdmittedPayment>();
  for (const entry of entries) if (entry.ok && !first.has(entry.value.id)) first.set(entry.value.id, entry.value);
  return first;
}

type Read = { readonly facts: unknown; readonly method: MethodContext | undefined };
type Facts = ReadonlyMap<AdmittedPayment, Read>;

async function readFacts(within: PaymentTransaction, all: readonly AdmittedPayment[]): Promise<Facts> {
  const facts = new Map<AdmittedPayment, Read>();
  const now = within.ctx.clocks.business.now();
  await Promise.all(
    [...Map.groupBy(all, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const payments = ofKind.map(({ payment }) => payment);
      const [method, read] = await Promise.all([
        readMethodContext(within, kind, now),
        'readMany' in kind
          ? kind.readMany(payments, within)
          : Promise.all(payments.map((payment) => kind.read(payment, within))),
      ]);
      for (const [index, admitted] of ofKind.entries()) facts.set(admitted, { facts: read[index], method });
    }),
  );
  return facts;
}

type DecidedPayment = { readonly admitted: AdmittedPayment; readonly verdict: Result<Plan, ErrorName> };

function decide(admitted: AdmittedPayment, facts: Facts): DecidedPayment {
  const { facts: read, method } = facts.get(admitted) ?? missingResponse();
  const { kind, payment } = admitted;
  const given = {
    ...payment,
    facts: read,
    get atBank() {
      return method?.atBank ?? notAtBank(kind);
    },
  };
  const decision = kind.decide(given);
  const verdict = decision.ok ? planForNow(decision.value, method, payment.input) : decision;
  if (!verdict.ok || admitted.effects.length === 0) return { admitted, verdict };
  const effects = [...(verdict.value.effects ?? []), ...admitted.effects];
  return { admitted, verdict: { ok: true, value: { ...verdict.value, effects } } };
}

function notAtBank({ name }: AnyKind): never {
  throw new Error(`the bank has no part in payments of ${name}`);
}

/** Settles the payments that their kinds accepted. Outcomes are in the order of the payments. */
async function settleDecided(
  within: PaymentTransaction,
  rules: MoneyOutRules,
  decided: readonly DecidedPayment[],
): Promise<Outcome[]> {
  const accepted = decided.flatMap(({ admitted, verdict }) => (verdict.ok ? [{ admitted, plan: verdict.value }] : []));
  const results = await settleAll(within, rules, accepted);
  return decided.map(({ admitted, verdict }) => {
    if (!verdict.ok) return { admitted, result: verdict };
    return { admitted, plan: verdict.value, result: results.get(admitted) ?? missingResponse() };
  });
}
