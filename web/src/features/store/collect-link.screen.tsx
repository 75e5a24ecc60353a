import { useMailedLink } from '../../mailed-link.ts';
import { paths } from '../../paths.ts';
import { collectLink } from './held-link.ts';

/** Target of the link that leads to a card that was bought. */
export function CollectLinkScreen() {
  useMailedLink('token', collectLink.hold, paths.storeCollect());
  return null;
}
