import { linkSecret, useMailedLink } from '../../mailed-link.ts';
import { paths } from '../../paths.ts';

/** Target of the link that is sent to the previous contact. */
export function UndoContactLinkScreen() {
  useMailedLink('token', linkSecret('undoContact').hold, paths.undoContact());
  return null;
}
