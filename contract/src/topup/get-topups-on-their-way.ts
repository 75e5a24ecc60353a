import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, instant, isoDate, money } from '../wire.ts';

/** Ways by which money may be on its way to an account. */
export const ON_ITS_WAY = ['card', 'bank', 'automatic'] as const;

/** Added: top-ups of an account that have begun and have not come yet. */
export const getTopupsOnTheirWay = operation({
  name: 'getTopupsOnTheirWay',
  method: 'POST',
  path: 'topup/on-its-way',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Top-ups that have begun and have not come yet',
  body: z.object({ accountNumber }),
  response: z.object({
    TopUps: z.array(
      z.object({
        Way: z.enum(ON_ITS_WAY),
        Amount: money,
        StartedAt: instant,
        /** The day on which it is expected; null: at any moment. */
        ExpectedOn: z.nullable(isoDate),
        /** Of a payment by card: what its state is asked for by. */
        Sid: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['invalid_card_details'],
});
