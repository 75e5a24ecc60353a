import { RequestCode } from './request-code.tsx';

export function RequestActivationCodeScreen() {
  return <RequestCode kind="activation" />;
}
