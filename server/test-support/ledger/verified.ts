import { verify } from '../../src/commands/verify.ts';
import type { TestDatabase } from '../processes/database.ts';
import { TEST_SECRETS } from './sealed.ts';

/** Findings of `npm run verify`. */
export async function brokenIn({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<string[]> {
  const lines: string[] = [];
  const { ok } = await verify(ownerUrl, { say: (line) => lines.push(line), seal: TEST_SECRETS.seal });
  return ok ? [] : lines;
}
