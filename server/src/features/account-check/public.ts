export { holdRecentChanges } from './hold-recent-changes.ts';
