export { useSystemNotices } from './use-system-notices.ts';
