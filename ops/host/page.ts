import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readFirstPurchase, type Block } from '../../server/test-support/processes/first-purchase.ts';
import { ROOT } from '../../tools/steps.ts';

/** The page on installing for production. */
export const INSTALL_PAGE = readFileSync(path.join(ROOT, 'docs/install.md'), 'utf8');

/** Blocks of one kind of the page, in their order, as they are written there. */
export function blocksOf(kind: string): readonly string[] {
  const pattern = new RegExp(`\`\`\`sh ${kind}\n([\\s\\S]*?)\`\`\``, 'g');
  return [...INSTALL_PAGE.matchAll(pattern)].map(([, text = '']) => text);
}

const TEXTS_PORT = 8025;

/** Texts go to a gateway of the test, at the server's loopback; mail goes nowhere. */
export const textsAt = { port: TEXTS_PORT, url: `http://127.0.0.1:${TEXTS_PORT}` };

/** The commands of the document about the first purchase: what sets up messages, and all that comes after the start. */
export function firstPurchase(): { readonly messages: string; readonly afterStart: readonly Block[] } {
  const blocks = readFirstPurchase();
  const messages = blocks.find(({ text }) => text.includes('WATTLE_SMS_URL'))?.text ?? '';
  const started = blocks.findIndex(({ kind }) => kind === 'sh start');
  return {
    messages: messages
      .replaceAll('smtps://MAIL_USER:MAIL_PASSWORD@MAIL_HOST:465', 'smtp://127.0.0.1:1')
      .replaceAll('https://TEXTS_HOST', textsAt.url)
      .replaceAll('TEXTS_KEY', 'ab'.repeat(32)),
    afterStart: blocks.slice(started + 1),
  };
}
