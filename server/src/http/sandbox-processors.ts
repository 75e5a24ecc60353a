import type { FastifyInstance } from 'fastify';
import { rulesOf } from '../config/mode.ts';
import type { AppContext } from '../compose/context.ts';
import { secretsOf } from '../features/processors/public.ts';
import { lithicSandbox } from '../outside/processors/lithic/sandbox.ts';
import { lithicFakeApi } from '../outside/processors/lithic/sandbox-api.ts';
import { callFake, type FakeApi, type FakeState, readCall } from '../outside/processors/sandbox/fake-api.ts';
import { emptyState, openDesk, type SandboxProcessor } from '../outside/processors/sandbox/sandbox.ts';
import { openProcessorSandbox, type SandboxDelivery } from '../outside/processors/sandbox/store.ts';
import { stripeSandbox } from '../outside/processors/stripe/sandbox.ts';
import { stripeFakeApi } from '../outside/processors/stripe/sandbox-api.ts';
import { reachOfDesk } from './desk-admission.ts';
import { refuse } from './fault.ts';
import { escapeHtml } from './html.ts';

type Purchase = { readonly card: string };
type Fake = { readonly api: FakeApi<Purchase>; readonly sandbox: SandboxProcessor<Purchase> };

const FAKES = {
  stripe: { api: stripeFakeApi, sandbox: stripeSandbox },
  lithic: { api: lithicFakeApi, sandbox: lithicSandbox },
} as unknown as Readonly<Record<string, Fake>>;

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
};
const COLUMNS = [
  'When',
  'Processor',
  'Connection',
  'Act',
  'Message',
  'Id',
  'Our answer',
  'Time used',
  'It then believed',
];

/**
 * Lists what card processors of the sandbox delivered, the newest first, and answers calls of their APIs at
 * `/sandbox/processors/<connection>`. Production has neither, and staging lists them for the networks of the desk.
 */
export function serveSandboxProcessors(app: FastifyInstance, ctx: AppContext): void {
  const { config } = ctx;
  const { hasSandboxSystems, showsMessages } = rulesOf(config.mode);
  if (!hasSandboxSystems) return;
  const isOfStaff = reachOfDesk(ctx);
  app.get('/sandbox/processors', (request, reply) => {
    if (showsMessages === 'desk' && !isOfStaff(request)) return refuse(reply, 'not_found');
    const deliveries = openProcessorSandbox(config.dataFolder).deliveries().toReversed();
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(pageOf(deliveries));
  });
  app.route<{ Params: { readonly connection: string } }>({
    method: ['GET', 'POST', 'PATCH'],
    url: '/sandbox/processors/:connection/v1/*',
    config: { operation: 'sandboxProcessor' },
    async handler({ params, method, url, headers, rawBody }, reply) {
      const connected = ctx.processors.byPublicId(params.connection);
      const fake = connected && FAKES[connected.adapter.kind];
      if (!connected || !fake) return reply.status(404).send({});
      const given = fake.api.keyOf(headers.authorization ?? '');
      if (given === undefined || !secretsOf(ctx, connected, 'api').includes(given)) {
        return reply.status(fake.api.keyRefused.status).send(fake.api.keyRefused.body);
      }
      const store = openProcessorSandbox(config.dataFolder);
      const before: FakeState<Purchase> =
        (store.state(params.connection) as FakeState<Purchase> | undefined) ?? emptyState();
      const call = readCall(method, new URL(url, 'http://sandbox'), headers['content-type'], rawBody);
      const key = headers['idempotency-key'];
      const desk = openDesk(before, ctx.clocks.business.now());
      const { answer, state, told } = callFake(fake.api, before, desk, call, typeof key === 'string' ? key : undefined);
      store.save(params.connection, state, []);
      const [secret] = secretsOf(ctx, connected, 'events');
      if (secret === undefined || before.confirms === false) return reply.status(answer.status).send(answer.body);
      for (const sending of told) {
        await app.inject({
          method: 'POST',
          url: `/processors/${params.connection}/${sending.path}`,
          headers: fake.sandbox.sign(secret, sending, ctx.clocks.security.now()),
          payload: sending.body,
        });
      }
      return reply.status(answer.status).send(answer.body);
    },
  });
}

function pageOf(deliveries: readonly SandboxDelivery[]): string {
  const head = COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('');
  const rows = deliveries.map((one) => `<tr>${cellsOf(one).map(cell).join('')}</tr>`).join('\n');
  return `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Card processors of the sandbox</title></head>
<body>
<h1>Card processors of the sandbox</h1>
<p>${deliveries.length === 0 ? 'Nothing was delivered yet. Try: npm run sim -- processor stripe authorise --card ID' : 'The newest first.'}</p>
<table><thead><tr>${head}</tr></thead><tbody>
${rows}
</tbody></table>
</body>
</html>
`;
}

const cell = (text: string) => `<td>${escapeHtml(text)}</td>`;

function cellsOf(one: SandboxDelivery): readonly string[] {
  const answer = one.status === null ? 'none' : `${one.status} ${one.answer}`.trim();
  const used = one.deadlineMs > 0 ? `${one.ms} of ${one.deadlineMs} ms` : `${one.ms} ms`;
  return [one.at, one.processor, one.connection, one.act, one.name, one.id, answer, used, one.belief];
}
