import { escapeHtml } from '../../http/html.ts';
import type { stagingWords } from '../../platform/text/staging-words.ts';
import type { Rendered } from './message.view.ts';

const STYLES =
  '.staging { margin: 0 auto 16px; max-width: 36em; padding: 8px 12px; background: #ffd23f; color: #1b1b1b; font-weight: 600 }';

/** A message that says first of all that it is of staging. */
export function markStaging(rendered: Rendered, { mark, mail }: ReturnType<typeof stagingWords>): Rendered {
  const marked = (text: string) => `[${mark}] ${text}`;
  switch (rendered.channel) {
    case 'sms':
      return { ...rendered, text: marked(rendered.text) };
    case 'push':
      return { ...rendered, title: marked(rendered.title) };
    case 'email': {
      const box = `<p class="staging">${escapeHtml(mail)}</p>`;
      return {
        ...rendered,
        subject: marked(rendered.subject),
        text: `${mail}\n\n${rendered.text}`,
        html: rendered.html
          .replace('</head>', `<style>${STYLES}</style>\n</head>`)
          .replace(/<body[^>]*>/, (body) => `${body}\n${box}`),
      };
    }
  }
}
