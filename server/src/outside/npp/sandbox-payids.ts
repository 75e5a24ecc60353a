import { folderRecords, type SandboxRecords } from '../sandbox-records.ts';
import type { ResolvedPayId } from './port.ts';

/** When a PayID that changes was first asked for in a programme. */
export type SandboxPayId = { readonly key: string; readonly firstAt: number };
export type SandboxPayIdStore = SandboxRecords<SandboxPayId>;

export const folderPayIdStore = (folder: string): SandboxPayIdStore =>
  folderRecords<SandboxPayId>(folder, ({ key }) => key);

/** Answer of the sandbox about a PayID. Silent: none ever comes. */
export type SandboxAnswer = ResolvedPayId | 'unknown' | 'away' | 'silent';

/** Two banks of the sandbox that take payments at any hour; PayIDs that move go from the first to the second. */
const INSTANT = { bsb: '000111', bank: 'Testbank Instant' } as const;
export const SECOND_BSB = '000114';
const SECOND = { bsb: SECOND_BSB, bank: 'Testbank Second' } as const;
/** BSB of the demo's programme, and one of its accounts. */
const OWN = { bsb: '000001', accountNumber: '200100025' } as const;

const DAY_MS = 86_400_000;

const at = ({ bsb, bank }: typeof INSTANT | typeof SECOND, accountNumber: string, name: string): ResolvedPayId => ({
  name,
  bank,
  account: { bsb, accountNumber },
});

const PAY_IDS: Readonly<Record<string, SandboxAnswer>> = {
  'paid@instant.example': at(INSTANT, '44172208', 'Jordan Blake-Ross'),
  '+61-400000112': at(INSTANT, '44172210', 'Sam Okafor'),
  '89900000022': at(INSTANT, '44172211', 'Harbour Tiles Pty Ltd'),
  'hm*canteen': at(INSTANT, '44172212', 'Harbour Mutual Canteen'),
  'blocked@instant.example': at(INSTANT, '44172215', 'Blocked Traders'),
  'self@instant.example': { name: 'Li Wei', bank: null, account: OWN },
  'away@instant.example': 'away',
  'slow@instant.example': 'silent',
};

/** PayIDs that another name or account has a day after they were first asked for. */
const CHANGING: Readonly<Record<string, readonly [before: ResolvedPayId, after: ResolvedPayId]>> = {
  'moved@instant.example': [at(INSTANT, '44172213', 'Mia Wong'), at(SECOND, '55210093', 'M Trading')],
  'renamed@instant.example': [at(INSTANT, '44172214', 'Priya Nair'), at(INSTANT, '44172214', 'P N Imports')],
};

/** A run of mobiles, as a thief of names asks for. */
const RUN = /^\+61-4000001(5\d|60)$/;
/** An account of Testbank Instant by its number, of which payments end as its table says. */
const OF_ACCOUNT = /^(9100\d{4})@instant\.example$/;

/** Answer about a PayID at a moment of business time. Those that are not in the table are not found. */
export function sandboxAnswer(store: SandboxPayIdStore, programme: number, payId: string, now: number): SandboxAnswer {
  const known = PAY_IDS[payId];
  if (known !== undefined) return known;
  const [, last] = RUN.exec(payId) ?? [];
  if (last !== undefined) return at(INSTANT, `441723${last}`, `Person ${last}`);
  const [, account] = OF_ACCOUNT.exec(payId) ?? [];
  if (account !== undefined) return at(INSTANT, account, `Account ${account}`);
  const [before, after] = CHANGING[payId] ?? [];
  if (before === undefined || after === undefined) return 'unknown';
  const key = `${programme}:${payId}`;
  const first = store.find(key) ?? { key, firstAt: now };
  if (first.firstAt === now) store.save(first);
  return now - first.firstAt < DAY_MS ? before : after;
}
