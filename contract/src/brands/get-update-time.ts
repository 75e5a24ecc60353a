import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier, instant } from '../wire.ts';

/** The latest change of the brand, its texts and notices; a cached brand older than this is stale. */
export const getUpdateTime = operation({
  name: 'getUpdateTime',
  method: 'POST',
  reads: true,
  path: 'brand/GetUpdateTime',
  auth: 'public',
  proof: 'none',
  summary: 'When the brand last changed',
  body: z.object({ identifier: brandIdentifier }),
  response: z.object({ UpdateTime: instant }),
  errors: ['not_found'],
});
