import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vitest/config';

const KEPT = 'max-age=31536000,immutable';

/** An answer with a body is kept, whatever the server's header says. */
function keep(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    if (response.statusCode === 200) response.setHeader('Cache-Control', KEPT);
    return writeHead(...args);
  };
}

/**
 * In a run the sources stay as they are, so the browser keeps each module it has loaded. It would ask again for
 * hundreds of them with every file of tests.
 */
export function keptModules(): Plugin {
  return {
    name: 'kept-modules',
    configureServer({ config, middlewares }) {
      if (config.server.watch !== null) return;
      middlewares.use(({ url = '' }, response, next) => {
        if (/\.(tsx?|css|json)(\?|$)|\/node_modules\//.test(url)) keep(response);
        next();
      });
    },
  };
}
