import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demandsTls } from '../../../config/mode.ts';
import type { AppContext } from '../../../compose/context.ts';
import { originOf } from '../../../http/act.ts';

const PAGE = `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Identity check</title>
<script type="module" src="/identity-check.js"></script>
</head>
<body><section id="facility" aria-label="greenID"></section></body>
</html>
`;

/** Address at which the sandbox's substitute for the service learns that the person's part is done. */
const SANDBOX_SERVICE = '/sandbox/identity-service';

/**
 * The page that shows the identity service's part, in a frame of our pages. It is sandboxed without an origin, so the
 * service's scripts reach no storage, no page and no call of ours, in the frame or opened by its address.
 */
export function serveIdentityFrame(app: FastifyInstance, ctx: AppContext): void {
  const { identity, sandboxIdentity } = ctx.outside;
  app.get('/identity-check', (request, reply) =>
    reply
      .headers({
        'Content-Security-Policy': framePolicy({
          own: originOf(request, demandsTls(ctx.config.mode)),
          service: identity?.origins ?? [],
          isSandbox: sandboxIdentity !== undefined,
        }),
        'X-Frame-Options': 'SAMEORIGIN',
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  if (!sandboxIdentity) return;
  // The service's server, as a page without an origin reaches it.
  app.post(SANDBOX_SERVICE, (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' })
      .status(sandboxIdentity.finish(request.rawBody.toString('utf8')) ? 204 : 404)
      .send(),
  );
}

type Sources = {
  /** Origin of our pages; empty if the request names none that can be written into a policy. */
  readonly own: string;
  readonly service: readonly string[];
  /** Whether the sandbox's substitute is the service. */
  readonly isSandbox: boolean;
};

const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$|^https?:\/\/\[[0-9a-f:.]+\](:\d+)?$/;

/** Names our own files one by one: `'self'` would let the scripts load from every address of ours. */
export function framePolicy({ own, service, isSandbox }: Sources): string {
  const ours = (...paths: string[]) => (ORIGIN.test(own) ? paths.map((path) => `${own}${path}`) : []);
  const allow = (name: string, sources: readonly string[]) =>
    `${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`;
  return [
    // The service's controls are a form that its script handles; form-action lets none be sent anywhere.
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    allow('script-src', [...ours('/identity-check.js', ...(isSandbox ? ['/identity-sandbox.js'] : [])), ...service]),
    // The service's own page writes style attributes.
    allow('style-src', service.length === 0 ? [] : [...service, "'unsafe-inline'"]),
    allow('img-src', [...service, 'data:']),
    allow('connect-src', isSandbox ? ours(SANDBOX_SERVICE) : service),
    allow('font-src', service),
    allow('frame-src', service),
    allow('frame-ancestors', ours('')),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
