import { useMailedLink } from '../../mailed-link.ts';
import { paths } from '../../paths.ts';
import { startLinkReset } from './reset-session.ts';

/** Target of the link that resets a password. */
export function ResetLinkScreen() {
  useMailedLink('token', startLinkReset, paths.reset());
  return null;
}
