import { ERRORS } from '@wattle/contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './bind.ts';
import type { Route } from './handle.ts';
import { openApiOf } from './openapi.ts';
import { escapeHtml } from './html.ts';

/** Plain HTML without scripts, so that it needs no exception in the content security policy. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.1rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .6rem 0; }
summary { cursor: pointer; min-height: 1.75rem; }
summary code { font-weight: 600; }
pre { overflow: auto; padding: 1rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 7%, transparent); font-size: .85rem; }
.method { display: inline-block; min-width: 3.2rem; font-weight: 700; }
`;

type Described = {
  parameters?: unknown;
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
};

function block(title: string, value: unknown): string {
  return `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function whoMayCall({ kind, operation }: Route): string {
  if (kind === 'signed') return 'signed by the card network';
  if (kind === 'document') return 'with a ticket';
  return kind === 'public' ? 'anyone' : `token of scope ${(operation.auth as readonly string[]).join(', ')}`;
}

function section(route: Route, described: Described): string {
  const { operation } = route;
  const who = whoMayCall(route);
  const body = described.requestBody && Object.entries(described.requestBody.content)[0];
  const answer = Object.entries(described.responses['200']?.content ?? {})[0];
  const errors = operation.errors.map((name) => `${ERRORS[name].code} ${name}`).join(', ') || 'none of its own';
  return `<details id="${operation.name}"><summary><span class="method">${operation.method}</span> <code>${escapeHtml(addressOf(route))}</code> – ${escapeHtml(operation.summary)}</summary>
<p>Who may call: ${escapeHtml(who)}. Refusals: ${escapeHtml(errors)}.</p>
${described.parameters ? block('Parameters', described.parameters) : ''}
${body ? block(`Body, ${body[0]}`, body[1].schema) : ''}
${answer ? block(`Answer, ${answer[0]}`, answer[1].schema) : ''}
</details>`;
}

function docsPage(routes: readonly Route[], document: ReturnType<typeof openApiOf>): string {
  const paths = document['paths'] as Record<string, Record<string, Described>>;
  const groups = Map.groupBy(routes, (route) =>
    route.kind === 'signed' ? 'network' : (route.operation.path.split('/')[0]?.toLowerCase() ?? ''),
  );
  const body = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, group]) => {
      const entries = group.map((route) => {
        const path = (route.kind === 'signed' ? '/network/' : '/api/') + route.operation.path;
        return section(route, paths[path]?.[route.operation.method.toLowerCase()] as Described);
      });
      return `<h2>${escapeHtml(name)}</h2>${entries.join('')}`;
    });
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wattle API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Wattle API</h1><p>Machine-readable as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${body.join('')}</main></body></html>`;
}

/** Serves `/api/openapi.json` and a readable version at `/api/docs`. */
export function serveApiDocs(app: FastifyInstance, routes: readonly Route[]): void {
  let made: { readonly json: string; readonly html: string } | undefined;
  // When they are first asked for: describing every call takes longer than binding it.
  const docs = () => {
    if (made) return made;
    const document = openApiOf(routes);
    made = { json: JSON.stringify(document), html: docsPage(routes, document) };
    return made;
  };
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(docs().json),
  );
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docs().html));
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
}
