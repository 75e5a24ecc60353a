/** Commands for a card by its state, in the usual order of use. */
const BY_STATUS: ReadonlyMap<string, readonly CardCommand[]> = new Map([
  ['Active', ['report-card', 'block-card', 'reissue-card']],
  ['ActiveOff', ['report-card', 'block-card', 'reissue-card']],
  ['Restricted', ['report-card', 'unblock-card']],
  ['Lost', ['reissue-card']],
  ['Stolen', ['reissue-card']],
  ['Ordered', ['report-card']],
  ['NotIssued', ['report-card']],
]);

export const CARD_COMMANDS = ['report-card', 'block-card', 'unblock-card', 'reissue-card'] as const;
export type CardCommand = (typeof CARD_COMMANDS)[number];

export function commandsOfCard(status: string): readonly CardCommand[] {
  return BY_STATUS.get(status) ?? [];
}
