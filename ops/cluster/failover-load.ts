import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { dice } from '../../server/test-support/dice.ts';
import { anyRequest, ask, payAndKeep, type Payer } from '../../server/stress/client.ts';
import { type ClusterStage, RECOVERED_WITHIN_MS } from './cluster-stage.ts';
import type { Acknowledged } from '../../server/stress/still-there.ts';

const SEED = Number(process.env['WATTLE_SEED'] ?? 20_261_120);
const CALLERS = 8;
/** Pause of a caller after a response: two cores run the whole cluster. */
const PAUSE_MS = 20;

type Given = Pick<ClusterStage, 'baseUrls' | 'ctx'> & {
  readonly payers: readonly Payer[];
  readonly name: string;
  readonly callers?: number;
};

/**
 * Callers that retry with the same key until they have a response, alternating between servers, and a reader that polls
 * its home.
 */
export function startLoad({ baseUrls, ctx, payers, name, callers = CALLERS }: Given) {
  const answered: Acknowledged[] = [];
  const answeredAt: number[] = [performance.now()];
  const readAt: number[] = [performance.now()];
  let isOver = false;
  let fault: Error | undefined;
  async function caller(number: number): Promise<void> {
    const throws = dice(SEED + number);
    for (let sent = 0; !isOver; sent += 1) {
      const asked = anyRequest(throws, payers, `${name}-${number}-${sent}`);
      for (let attempt = number; ; attempt += 1) {
        const answer = await ask(baseUrls[attempt % baseUrls.length] ?? '', asked, ctx.secrets);
        if (answer) {
          answered.push({ asked, answer });
          answeredAt.push(performance.now());
          break;
        }
        await sleep(250);
      }
      await sleep(PAUSE_MS);
    }
  }
  /** A person who has paid and polls their home. */
  async function reader(): Promise<void> {
    const [payer, payee] = payers;
    if (!payer || !payee) throw new Error('two people');
    const asked = { key: `${name}-reader`, payer, payee, amount: 1 };
    const cookie = await payAndKeep(baseUrls[0] ?? '', asked);
    answered.push(cookie.answered);
    for (let sent = 0; !isOver; sent += 1) {
      const answer = await fetch(`${baseUrls[sent % baseUrls.length]}/api/card/cards`, {
        headers: { authorization: payer.authorization, cookie: cookie.seen },
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined);
      if (answer?.status === 200) readAt.push(performance.now());
      else if (answer && answer.status !== 503) throw new Error(`a read answered ${answer.status}`);
      await answer?.arrayBuffer().catch(() => {});
      await sleep(100);
    }
  }
  const running = Array.from({ length: callers }, (_, number) => caller(number));
  const all = Promise.all([...running, reader()]).catch((error: unknown) => {
    fault = error instanceof Error ? error : new Error(String(error));
    isOver = true;
  });
  return {
    async hasAnsweredSince(moment: number) {
      const isSo = () => fault !== undefined || (answeredAt.at(-1) ?? 0) > moment + 500;
      await expect.poll(isSo, { timeout: RECOVERED_WITHIN_MS, interval: 100 }).toBe(true);
    },
    async stop() {
      isOver = true;
      await all;
      if (fault !== undefined) throw fault;
      return answered;
    },
    longestSilence: (since: number) => longestGap(answeredAt, since),
    longestUnread: (since: number) => longestGap(readAt, since),
  };
}

function longestGap(moments: readonly number[], since: number): number {
  const all = [since, ...moments.filter((moment) => moment > since)];
  return Math.max(...all.slice(1).map((moment, place) => moment - (all[place] ?? 0)));
}
