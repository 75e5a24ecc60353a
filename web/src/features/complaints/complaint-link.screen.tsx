import { useMailedLink } from '../../mailed-link.ts';
import { paths } from '../../paths.ts';
import { complaintSecret } from './complaint-secret.ts';

/** Target of the link that a person without an account is sent. */
export function ComplaintLinkScreen() {
  useMailedLink('token', complaintSecret.hold, paths.complaintStatus());
  return null;
}
