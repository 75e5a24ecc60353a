/** Statuses for an invalid request. 401 and 403 are caused by our settings; 408, 409, 425 and 429 are transient. */
const FINAL = [400, 404, 405, 410, 413, 415, 422];

/** Whether a retry would get the same HTTP status. */
export function isFinalStatus(status: number): boolean {
  return FINAL.includes(status);
}

/** A short code for a network error, such as ECONNRESET. */
export function faultCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const known = [code, cause?.code].find((each) => typeof each === 'string');
  return (typeof known === 'string' ? known.replaceAll(/\W/g, '').slice(0, 40) : '') || 'fault';
}
