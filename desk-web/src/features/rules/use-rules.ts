import type { RowOf } from '../../calls/commands.ts';
import type { TagTone } from '../../ui/tag.tsx';

export type Rule = RowOf<'purchase-rules'>;
export type Version = RowOf<'purchase-rule'>;
export type Trial = RowOf<'rule-trial'>;

/** How a state of a version is shown. */
export const toneOf = (state: string): TagTone => ({ on: 'ok' as const, trial: 'info' as const })[state] ?? 'plain';

export const wayOfRule = (rule: string): string => `/rules/${rule}`;
