import { expect, test } from 'vitest';
import { everyMessageIsSent } from './text-rules.ts';
import { sampleTree } from './tree.ts';

test('finds a template of a message that nothing sends', () => {
  const tree = sampleTree({
    'server/src/features/messages/message.types.ts': `
const REQUESTED = {
  resetCode: ['sms', 'email'],
} as const satisfies Channels;

const NOTICES = {
  scamReported: ['email'],
  cardLost: ['email'],
} as const satisfies Channels;
`.trimStart(),
    'server/src/features/scams/report.ts': "await notifyHolder(tx, ctx, { template: 'scamReported' });\n",
    'server/src/features/reset/send.ts': "await queueRequested(tx, { template: 'resetCode' });\n",
    'server/src/features/cards/lost.test.ts': "expect(sent).toBe('cardLost');\n",
  });
  expect(everyMessageIsSent.find(tree)).toEqual([
    'server/src/features/messages/message.types.ts: nothing sends cardLost',
  ]);
});
