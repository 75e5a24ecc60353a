import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';

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

/**
 * The page that shows the identity service's part. It is of this origin and held in a frame by pages of it, so that
 * the service's scripts run under this policy and never in a page with a session.
 */
export function serveIdentityFrame(app: FastifyInstance, ctx: AppContext): void {
  const policy = framePolicy(ctx.outside.identity?.origins ?? []);
  app.get('/identity-check', (_request, reply) =>
    reply
      .headers({
        'Content-Security-Policy': policy,
        'X-Frame-Options': 'SAMEORIGIN',
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
}

/** @param origins of the identity service; its own page writes style attributes */
export function framePolicy(origins: readonly string[]): string {
  const sources = ["'self'", ...origins].join(' ');
  const styles = origins.length === 0 ? sources : `${sources} 'unsafe-inline'`;
  return [
    "default-src 'none'",
    `script-src ${sources}`,
    `style-src ${styles}`,
    `img-src ${sources} data:`,
    `connect-src ${sources}`,
    `font-src ${sources}`,
    `frame-src ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
