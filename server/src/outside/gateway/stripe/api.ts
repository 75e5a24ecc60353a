import * as z from 'zod';
import { setTimeout as wait } from 'node:timers/promises';
import type { StripeSettings } from '../../../config/gateway-settings.ts';
import { callForm, callJson, type FormFields, formOf, parseJson } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Policy } from '../../policy.ts';

/** Version whose names are used, whatever the account's default is. A webhook endpoint is made with the same. */
export const STRIPE_VERSION = '2026-10-28.endive';

/** Longest error that is read. */
const ERROR_MOST = 8 * 1024;
const AGAIN_AFTER_MS = 500;

const error = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish().catch(undefined),
    param: z.string().nullish().catch(undefined),
  }),
});

/** An error of Stripe, by its words: its status says little. */
export type StripeFault = {
  readonly status: number;
  readonly type: string;
  /** Short and safe for logs; empty if there is none. */
  readonly code: string;
  readonly param: string;
};

/** Code of an error that is final; undefined: the request may have been carried out. */
type Refuses = (fault: StripeFault) => string | undefined;

export type Posted = {
  readonly fields: FormFields;
  /** Done once under it, for as long as Stripe keeps it: 24 hours at least. */
  readonly key?: string;
  readonly refuses?: Refuses;
};

export type StripeCalls = {
  get<T>(path: string, answer: z.ZodType<T>, query?: FormFields): Promise<OutsideOutcome<T>>;
  /** All objects of a list, page by page. */
  all<T extends { readonly id: string }>(
    path: string,
    item: z.ZodType<T>,
    query: FormFields,
  ): Promise<OutsideOutcome<readonly T[]>>;
  post<T>(path: string, answer: z.ZodType<T>, posted: Posted): Promise<OutsideOutcome<T>>;
  /** Deletes an object. Refused where there is none, or none any more. */
  remove<T>(path: string, answer: z.ZodType<T>): Promise<OutsideOutcome<T>>;
};

/** An id that does not exist. Of another type it is about a right that our key lacks. */
const isMissing: Refuses = ({ status, type, code }) =>
  status === 404 && type === 'invalid_request_error' && code === 'resource_missing' ? 'http_404' : undefined;

/** Calls of Stripe's API: forms there, JSON back. A redirect, HTML or a long answer says nothing. */
export function stripeCalls(at: StripeSettings, policy: Policy): StripeCalls {
  const base = at.url.replace(/\/$/, '');
  const own = { Authorization: `Bearer ${at.key}`, 'Stripe-Version': STRIPE_VERSION };
  const call = <T>(path: string, answer: z.ZodType<T>, posted?: Posted) =>
    policy.call(async (signal) => {
      let again = false;
      const once = () =>
        callForm({
          url: `${base}/v1/${path}`,
          headers: { ...own, ...(posted?.key !== undefined && { 'Idempotency-Key': posted.key }) },
          ...(posted && { fields: posted.fields }),
          answer,
          refusal(status, text, headers) {
            again = headers['stripe-should-retry'] === 'true';
            const fault = faultOf(status, text);
            return fault && (posted ? posted.refuses : isMissing)?.(fault);
          },
          addresses: policy.addresses,
          signal,
        });
      const first = await once();
      // What has no key could be done twice.
      if (first.kind !== 'unknown' || !again || (posted && posted.key === undefined)) return first;
      await wait(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {});
      return signal.aborted ? first : once();
    });
  const get = <T>(path: string, answer: z.ZodType<T>, query: FormFields = {}) => {
    const text = formOf(query);
    return call(text === '' ? path : `${path}?${text}`, answer);
  };
  return {
    get,
    async all(path, item, query) {
      const page = z.object({ data: z.array(item), has_more: z.boolean() });
      const found: z.output<typeof page>['data'] = [];
      for (let after: string | undefined; ; ) {
        const answered: OutsideOutcome<z.output<typeof page>> = await get(path, page, {
          ...query,
          starting_after: after,
        });
        if (answered.kind !== 'done') return answered;
        const { data, has_more: hasMore } = answered.value;
        found.push(...data);
        const last = data.at(-1)?.id;
        if (!hasMore) return { kind: 'done', value: found };
        // After a page without rows, the next one is not known.
        if (last === undefined || last === after) return { kind: 'unknown', code: 'unreadable' };
        after = last;
      }
    },
    post: call,
    remove: (path, answer) =>
      policy.call((signal) =>
        callJson({
          method: 'DELETE',
          url: `${base}/v1/${path}`,
          headers: own,
          answer,
          refusal(status, text) {
            const fault = faultOf(status, text);
            return fault && isMissing(fault);
          },
          addresses: policy.addresses,
          signal,
        }),
      ),
  };
}

/** Undefined: no error of Stripe. */
function faultOf(status: number, text: string): StripeFault | undefined {
  const read = text.length > ERROR_MOST ? undefined : error.safeParse(parseJson(text)).data?.error;
  return read && { status, type: read.type, code: wordOf(read.code), param: read.param ?? '' };
}

const wordOf = (code: string | null | undefined) => (code && /^[a-z\d_]{1,60}$/.test(code) ? code : '');
