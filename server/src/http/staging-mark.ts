import { LANGUAGE_TAG, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../compose/context.ts';
import { rulesOf } from '../config/mode.ts';
import { stagingWords } from '../platform/text/staging-words.ts';
import { escapeHtml } from './html.ts';

/** Stylesheets of the mark at the hosts of cardholders and of the desk. */
const SHEETS = { page: '/assets/staging.css', desk: '/desk/assets/staging.css' } as const;

/** The language of a page changes in the browser, so each is there and one is shown. */
const STYLES = `.staging-mark {
  box-sizing: border-box;
  margin: 0;
  padding: 6px 16px;
  background: #ffd23f;
  color: #1b1b1b;
  font: 600 14px/1.4 system-ui, sans-serif;
  text-align: center;
}
${LANGUAGES.map((one) => `html[lang="${LANGUAGE_TAG[one]}"] .staging-mark > span:not([lang="${LANGUAGE_TAG[one]}"])`).join(',\n')} {
  display: none;
}
@media print {
  .staging-mark { border: 1px solid; }
}
`;

/** Serves the stylesheet of the mark. Only staging has it. */
export function serveStagingMark(app: FastifyInstance, { config }: Pick<AppContext, 'config'>): void {
  if (!rulesOf(config.mode).isRehearsal) return;
  for (const url of Object.values(SHEETS))
    app.get(url, (_request, reply) =>
      reply.header('Cache-Control', 'max-age=3600').type('text/css; charset=utf-8').send(STYLES),
    );
}

/** A page that says first of all that it is of staging. In another mode it is the page as it was. */
export function withStagingMark(
  html: string,
  { config }: Pick<AppContext, 'config'>,
  where: keyof typeof SHEETS,
): string {
  if (!rulesOf(config.mode).isRehearsal) return html;
  const words = LANGUAGES.map(
    (language) => `<span lang="${LANGUAGE_TAG[language]}">${escapeHtml(stagingWords(language).page)}</span>`,
  );
  return html
    .replace('</head>', () => `<link rel="stylesheet" href="${SHEETS[where]}"></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}<p class="staging-mark" role="note">${words.join(' ')}</p>`);
}
