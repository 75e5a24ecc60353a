import { RequestCode } from './request-code.tsx';

export function RequestAccessCodeScreen() {
  return <RequestCode kind="access" />;
}
