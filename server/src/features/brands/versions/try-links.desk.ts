import * as z from 'zod';
import { callHttp } from '../../../outside/http-call.ts';
import { faultCode } from '../../../outside/http-fault.ts';
import type { CalledAddresses } from '../../../outside/called-addresses.ts';
import { refuseInTransaction } from '../../../platform/database/open-transaction.ts';
import { deskCommand } from '../../desk/public.ts';
import { chooseVersion, readContent, versionInput } from './chosen-version.ts';

/** How long one link may take. */
const LIMIT_MS = 5_000;

export type TriedLink = {
  /** `answers`: below 400, redirects too. `broken`: an error. `silent`: no answer. */
  readonly state: 'answers' | 'broken' | 'silent';
  /** 0: no answer. */
  readonly status: number;
  /** Fault of the network; empty where there is an answer. */
  readonly fault: string;
};

/** Asks for a link once, at an address that may be called. Redirects are not followed, and no body is read. */
export async function tryLink(addresses: CalledAddresses, url: string): Promise<TriedLink> {
  refuseInTransaction('a link of a brand');
  try {
    const { status } = await callHttp({
      method: 'GET',
      url,
      headers: {},
      body: null,
      addresses,
      signal: AbortSignal.timeout(LIMIT_MS),
      mostBytes: 0,
    });
    return { state: status < 400 ? 'answers' : 'broken', status, fault: '' };
  } catch (error) {
    return { state: 'silent', status: 0, fault: faultCode(error) };
  }
}

export const tryBrandLinksCommand = deskCommand({
  name: 'try-brand-links',
  title: 'Try the links of a brand',
  summary: 'Ask for each link of a version of a brand once, and say which ones answer',
  permission: 'look',
  positional: 'brand',
  input: z.object(versionInput),
  answer: z.object({ place: z.string(), url: z.string(), state: z.string(), status: z.number(), fault: z.string() }),
  async runAlone({ ctx, staff: { tenantId }, input }) {
    const read = await ctx.database.read(tenantId, async (tx) => {
      const chosen = await chooseVersion(tx, tenantId, input);
      return chosen.ok ? { chosen, content: await readContent(chosen.files) } : chosen;
    });
    if ('ok' in read) return read;
    const links = Object.entries(read.content.json.settings).flatMap(([key, value]) =>
      key.endsWith('Url') && typeof value === 'string' && /^https:/i.test(value) && URL.canParse(value)
        ? [{ place: `settings.${key}`, url: value }]
        : [],
    );
    const rows = await Promise.all(
      links.map(async (link) => ({ ...link, ...(await tryLink(ctx.outside.givenAddresses, link.url)) })),
    );
    return { ok: true, rows, object: read.chosen.object };
  },
});
